package dev.barnacle.cli;

import dev.barnacle.cli.internal.campaign.Worker;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintStream;

/** The main class of the processes that do a campaign's tasks; only {@code campaign} starts it. */
public final class CampaignWorker {
  private CampaignWorker() {}

  /**
   * Does tasks from standard input, and answers to standard output.
   *
   * @param args the word that marks answers
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // what is printed otherwise is no answer
    new Worker(args[0], Main::run).run(System.in, answers);
    System.exit(ExitStatus.OK); // threads of the engines may be left
  }
}
