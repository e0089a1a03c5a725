package dev.barnacle.cli.internal.report;

import java.io.PrintWriter;

/** Makes a format of answers. Answers come one after the other; the end comes once. */
public interface Output {
  /** Takes an answer; a format that is written line by line writes it. */
  void answer(Answer answer, PrintWriter out);

  /** Writes what is left when all answers are there. */
  void end(RunFacts run, PrintWriter out);
}
