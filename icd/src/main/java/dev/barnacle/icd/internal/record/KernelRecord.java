package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.internal.abi.Native;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * {@code Kernel} of {@code records.h}: the arguments that the shim sets, and the plans of launches
 * that it runs.
 */
public final class KernelRecord {
  private static final int COUNT = 16;
  private static final int CONSTANT_BYTES = 24;
  private static final int CHANGED = 32;
  private static final int KNOWN = 40;
  private static final int PLANS = 48;
  private static final int LATEST = 56;
  private static final int USES = LATEST + Long.BYTES;
  private static final int EXPECTED = USES + Uses.BYTES;
  private static final int PARAMETERS = EXPECTED + Long.BYTES;
  private static final int PARAMETER_BYTES = 32;
  private static final int VALUE_ALIGNMENT = 16;

  /** Arguments that fit into a word, a bit each. */
  private static final int MOST = 64;

  /**
   * The bytes that every device takes in constant memory (clGetDeviceInfo, {@code
   * CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE}). More is for Java to look at: to ask the system how much
   * memory there is takes 10 ms, the first time.
   */
  private static final long LEAST_CONSTANT_BYTES = 64 << 10;

  private static final int VALUE = 1;
  private static final int GLOBAL = 2;
  private static final int CONSTANT = 3;
  private static final int LOCAL = 4;

  private final List<KernelParameter> parameters;
  private final MemorySegment memory;

  /**
   * Makes one without arguments.
   *
   * @param context the handle of its context
   */
  public KernelRecord(long context, Kernel kernel) {
    parameters = kernel.parameters();
    long values = PARAMETERS + (long) PARAMETER_BYTES * parameters.size();
    long end = values;
    for (KernelParameter parameter : parameters) {
      end = align(end) + bytes(parameter);
    }
    memory = Records.memory(end + VALUE_ALIGNMENT);
    long at = memory.address();
    Native.putLong(at, Records.KERNEL);
    Native.putLong(at + Long.BYTES, context);
    Native.putLong(at + COUNT, parameters.size());
    Native.putLong(at + CONSTANT_BYTES, LEAST_CONSTANT_BYTES);
    long value = values;
    for (KernelParameter parameter : parameters) {
      long place = at + PARAMETERS + (long) PARAMETER_BYTES * parameter.index();
      value = align(value);
      Native.putLong(place, kind(parameter));
      Native.putLong(place + 8, parameter.isConst() ? 1 : 0);
      Native.putLong(place + 16, parameter.byteSize());
      Native.putLong(place + 24, at + value);
      value += bytes(parameter);
    }
  }

  /** Returns whether a kernel can have a record. */
  public static boolean isFor(Kernel kernel) {
    return kernel.parameters().size() <= MOST && !kernel.program().isBuiltIn();
  }

  private static long align(long at) {
    return (at + VALUE_ALIGNMENT - 1) & -VALUE_ALIGNMENT;
  }

  private static long bytes(KernelParameter parameter) {
    return Math.max(Long.BYTES, parameter.byteSize());
  }

  private static int kind(KernelParameter parameter) {
    return switch (parameter.kind()) {
      case VALUE, STRUCT -> VALUE;
      case GLOBAL -> GLOBAL;
      case CONSTANT -> CONSTANT;
      case LOCAL -> LOCAL;
      default -> 0;
    };
  }

  /**
   * Takes it away from the shim.
   *
   * @return whether launches in the shim use the kernel, which tells of the end of the last one
   */
  public boolean retire(long handle) {
    return new Uses(memory, USES).retire(handle);
  }

  /** Returns its address. */
  public long address() {
    return memory.address();
  }

  /** Returns the arguments that the shim has set since this was asked last, a bit each. */
  public long takeChanged() {
    long changed = Native.getLong(address() + CHANGED);
    if (changed != 0) {
      Native.putLong(address() + CHANGED, 0);
    }
    return changed;
  }

  /** Returns the address of an argument's value: for a buffer of its handle. */
  public long value(int index) {
    return Native.getLong(address() + PARAMETERS + (long) PARAMETER_BYTES * index + 24);
  }

  /** Is told that Java has set an argument to something that the shim can't. */
  public void setByJava(int index) {
    know(index, false);
  }

  /** Is told that Java has set an argument to so many bytes of local memory. */
  public void setLocal(int index, long bytes) {
    Native.putLong(value(index), bytes);
    know(index, true);
  }

  private void know(int index, boolean known) {
    long at = address();
    long bit = 1L << index;
    long before = Native.getLong(at + KNOWN);
    Native.putLong(at + KNOWN, known ? before | bit : before & ~bit);
    Native.putLong(at + CHANGED, Native.getLong(at + CHANGED) & ~bit);
    Native.putLong(at + LATEST, 0);
  }

  /** Says that Java has a launch of it that may become a plan. */
  void expectPlan() {
    Native.putLong(address() + EXPECTED, 1);
  }

  /** Returns where the address of the first plan is. */
  long plans() {
    return address() + PLANS;
  }
}
