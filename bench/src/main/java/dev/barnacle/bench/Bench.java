package dev.barnacle.bench;

import dev.barnacle.bench.internal.BenchCommand;
import dev.barnacle.command.arguments.Command;

/** The command {@code barnacle bench}. */
public final class Bench {
  private Bench() {}

  /** Returns the command, for a program that is Barnacle. */
  public static Command command(Host host) {
    return new BenchCommand(host);
  }
}
