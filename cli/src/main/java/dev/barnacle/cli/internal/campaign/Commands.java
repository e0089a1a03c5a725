package dev.barnacle.cli.internal.campaign;

import java.io.PrintWriter;

/** The command line, for those who run it within their process. */
@FunctionalInterface
public interface Commands {
  /** Runs a command and returns its exit status. */
  int run(PrintWriter out, PrintWriter err, String... args);
}
