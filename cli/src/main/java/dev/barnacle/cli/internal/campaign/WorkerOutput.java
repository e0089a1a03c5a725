package dev.barnacle.cli.internal.campaign;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Reads what a worker writes: finds its answers, and counts the rest. */
final class WorkerOutput {
  private static final String END = "";
  private static final int MOST_LAST = 2000;
  private static final int BLOCK = 1 << 16;

  private final byte[] mark;
  private final long most;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final AtomicLong bytes = new AtomicLong();
  private final ByteArrayOutputStream last = new ByteArrayOutputStream();

  /**
   * Begins to read.
   *
   * @param mark what an answer begins with
   * @param most how many bytes a task may write
   */
  WorkerOutput(Process process, String mark, long most) {
    this.mark = mark.getBytes(StandardCharsets.UTF_8);
    this.most = most;
    Thread.ofPlatform().daemon().start(() -> read(process.getInputStream(), this::line));
    Thread.ofPlatform().daemon().start(() -> read(process.getErrorStream(), this::other));
  }

  /** Returns the next answer, if there is one within a time; empty where no more will come. */
  @Nullable String next(long millis) throws InterruptedException {
    return answers.poll(millis, TimeUnit.MILLISECONDS);
  }

  /** Returns whether an answer says that no more will come. */
  static boolean isEnd(String answer) {
    return answer.equals(END);
  }

  /** A task begins: what was written before is not counted. */
  void begin() {
    bytes.set(0);
  }

  /** Returns whether the task has written more than it may. */
  boolean isTooMuch() {
    return bytes.get() > most;
  }

  /** Returns the last line that was written beside answers. */
  synchronized String lastLine() {
    return last.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .reduce("", (before, line) -> line);
  }

  private interface Lines {
    void take(byte[] line, boolean whole);
  }

  private void read(InputStream in, Lines lines) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] block = new byte[BLOCK];
    try (in) {
      for (int count = in.read(block); count >= 0; count = in.read(block)) {
        bytes.addAndGet(count);
        for (int i = 0; i < count; i++) {
          if (block[i] == '\n') {
            lines.take(line.toByteArray(), true);
            line.reset();
          } else if (line.size() <= most) {
            line.write(block[i]);
          }
        }
      }
    } catch (IOException e) {
      lines.take(e.toString().getBytes(StandardCharsets.UTF_8), true); // the process has ended
    }
    lines.take(line.toByteArray(), false);
  }

  /** A line without its end is no answer: the process ended while it was written. */
  private void line(byte[] line, boolean whole) {
    if (whole && startsWithMark(line)) {
      answers.add(new String(line, mark.length, line.length - mark.length, StandardCharsets.UTF_8));
    } else {
      other(line, whole);
    }
    if (!whole) {
      answers.add(END);
    }
  }

  private synchronized void other(byte[] line, boolean whole) {
    if (last.size() > MOST_LAST) {
      last.reset();
    }
    last.write(line, 0, Math.min(line.length, MOST_LAST));
    last.write('\n');
  }

  private boolean startsWithMark(byte[] line) {
    return line.length >= mark.length
        && java.util.Arrays.equals(line, 0, mark.length, mark, 0, mark.length);
  }
}
