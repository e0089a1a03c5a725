package dev.barnacle.llvm;

import dev.barnacle.llvm.error.LlvmFatalException;
import dev.barnacle.llvm.error.LlvmTimeoutException;
import dev.barnacle.llvm.internal.FatalErrors;
import dev.barnacle.llvm.internal.NativeThread;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the time that LLVM takes for something: some passes never end for some code, and there is
 * no way to stop them.
 *
 * <p>The work runs on a thread of its own. When the time is over, that thread is given up: it keeps
 * what it has (a context, its memory), no process waits for it at its end, and Linux lets it run
 * only when nothing else wants to. It holds no lock of ours.
 *
 * <p>What counts is the processor time of that thread, so that a busy computer does not make the
 * time shorter; the clock on the wall counts where the system does not tell, and beyond {@value
 * #PATIENCE} times the limit.
 */
public final class TimeLimit {
  /** The number of times that the limit may pass by the wall clock while the thread hardly runs. */
  static final int PATIENCE = 10;

  private static final long SHORTEST_WAIT = TimeUnit.MILLISECONDS.toNanos(10);

  private TimeLimit() {}

  /**
   * Runs work and waits for it, without being interruptible. All that it makes in LLVM, contexts
   * too, has to be made and closed in it.
   *
   * @param what says in messages what is done
   * @throws LlvmTimeoutException if it does not end in time
   * @throws LlvmFatalException if LLVM gave up in it
   */
  public static <T extends @Nullable Object> T run(String what, Duration limit, Supplier<T> work) {
    return run(what, limit, work, System::nanoTime);
  }

  /** As above, by another clock. */
  static <T extends @Nullable Object> T run(
      String what, Duration limit, Supplier<T> work, LongSupplier clock) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread = FatalErrors.start(work, result);
    long most = limit.toNanos();
    long begin = clock.getAsLong();
    long left = most;
    boolean interrupted = false;
    while (!result.isDone()) {
      interrupted |= waitFor(result, left);
      if (result.isDone()) {
        break; // what it has taken is of no matter, and is asked of many files
      }
      long passed = clock.getAsLong() - begin;
      left = most - used(thread, passed);
      if (left <= 0 || passed >= PATIENCE * most) {
        giveUp(what, limit, thread, result);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return FatalErrors.joined(result);
  }

  /** Waits for an end, for so long at most; returns whether this thread was interrupted. */
  private static boolean waitFor(CompletableFuture<?> result, long nanos) {
    try {
      result.get(Math.max(SHORTEST_WAIT, nanos), TimeUnit.NANOSECONDS);
      return false;
    } catch (InterruptedException e) {
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false; // who waits looks which
    }
  }

  /** Returns the time that counts. */
  private static long used(Thread thread, long passed) {
    return NativeThread.of(thread)
        .map(NativeThread::cpuNanos)
        .orElse(OptionalLong.empty())
        .orElse(passed);
  }

  private static void giveUp(
      String what, Duration limit, Thread thread, CompletableFuture<?> result) {
    long seconds = Math.max(1, limit.toSeconds());
    if (result.completeExceptionally(
        new LlvmTimeoutException(what + ": LLVM has not ended after " + seconds + " s"))) {
      NativeThread.of(thread).ifPresent(NativeThread::stepBack);
    }
  }

  /**
   * Ends the work that runs on this thread if nobody waits for it any more.
   *
   * @throws LlvmTimeoutException if its time is over
   */
  public static void check() {
    CompletableFuture<?> waiting = FatalErrors.current();
    if (waiting != null && waiting.isDone()) {
      throw new LlvmTimeoutException("the time is over");
    }
  }
}
