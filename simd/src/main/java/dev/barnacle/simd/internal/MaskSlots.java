package dev.barnacle.simd.internal;

import dev.barnacle.ir.Types;

/**
 * Which lanes run a piece of code, where that is known only at run time: in variables that LLVM
 * makes registers of.
 *
 * <p>AVX-512 has registers for truth values. On other processors a comparison gives all ones or all
 * zeros in each element, and a mask is best left so. LLVM would rather have truth values from block
 * to block, packed to less than words, and unpack them where they are used; it is told nothing of
 * where these vectors come from.
 */
final class MaskSlots {
  private final VectorFrame frame;
  private final String truth;
  private final String stored;

  MaskSlots(VectorFrame frame) {
    this.frame = frame;
    this.truth = frame.vectorType(Types.I1);
    int bits = frame.module().target().maskBits(frame.lanes());
    this.stored = bits == 1 ? truth : "<" + frame.lanes() + " x i" + bits + ">";
  }

  private LlvmText out() {
    return frame.out();
  }

  /** Returns a new one, in which nothing is yet. */
  String make() {
    String slot = "%mask" + frame.names().number();
    frame.group().allocas().line(slot + " = alloca " + stored);
    return slot;
  }

  /** Leaves no lane in it. */
  void clear(String slot) {
    out().line("store " + stored + " zeroinitializer, ptr " + slot);
  }

  /** Makes a mask the one in it. */
  void set(String slot, String mask) {
    out().line("store " + stored + " " + wide(mask) + ", ptr " + slot);
  }

  /** Returns the mask in it, a truth value for each lane. */
  String get(String slot) {
    String mask = out().assign("load " + stored + ", ptr " + slot);
    return stored.equals(truth)
        ? mask
        : out().assign("icmp slt " + stored + " " + opaque(mask) + ", zeroinitializer");
  }

  /** Adds lanes to it. */
  void add(String slot, String mask) {
    String before = out().assign("load " + stored + ", ptr " + slot);
    String now = out().assign("or " + stored + " " + before + ", " + wide(mask));
    out().line("store " + stored + " " + now + ", ptr " + slot);
  }

  private String wide(String mask) {
    if (stored.equals(truth)) {
      return mask;
    }
    String wide = out().assign("sext " + truth + " " + mask + " to " + stored);
    return mask.startsWith("%") ? opaque(wide) : wide;
  }

  /** Returns the same value, about which LLVM knows nothing; no instruction comes of it. */
  private String opaque(String wide) {
    return out().assign("call " + stored + " asm \"\", \"=x,0\"(" + stored + " " + wide + ")");
  }
}
