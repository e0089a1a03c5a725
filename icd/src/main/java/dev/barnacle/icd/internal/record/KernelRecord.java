package dev.barnacle.icd.internal.record;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.llvm.clang.RecordLayout;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * {@code Kernel} of {@code records.h}: the arguments that the shim sets, and the plans of launches
 * that it runs.
 */
public final class KernelRecord {
  /** A kernel's record, before its parameters. */
  static final RecordLayout LAYOUT = new RecordLayout("Kernel");

  private static final int HEAD = LAYOUT.structure(RecordHeader.HEAD, "head");

  /** The number of its parameters; at most {@link #MOST}. */
  private static final int COUNT = LAYOUT.field("long", "count");

  /** The bytes that an argument in constant memory may surely have. */
  private static final int CONSTANT_BYTES = LAYOUT.field("long", "constant_bytes");

  /** Arguments that Java does not know yet, a bit each. */
  private static final int CHANGED = LAYOUT.field("unsigned long", "changed");

  /** Arguments that are set and known to the shim. */
  private static final int KNOWN = LAYOUT.field("unsigned long", "known");

  private static final int PLANS = LAYOUT.field("Plan", "*plans");

  /**
   * The number of the plan that fits the arguments as they are, but for integers, and the epoch in
   * which it did, as one word: threads may launch at once; atomic.
   */
  private static final int LATEST = LAYOUT.field("unsigned long", "latest");

  /** Launches that have not ended. */
  private static final int USES = LAYOUT.structure(Uses.LAYOUT, "uses");

  /** A launch has been given to Java, which may make a plan of it when it has ended. */
  private static final int EXPECTED = LAYOUT.field("long", "is_expected");

  private static final int PARAMETERS = LAYOUT.bytes();

  static final RecordLayout PARAMETER = new RecordLayout("Parameter");

  private static final int KIND = PARAMETER.field("long", "kind");
  private static final int IS_CONST = PARAMETER.field("long", "is_const");

  /** The bytes of a value. */
  private static final int BYTES = PARAMETER.field("long", "bytes");

  /** The place of a value, or of 8 bytes: the handle of a buffer, the size of local memory. */
  private static final int PLACE = PARAMETER.field("char", "*value");

  private static final int PARAMETER_BYTES = PARAMETER.bytes();
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
    Records.begin(at + HEAD, Records.KERNEL, context);
    Native.putLong(at + COUNT, parameters.size());
    Native.putLong(at + CONSTANT_BYTES, LEAST_CONSTANT_BYTES);
    long value = values;
    for (KernelParameter parameter : parameters) {
      long place = at + PARAMETERS + (long) PARAMETER_BYTES * parameter.index();
      value = align(value);
      Native.putLong(place + KIND, kind(parameter));
      Native.putLong(place + IS_CONST, parameter.isConst() ? 1 : 0);
      Native.putLong(place + BYTES, parameter.byteSize());
      Native.putLong(place + PLACE, at + value);
      value += bytes(parameter);
    }
  }

  /** Returns the kinds of arguments in C: of the others Java alone knows how they are set. */
  static String constants() {
    return Records.constants("VALUE", VALUE, "GLOBAL", GLOBAL, "CONSTANT", CONSTANT)
        + Records.constants("LOCAL", LOCAL);
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
    return Native.getLong(address() + PARAMETERS + (long) PARAMETER_BYTES * index + PLACE);
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
