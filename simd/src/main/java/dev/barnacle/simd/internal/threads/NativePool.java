package dev.barnacle.simd.internal.threads;

import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.NativeC;
import dev.barnacle.llvm.clang.RecordLayout;
import dev.barnacle.llvm.host.NativeCall;
import dev.barnacle.llvm.jit.Jit;
import dev.barnacle.simd.internal.abi.GuardLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The functions of {@code pool.c}, which has the threads' protocol, and of {@code guard.c}. The
 * driver's shim has them in it, with the one pool of its process; elsewhere they are compiled by
 * the clang that Barnacle carries and linked when a launch first needs a second thread, or faults
 * are guarded. Then they stay.
 */
public final class NativePool {
  /** Files that are compiled, in this order, as one text. */
  private static final List<String> FILES =
      List.of("pool.h", "placing.c", "pool.c", "guard.c", "table.c");

  /** The beginning of a {@code Visit}. */
  private static final RecordLayout VISIT = new RecordLayout("Visit");

  /** The steps that it has been given: the first one, and that behind the last. */
  static final int CHUNK = VISIT.array("chunk", 2);

  /** The number of the task. */
  static final int WHAT = VISIT.field("long", "what");

  /** Steps that have been run. */
  static final int DONE = VISIT.field("long", "done");

  static final int TASK = VISIT.field("Task", "*task");

  private static final String TABLE = "pool_functions";

  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static Supplier<byte[]> object = NativePool::compile;
  private static volatile long @Nullable [] addresses;
  private static volatile long shared;

  /** The functions, by their place in {@code pool_functions}. */
  enum Function {
    NEW(0),
    FREE(1),
    ADD(2),
    START(3),
    SERVE(4),
    BEGIN(5),
    MORE(6),
    END(7),
    HELP(8),
    LEAVE(9),
    TAKE(10),
    CLOSE(11),
    LOSE(12),
    GUARD_INSTALL(13),
    GUARD_ENTER(14),
    GUARD_PRINTF(15),
    GUARD_QUEUE(16),
    GUARD_TELL(17);

    private static final int COUNT = values().length;

    private final int place;

    Function(int place) {
      this.place = place;
    }

    private long address() {
      return addresses()[place];
    }

    long call(long a, long b, long c, long d, long e, long f) {
      return NativeCall.call(address(), a, b, c, d, e, f);
    }

    long call(long a, long b, long c) {
      return call(a, b, c, 0, 0, 0);
    }

    long call(long a) {
      return call(a, 0, 0, 0, 0, 0);
    }
  }

  /** The addresses of functions of {@code guard.c}. */
  public record Guard(long install, long enter, long printf, long queue, long tell) {}

  private NativePool() {}

  /** Returns the functions that run kernels where faults are to be known. */
  public static Guard guard() {
    return new Guard(
        Function.GUARD_INSTALL.address(),
        Function.GUARD_ENTER.address(),
        Function.GUARD_PRINTF.address(),
        Function.GUARD_QUEUE.address(),
        Function.GUARD_TELL.address());
  }

  /** Says where the object file is from, if it is not there yet; {@link #compile} makes it. */
  public static synchronized void objectBy(Supplier<byte[]> source) {
    object = source;
  }

  /**
   * Has all pools but those of some processors be one that is there already.
   *
   * @param table the address of its {@code pool_functions}
   * @param pool its address
   */
  public static synchronized void use(long table, long pool) {
    shared = pool;
    addresses = read(table);
  }

  /** Returns the pool that is there already; 0 where there is none. */
  static long shared() {
    return shared;
  }

  /** Returns the text in C. */
  public static String source() {
    StringBuilder text = new StringBuilder(VISIT.header() + GuardLayout.header());
    for (String file : FILES) {
      try (InputStream in = NativePool.class.getResourceAsStream(file)) {
        if (in == null) {
          throw new IllegalStateException(file + " is missing");
        }
        text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return text.toString();
  }

  /**
   * Compiles it to an object file.
   *
   * @throws IllegalStateException if this machine is none that it is written for
   */
  public static byte[] compile() {
    String target =
        NativeC.target()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "Barnacle's threads run on Linux on x86-64 and AArch64 only"));
    List<String> arguments = new ArrayList<>(NativeC.options(target));
    arguments.addAll(List.of("-c", "-x", "c", "-", "-o", "-"));
    Clang.Result result = Clang.locate().run(arguments, source().getBytes(StandardCharsets.UTF_8));
    if (result.status() != 0) {
      throw new IllegalStateException("pool.c does not compile: " + result.messages());
    }
    return result.output();
  }

  private static long[] addresses() {
    long[] known = addresses;
    return known == null ? link() : known;
  }

  private static synchronized long[] link() {
    long[] known = addresses;
    if (known == null) {
      Jit jit = Jit.create(); // never closed
      known = read(jit.addObject("pool", object.get(), Map.of()).address(TABLE));
      addresses = known;
    }
    return known;
  }

  private static long[] read(long table) {
    long[] read = new long[Function.COUNT];
    for (int i = 0; i < read.length; i++) {
      read[i] = word(table + (long) Long.BYTES * i);
    }
    return read;
  }

  /** Returns a word of native memory. */
  static long word(long address) {
    return ALL.get(ValueLayout.JAVA_LONG, address);
  }
}
