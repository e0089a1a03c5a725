package dev.barnacle.cli;

import dev.barnacle.cli.internal.campaign.Commands;
import dev.barnacle.cli.internal.campaign.Worker;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;

/** A worker that files of certain names make end, each in a way of its own. */
final class FaultyWorker {
  private FaultyWorker() {}

  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    Commands commands = FaultyWorker::run;
    new Worker(args[0], commands).run(System.in, answers);
    System.exit(ExitStatus.OK);
  }

  private static int run(PrintWriter out, PrintWriter err, String... args) {
    String all = String.join(" ", args);
    if (all.contains("halts")) {
      Runtime.getRuntime().halt(77);
    }
    while (all.contains("hangs") || all.contains("prints")) {
      if (all.contains("prints")) {
        System.err.println("and again");
      }
      Thread.onSpinWait();
    }
    for (Object[] taken = {}; all.contains("takes"); ) {
      taken = new Object[] {taken, new long[1 << 20]};
    }
    return Main.run(out, err, args);
  }
}
