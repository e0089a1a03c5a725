package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Types;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.HashSet;
import java.util.Set;

/**
 * The masks of pieces that are known only at run time, in stack slots of which LLVM makes
 * registers.
 *
 * <p>AVX-512 has registers for truth values. On other processors a comparison gives all ones or all
 * zeros in each element, and a mask is best left so. LLVM would rather have truth values from block
 * to block, packed to less than words, and unpack them where they are used; it is told nothing of
 * where these vectors come from.
 */
public final class MaskSlots {
  private final VectorScope scope;
  private final String truth;
  private final String words;
  private final Set<String> inWords = new HashSet<>();

  public MaskSlots(VectorScope scope) {
    this.scope = scope;
    this.truth = scope.vectorType(Types.I1);
    int bits = scope.module().target().maskBits(scope.lanes());
    this.words = bits == 1 ? truth : LlvmTypes.vector(scope.lanes(), "i" + bits);
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Returns a new one, in which nothing is yet.
   *
   * @param changes whether it is read and written again and again, in a loop that lanes leave one
   *     by one; elsewhere LLVM had better know where a mask comes from
   */
  public String make(boolean changes) {
    String slot = "%mask" + scope.names().number();
    if (changes && !words.equals(truth)) {
      inWords.add(slot);
    }
    scope.group().allocas().as(slot).alloca(type(slot));
    return slot;
  }

  private String type(String slot) {
    return inWords.contains(slot) ? words : truth;
  }

  /** Leaves no lane in it. */
  public void clear(String slot) {
    out().store(type(slot), "zeroinitializer", slot);
  }

  /** Makes a mask the one in it. */
  public void set(String slot, String mask) {
    out().store(type(slot), stored(slot, mask), slot);
  }

  /** Returns the mask in it, a truth value for each lane. */
  public String get(String slot) {
    String type = type(slot);
    String mask = out().load(type, slot);
    return type.equals(truth) ? mask : out().icmp("slt", type, opaque(mask), "zeroinitializer");
  }

  /** Adds lanes to it. */
  public void add(String slot, String mask) {
    String type = type(slot);
    String before = out().load(type, slot);
    String now = out().or(type, before, stored(slot, mask));
    out().store(type, now, slot);
  }

  private String stored(String slot, String mask) {
    if (!inWords.contains(slot)) {
      return mask;
    }
    String wide = out().sext(truth, mask, words);
    return mask.startsWith("%") ? opaque(wide) : wide;
  }

  /** Returns the same value, about which LLVM knows nothing; no instruction comes of it. */
  private String opaque(String wide) {
    return out().call(words, "asm \"\", \"=x,0\"", LlvmText.typed(words, wide));
  }
}
