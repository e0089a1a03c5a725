package dev.barnacle.simd.internal.vector.region;

import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;

/** Emits estimates of AVX-512, with an error below 2^-14, for all lanes. */
final class Estimates {
  /** Lanes of a register of AVX-512. */
  private static final int REGISTER = 16;

  private final VectorScope scope;

  Estimates(VectorScope scope) {
    this.scope = scope;
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Returns the estimates for the vector {@code x} of floats, a register at a time.
   *
   * @param name of the instruction, such as {@code rcp14}
   */
  String emit(String name, String type, String x) {
    if (scope.lanes() <= REGISTER) {
      return emit(name, scope.lanes(), x);
    }
    List<String> parts = new ArrayList<>();
    for (int from = 0; from < scope.lanes(); from += REGISTER) {
      int first = from;
      parts.add(emit(name, REGISTER, out().shuffle(type, x, REGISTER, e -> first + e)));
    }
    return out().concatenated("float", REGISTER, parts);
  }

  private String emit(String name, int lanes, String x) {
    String type = LlvmTypes.vector(lanes, "float");
    String function = "@llvm.x86.avx512." + name + ".ps." + 32 * lanes;
    List<String> types = List.of(type, type, "i" + Math.max(8, lanes));
    return scope.call("", type, function, types, List.of(x, "zeroinitializer", "-1"));
  }
}
