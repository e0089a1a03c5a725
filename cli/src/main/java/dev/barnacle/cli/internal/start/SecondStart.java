package dev.barnacle.cli.internal.start;

import dev.barnacle.watch.Progress;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Begins the command again in a JVM with all of HotSpot's compilers, where a launch turns out to
 * take long.
 *
 * <p>The launcher starts {@code check} with HotSpot's first compiler alone, whose code has no
 * counters that threads would wait for: what a kernel of some milliseconds takes is mostly the
 * start of everything, and the second compiler comes when all is over. Kernels of seconds need it,
 * some take half of the time then. HotSpot can't add it later, so the process is replaced by a new
 * one ({@code execv}: the same number, the same files) once it is known that the launch will take
 * long, as long as nothing has been printed.
 */
public final class SecondStart implements AutoCloseable {
  /** The adjacent options that the launcher gives a JVM that may be replaced. */
  private static final List<String> QUICK =
      List.of("-XX:TieredStopAtLevel=1", "-Dbarnacle.quick=true");

  private static final Path COMMAND = Path.of("/proc/self/cmdline");
  private static final long LOOK_MILLIS = 50;

  /** The least time that a launch has taken, so that something is known of it. */
  private static final long EARLIEST_NANOS = 250_000_000;

  /**
   * The least time that it is expected to take still: a second start and the first seconds' loss
   * pay.
   */
  private static final long WORTH_NANOS = 800_000_000;

  /** The least time that launches before it, with other guesses, have taken together. */
  private static final long SEVERAL_NANOS = 500_000_000;

  /** The least time that one of them has taken; it must be expected to take twice that still. */
  private static final long ONE_NANOS = 100_000_000;

  private final Progress progress;
  private final boolean possible = Boolean.getBoolean("barnacle.quick");
  private boolean over;

  /** Makes one that looks how far launches are. */
  public SecondStart(Progress progress) {
    this.progress = progress;
  }

  /** No lambda: the launcher's AOT cache would not have it. */
  private final class Watcher extends Thread {
    Watcher() {
      super("barnacle-second-start");
      setDaemon(true);
    }

    @Override
    public void run() {
      look();
    }
  }

  /** From now on the process may be replaced. */
  public void begin() {
    if (possible && !isOver()) {
      new Watcher().start();
    }
  }

  /** From now on the process is not replaced any more. */
  @Override
  public synchronized void close() {
    over = true;
    notifyAll();
  }

  private synchronized boolean isOver() {
    return over;
  }

  /**
   * Returns whether a second start pays.
   *
   * @param nanos what the launch has taken so far
   * @param left what it is expected to take still
   * @param all what all launches have taken together
   */
  static boolean isLong(long nanos, long left, long all) {
    return (nanos > EARLIEST_NANOS && left > WORTH_NANOS)
        || (all - nanos > SEVERAL_NANOS && nanos > ONE_NANOS && left > 2 * ONE_NANOS);
  }

  private synchronized void look() {
    long start = System.nanoTime();
    try {
      while (!over) {
        wait(LOOK_MILLIS);
        if (!over && isLong(progress.nanos(), progress.nanosLeft(), System.nanoTime() - start)) {
          over = true;
          replace();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns only where that can't be done. */
  static void replace() {
    try {
      String text = Files.readString(COMMAND, StandardCharsets.ISO_8859_1);
      List<String> command = new ArrayList<>(List.of(text.split("\0", -1)));
      command.removeLast(); // each ends with a zero byte
      if (withoutQuick(command)) {
        exec(command);
      }
    } catch (IOException e) {
      // no such file: the launch goes on as it is
    }
  }

  /**
   * Takes the options away with which the JVM was started quickly; returns whether they were there.
   */
  static boolean withoutQuick(List<String> command) {
    int at = Collections.indexOfSubList(command, QUICK);
    if (at < 0) {
      return false;
    }
    command.subList(at, at + QUICK.size()).clear();
    return true;
  }

  private static void exec(List<String> command) {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> execv = linker.defaultLookup().find("execv");
    if (execv.isEmpty()) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment words = arena.allocate(ValueLayout.ADDRESS, command.size() + 1);
      for (int i = 0; i < command.size(); i++) {
        words.setAtIndex(
            ValueLayout.ADDRESS,
            i,
            arena.allocateFrom(command.get(i), StandardCharsets.ISO_8859_1));
      }
      words.setAtIndex(ValueLayout.ADDRESS, command.size(), MemorySegment.NULL);
      int unused =
          (int)
              linker
                  .downcallHandle(
                      execv.get(),
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS))
                  .invokeExact(words.getAtIndex(ValueLayout.ADDRESS, 0), words);
    } catch (Throwable e) {
      if (e instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e);
    }
  }
}
