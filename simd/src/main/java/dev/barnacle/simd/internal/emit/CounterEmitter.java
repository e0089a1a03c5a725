package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Parameter;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.analysis.CounterCopies;

/**
 * Emits the copies of a region's counters ({@link CounterCopies}) on the stack: zeros when the
 * region begins, and what was counted in them is added to local memory when it ends. Where that is
 * zero nothing is written: the program's counters may be fewer than an index can tell.
 */
public final class CounterEmitter {
  /** The number of places where lanes count: memory, and the copies. */
  private static final int PLACES = CounterCopies.PLACES;

  private static final int WIDTH = 16;
  private static final String VECTOR = "<16 x i32>";
  private static final String LOAD = "@llvm.masked.load.v16i32.p0";
  private static final String STORE = "@llvm.masked.store.v16i32.p0";

  private final GroupScope group;
  private final CounterCopies.Counters counters;
  private final String copies;
  private final String prefix;

  public CounterEmitter(GroupScope group, CounterCopies.Counters counters, int region) {
    this.group = group;
    this.counters = counters;
    this.copies = "%counters" + region;
    this.prefix = "r" + region + ".count";
  }

  /** Returns whether an operation counts in the copies. */
  public boolean counts(AtomicRmw update) {
    return counters.updates().contains(update);
  }

  /**
   * Returns the address of the counters that a lane uses.
   *
   * @param memory the address of the counters in local memory
   */
  public String base(int lane, String memory, LlvmText out) {
    int place = lane % PLACES;
    return place == 0 ? memory : out.gepInBounds(copies, (place - 1) * counters.bytes());
  }

  private long size() {
    return (PLACES - 1) * counters.bytes();
  }

  /** Adds the stack slot, and zeros in it. */
  public void begin(LlvmText out) {
    group.allocas().as(copies).alloca(HelperScope.bytes(size()), 64);
    group.module().declare("void @llvm.memset.p0.i64(ptr, i8, i64, i1)");
    out.call("void", "@llvm.memset.p0.i64", "ptr " + copies, "i8 0", "i64 " + size(), "i1 false");
  }

  private String memory(LlvmText out) {
    return counters.base() instanceof GlobalVariable variable
        ? out.gepInBounds("%arena", group.module().layout().offsetOf(variable))
        : group.parameter((Parameter) counters.base());
  }

  /** Adds up the copies, behind the block {@code before}. */
  public void end(String before, LlvmText out) {
    group.module().declare(VECTOR + " " + LOAD + "(ptr, i32, <16 x i1>, " + VECTOR + ")");
    group.module().declare("void " + STORE + "(" + VECTOR + ", ptr, i32, <16 x i1>)");
    String start = memory(out);
    out.br(prefix);
    out.label(prefix);
    String at = "%" + prefix + ".at";
    String next = "%" + prefix + ".next";
    out.as(at).phi("i64", LlvmText.incoming("0", before), LlvmText.incoming(next, prefix));
    String sum = "zeroinitializer";
    for (int place = 1; place < PLACES; place++) {
      String copy = out.gepInBounds(base(place, start, out), at);
      sum = out.add(VECTOR, sum, out.load(VECTOR, copy, 64));
    }
    String some = "<16 x i1> " + out.icmp("ne", VECTOR, sum, "zeroinitializer");
    String address = "ptr " + out.gep(start, at);
    String zeros = VECTOR + " zeroinitializer";
    String known = out.call(VECTOR, LOAD, address, "i32 4", some, zeros);
    String all = VECTOR + " " + out.add(VECTOR, known, sum);
    out.call("void", STORE, all, address, "i32 4", some);
    out.as(next).binary("add nuw nsw", "i64", at, WIDTH * Integer.BYTES);
    String more = out.icmp("ult", "i64", next, counters.bytes());
    out.br(more, prefix, prefix + ".done");
    out.label(prefix + ".done");
  }
}
