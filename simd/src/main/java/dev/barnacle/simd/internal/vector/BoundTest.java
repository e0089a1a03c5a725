package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Compare.Predicate;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Emits a scalar test whether a comparison of an affine value with a uniform one has the same
 * result for all lanes: whether it does for the lane with the largest or smallest value, and the
 * values don't wrap around. The test may fail though all lanes agree.
 */
public final class BoundTest {
  private static final Map<Predicate, Predicate> OPPOSITES =
      Map.of(
          Predicate.ULT,
          Predicate.UGE,
          Predicate.ULE,
          Predicate.UGT,
          Predicate.UGT,
          Predicate.ULE,
          Predicate.UGE,
          Predicate.ULT,
          Predicate.SLT,
          Predicate.SGE,
          Predicate.SLE,
          Predicate.SGT,
          Predicate.SGT,
          Predicate.SLE,
          Predicate.SGE,
          Predicate.SLT);

  private static final Map<Predicate, Predicate> SWAPPED =
      Map.of(
          Predicate.ULT,
          Predicate.UGT,
          Predicate.ULE,
          Predicate.UGE,
          Predicate.UGT,
          Predicate.ULT,
          Predicate.UGE,
          Predicate.ULE,
          Predicate.SLT,
          Predicate.SGT,
          Predicate.SLE,
          Predicate.SGE,
          Predicate.SGT,
          Predicate.SLT,
          Predicate.SGE,
          Predicate.SLE);

  private final VectorScope scope;

  public BoundTest(VectorScope scope) {
    this.scope = scope;
  }

  /**
   * Adds the test, an i1; null where the condition is not such a comparison.
   *
   * @param outcome what the comparison is to say for all lanes
   */
  public @Nullable String all(Value condition, boolean outcome) {
    if (!(condition instanceof Compare compare)
        || !(compare.operand(0).type() instanceof IntType type)
        || !OPPOSITES.containsKey(compare.predicate())
        || scope.shape(compare.operand(0)).isVarying()
        || scope.shape(compare.operand(1)).isVarying()) {
      return null;
    }
    boolean swapped = scope.shape(compare.operand(0)).isUniform();
    Value rising = swapped ? compare.operand(1) : compare.operand(0);
    Value bound = swapped ? compare.operand(0) : compare.operand(1);
    long step = scope.shape(rising).stride();
    long span = step * (scope.lanes() - 1);
    if (!scope.shape(bound).isUniform()
        || step <= 0
        || step > Integer.MAX_VALUE
        || span >= 1L << Math.min(62, type.bits() - 1)) {
      return null;
    }
    Predicate predicate = swapped ? swapped(compare.predicate()) : compare.predicate();
    predicate = outcome ? predicate : opposite(predicate);
    LlvmText out = scope.out();
    String text = LlvmTypes.type(type);
    String first = scope.operand(rising);
    String last = out.add(text, first, span);
    String name = predicate.name().toLowerCase(Locale.ROOT);
    String far = name.charAt(1) == 'l' ? last : first;
    String holds = out.icmp(name, text, far, scope.operand(bound));
    return out.and("i1", holds, out.icmp(name.charAt(0) + "ge", text, last, first));
  }

  private static Predicate opposite(Predicate predicate) {
    return Objects.requireNonNull(OPPOSITES.get(predicate));
  }

  private static Predicate swapped(Predicate predicate) {
    return Objects.requireNonNull(SWAPPED.get(predicate));
  }
}
