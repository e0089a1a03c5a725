package dev.barnacle.cli.internal.campaign;

import dev.barnacle.cl.Platform;
import dev.barnacle.command.input.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Does tasks for another process, in workers of its own: takes a task a line, and answers with
 * lines that begin with a word of {@link TaskWords}. An executor of Spark starts it.
 */
final class TaskServer {
  private final Starter starter;
  private final Limits limits;
  private final OutputStream out;

  /** Makes one that answers to a stream. */
  TaskServer(Starter starter, Limits limits, OutputStream out) {
    this.starter = starter;
    this.limits = limits;
    this.out = out;
  }

  /** Does tasks until there are no more; ends with the process that gives them. */
  void run(InputStream in) throws IOException {
    Worker.endWithParent();
    answer(TaskWords.READY, Platform.release());
    BufferedReader tasks = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    try (Hands hands = new Hands(starter, limits, this::note, () -> false)) {
      for (String line = tasks.readLine(); line != null; line = tasks.readLine()) {
        serve(hands, ResultText.task(line));
      }
    }
  }

  private void serve(Hands hands, Task task) throws IOException {
    try {
      answer(TaskWords.DONE, ResultText.of(hands.run(task).orElseThrow()));
    } catch (InputException e) {
      answer(TaskWords.FAILED, e.diagnostic());
    }
  }

  private void note(String text) {
    try {
      answer(TaskWords.NOTE, text);
    } catch (IOException e) {
      throw new InputException("the answer cannot be written: " + e.getMessage());
    }
  }

  private void answer(String word, String text) throws IOException {
    String line = word + " " + text.replaceAll("[\\r\\n]+", " ") + "\n";
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
