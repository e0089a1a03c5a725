package dev.barnacle.llvm.internal;

import dev.barnacle.llvm.error.LlvmFatalException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.llvm.LLVM.LLVMFatalErrorHandler;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/**
 * Keeps LLVM's fatal errors from killing the JVM.
 *
 * <p>{@code report_fatal_error} calls a handler and then ends the process; there is no way to
 * return from it, and no exception can be thrown through LLVM's frames. So whatever may end up
 * there (pass pipelines, code generation, linking into memory) runs on a thread of ours while the
 * caller waits: the handler gives the caller the message and parks that thread for good. What a
 * fatal error costs is one parked thread and the memory of one context.
 *
 * <p>These threads also have the deep stacks that LLVM's recursive passes expect, which Java's
 * default ones are not.
 *
 * <p>A fatal error outside of {@link #guard} is printed with the Java stack, and the process ends
 * with status 3: it is a defect of Barnacle.
 */
public final class FatalErrors {
  private static final long STACK_BYTES = Long.getLong("barnacle.stack.megabytes", 64) << 20;
  private static final int STATUS_DEFECT = 3;
  private static final AtomicInteger THREADS = new AtomicInteger();
  private static final ThreadLocal<@Nullable CompletableFuture<?>> CURRENT = new ThreadLocal<>();
  private static final ExecutorService POOL = Executors.newCachedThreadPool(FatalErrors::newThread);
  private static final LLVMFatalErrorHandler HANDLER = new Handler();

  private FatalErrors() {}

  private static Thread newThread(Runnable body) {
    return Thread.ofPlatform()
        .daemon()
        .stackSize(STACK_BYTES)
        .name("llvm-" + THREADS.incrementAndGet()) // short: NativeThread finds it
        .unstarted(body);
  }

  public static void install() {
    LLVM.LLVMInstallFatalErrorHandler(HANDLER);
  }

  /**
   * Runs {@code body} on a guarded thread and waits for it, without being interruptible.
   *
   * @throws LlvmFatalException if LLVM gave up in it
   */
  public static <T extends @Nullable Object> T guard(Supplier<T> body) {
    if (CURRENT.get() != null) {
      return body.get();
    }
    CompletableFuture<T> result = new CompletableFuture<>();
    POOL.execute(() -> run(body, result));
    return joined(result);
  }

  /** Runs {@code body} on a guarded thread of its own, which {@code result} is the outcome of. */
  public static <T extends @Nullable Object> Thread start(
      Supplier<T> body, CompletableFuture<T> result) {
    Thread thread = newThread(() -> run(body, result));
    thread.start();
    return thread;
  }

  /** Returns what waits for the work on this thread; null if the thread is no guarded one. */
  public static @Nullable CompletableFuture<?> current() {
    return CURRENT.get();
  }

  /** Waits for a guarded thread's outcome, without being interruptible. */
  public static <T extends @Nullable Object> T joined(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      cause.setStackTrace(concat(cause.getStackTrace(), e.getStackTrace()));
      switch (cause) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        default -> throw e;
      }
    }
  }

  /** The guarded thread's frames and below them the caller's. */
  private static StackTraceElement[] concat(StackTraceElement[] inner, StackTraceElement[] outer) {
    StackTraceElement[] all = Arrays.copyOf(inner, inner.length + outer.length);
    System.arraycopy(outer, 0, all, inner.length, outer.length);
    return all;
  }

  private static <T extends @Nullable Object> void run(
      Supplier<T> body, CompletableFuture<T> result) {
    CURRENT.set(result);
    try {
      result.complete(body.get());
    } catch (Throwable e) {
      result.completeExceptionally(e);
    } finally {
      CURRENT.remove();
    }
  }

  private static final class Handler extends LLVMFatalErrorHandler {
    @Override
    public void call(BytePointer reason) {
      String message = reason.getString(StandardCharsets.UTF_8);
      CompletableFuture<?> waiting = CURRENT.get();
      if (waiting == null) {
        new LlvmFatalException("LLVM ended the process: " + message).printStackTrace();
        Runtime.getRuntime().halt(STATUS_DEFECT);
        return;
      }
      waiting.completeExceptionally(new LlvmFatalException("LLVM gave up: " + message));
      while (true) {
        LockSupport.park();
      }
    }
  }
}
