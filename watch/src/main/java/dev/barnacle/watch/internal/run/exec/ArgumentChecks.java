package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.internal.run.fault.CallFault;
import dev.barnacle.watch.internal.run.fault.Fault;
import dev.barnacle.watch.internal.run.fault.MemoryConstant;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * Checks what built-in functions of OpenCL C expect of their arguments, as compiled kernels ask for
 * it: the instructions {@code expect.*}, and orders of memory that do not go together.
 */
public final class ArgumentChecks {
  private static final int NORMALIZED = 1;
  private static final int ADDRESS_MODES = 0xe;
  private static final int REPEAT = 6;
  private static final int LINEAR = 0x20;

  /** A sampler is used with whole coordinates (images.h of the library). */
  private static final int WHOLE_COORDINATES = 1;

  /** A sampler reads a level of a mipmapped image. */
  private static final int LEVELS = 4;

  private ArgumentChecks() {}

  private static void tell(WorkItem item, int place, Function<Fault.Access, CallFault> fault) {
    item.faults()
        .add(FindingKind.INVALID_ARGUMENT, place, () -> fault.apply(item.access(place, "call")));
  }

  // ---- clamp, smoothstep and mix ----

  public static void expectClamp(int high, int low, int bits, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.3", low, high);
    }
  }

  public static void expectClamp(long high, long low, int bits, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.3", low, high);
    }
  }

  public static void expectUclamp(int high, int low, int bits, WorkItem item, int place) {
    if (Integer.compareUnsigned(low, high) > 0) {
      bounds(item, place, "6.15.3", unsigned(low, bits), unsigned(high, bits));
    }
  }

  public static void expectUclamp(long high, long low, int bits, WorkItem item, int place) {
    if (Long.compareUnsigned(low, high) > 0) {
      bounds(item, place, "6.15.3", unsigned(low), unsigned(high));
    }
  }

  public static void expectFclamp(float high, float low, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.4", low, high);
    }
  }

  public static void expectFclamp(double high, double low, WorkItem item, int place) {
    if (low > high) {
      bounds(item, place, "6.15.4", low, high);
    }
  }

  private static long unsigned(int value, int bits) {
    return value & ((1L << bits) - 1);
  }

  private static Number unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  private static void bounds(WorkItem item, int place, String section, Number low, Number high) {
    tell(item, place, access -> new CallFault.Clamp(access, section, low, high));
  }

  public static void expectSmoothstep(float edge0, float edge1, float x, WorkItem item, int place) {
    if (!(edge0 < edge1) || Float.isNaN(x)) {
      edges(item, place, edge0, edge1, Float.isNaN(x));
    }
  }

  public static void expectSmoothstep(
      double edge0, double edge1, double x, WorkItem item, int place) {
    if (!(edge0 < edge1) || Double.isNaN(x)) {
      edges(item, place, edge0, edge1, Double.isNaN(x));
    }
  }

  private static void edges(
      WorkItem item, int place, Number edge0, Number edge1, boolean noNumber) {
    if (noNumber) {
      tell(item, place, CallFault.SmoothstepNaN::new);
    } else {
      tell(item, place, access -> new CallFault.Smoothstep(access, edge0, edge1));
    }
  }

  public static void expectMix(float a, WorkItem item, int place) {
    if (a < 0 || a > 1) {
      weight(item, place, a);
    }
  }

  public static void expectMix(double a, WorkItem item, int place) {
    if (a < 0 || a > 1) {
      weight(item, place, a);
    }
  }

  private static void weight(WorkItem item, int place, Number a) {
    tell(item, place, access -> new CallFault.Mix(access, a));
  }

  public static void expectSquares(float sum, WorkItem item, int place) {
    if (sum > Float.MAX_VALUE) {
      tell(item, place, CallFault.Squares::new);
    }
  }

  // ---- half_sin and the like, products of 24 bits, bit fields ----

  public static void expectAngle(float x, WorkItem item, int place) {
    if (Math.abs(x) > 1 << 16) {
      tell(item, place, access -> new CallFault.Angle(access, x));
    }
  }

  public static void expectMul24(int x, int bits, WorkItem item, int place) {
    if (x < -(1 << 23) || x >= 1 << 23) {
      factor(item, place, x, true);
    }
  }

  public static void expectUmul24(int x, int bits, WorkItem item, int place) {
    if (x >>> 24 != 0) {
      factor(item, place, Integer.toUnsignedLong(x), false);
    }
  }

  private static void factor(WorkItem item, int place, long x, boolean signed) {
    tell(item, place, access -> new CallFault.Factor(access, x, signed));
  }

  public static void expectBitfield(
      int offset, int count, int width, int bits, WorkItem item, int place) {
    if (Integer.toUnsignedLong(offset) + Integer.toUnsignedLong(count) > width) {
      tell(
          item,
          place,
          access ->
              new CallFault.BitField(
                  access, Integer.toUnsignedLong(count), Integer.toUnsignedLong(offset), width));
    }
  }

  public static void expectStep(long step, long extent, int bits, WorkItem item, int place) {
    if (Long.compareUnsigned(step, extent) < 0) {
      tell(item, place, access -> new CallFault.Step(access, unsigned(step), unsigned(extent)));
    }
  }

  // ---- Orders, scopes and flags that are computed ----

  public static void expectOrder(int order, int allowed, int bits, WorkItem item, int place) {
    if (!has(allowed, order)) {
      constant(item, place, MemoryConstant.ORDER, order, allowed);
    }
  }

  public static void expectScope(int scope, int allowed, int bits, WorkItem item, int place) {
    if (!has(allowed, scope)) {
      constant(item, place, MemoryConstant.SCOPE, scope, allowed);
    }
  }

  private static void constant(
      WorkItem item, int place, MemoryConstant type, int number, int allowed) {
    tell(item, place, access -> new CallFault.Constant(access, type, number, allowed));
  }

  /** Returns whether a number is one of a set of small ones. */
  static boolean has(int bits, int number) {
    return number >= 0 && number < Integer.SIZE && (bits >>> number & 1) != 0;
  }

  public static void expectFlags(int flags, int allowed, int bits, WorkItem item, int place) {
    if ((flags & ~allowed) != 0) {
      tell(item, place, access -> new CallFault.Flags(access, Integer.toUnsignedLong(flags)));
    }
  }

  // ---- Samplers and coordinates ----

  public static void expectCoordinate(float at, WorkItem item, int place) {
    if (!Float.isFinite(at)) {
      tell(item, place, access -> new CallFault.Coordinate(access, at));
    }
  }

  /**
   * Looks at a sampler.
   *
   * @param use 1 with whole coordinates, 2 by a function that reads integers
   */
  public static void expectSampler(int sampler, int use, int bits, WorkItem item, int place) {
    boolean normalized = (sampler & NORMALIZED) != 0;
    boolean whole = (use & WHOLE_COORDINATES) != 0;
    boolean repeats = (sampler & ADDRESS_MODES) >= REPEAT;
    if ((use & LEVELS) != 0 && !normalized) {
      tell(item, place, CallFault.LevelsUnnormalized::new);
    }
    if ((use & ~LEVELS) != 0 && (sampler & LINEAR) != 0) {
      tell(item, place, access -> new CallFault.Filter(access, whole));
    } else if (whole && normalized) {
      tell(item, place, CallFault.WholeNormalized::new);
    } else if (repeats && !normalized) {
      boolean mirrored = (sampler & ADDRESS_MODES) != REPEAT;
      tell(item, place, access -> new CallFault.RepeatUnnormalized(access, mirrored));
    }
  }

  // ---- What can be seen in the program, where it is run ----

  /** A compare-and-exchange whose order of failure is stronger than that of success. */
  public static void failureOrder(WorkItem item, String success, String failure, int place) {
    tell(item, place, access -> new CallFault.FailureOrder(access, success, failure));
  }

  /** An atomic operation on private memory. */
  static void privateAtomic(WorkItem item, int place) {
    tell(item, place, CallFault.PrivateAtomic::new);
  }

  /** A call of printf whose arguments do not fit the format. */
  public static void printf(WorkItem item, String mistake, int place) {
    tell(item, place, access -> new CallFault.Printf(access, mistake));
  }

  /** A quotient that the type has not got. */
  static void quotient(WorkItem item, long least, int place) {
    tell(item, place, access -> new CallFault.Quotient(access, least));
  }
}
