package dev.barnacle.simd;

import dev.barnacle.simd.internal.abi.SimdLimits;
import dev.barnacle.simd.internal.threads.NativePool;
import dev.barnacle.simd.internal.threads.WorkerPool;

/** Threads of a process that native code has made, for the driver: its launches use them too. */
public final class NativeThreads {
  private NativeThreads() {}

  /** Returns the C that such native code has in it, {@code pool.c}, as one text. */
  public static String source() {
    return NativePool.source();
  }

  /**
   * Has the work-groups of engines run on these threads. To be called before there is an engine.
   *
   * @param functions the address of {@code pool_functions}
   * @param pool the address of the pool
   */
  public static void use(long functions, long pool) {
    NativePool.use(functions, pool);
  }

  /** Returns what such a thread needs of its stack, in bytes. */
  public static long stackBytes() {
    return SimdLimits.STACK_BYTES;
  }

  /**
   * Runs what {@code pool_serve} has given the calling thread of a task of Java's.
   *
   * @param code what it has returned
   * @param visit the address of the thread's visit
   */
  public static void serve(int code, long visit) {
    WorkerPool.serve(code, visit);
  }
}
