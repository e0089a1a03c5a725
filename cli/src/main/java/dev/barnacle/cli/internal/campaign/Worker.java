package dev.barnacle.cli.internal.campaign;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The other process: takes a task a line, and answers each with a line that begins with a mark.
 * What else comes there, kernels and programs have written.
 */
public final class Worker {
  /** The start of each answer, followed by a word that no program knows. */
  static final String MARK = "\u001e";

  /** The answer that tells that tasks may come. */
  static final String READY = "ready";

  private final TaskRunner runner;
  private final String mark;

  /**
   * Makes one.
   *
   * @param word what marks answers as ours
   * @param commands runs the command line
   */
  public Worker(String word, Commands commands) {
    this.mark = MARK + word;
    this.runner = new TaskRunner(commands);
  }

  /** Answers tasks until there are no more; ends with the process that gives them. */
  public void run(InputStream in, PrintStream out) throws IOException {
    endWithParent();
    answer(out, READY);
    BufferedReader tasks = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1);
    for (String line = tasks.readLine(); line != null; line = tasks.readLine()) {
      answer(out, ResultText.of(runner.run(ResultText.task(line))));
    }
  }

  /** Ends this process when the one that started it ends, whatever is under way. */
  static void endWithParent() {
    ProcessHandle.current()
        .parent()
        .ifPresent(
            parent -> {
              var unused = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(0));
            });
  }

  /** Begins with a new line, as a program may have left its last one open. */
  private void answer(PrintStream out, String text) {
    byte[] line = ("\n" + mark + text + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(line, 0, line.length);
    out.flush();
  }
}
