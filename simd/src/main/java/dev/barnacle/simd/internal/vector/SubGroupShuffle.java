package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.ScalarSubGroups;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Emits shuffles of a sub-group's values (the extension {@code cl_khr_subgroup_shuffle}): one
 * permutation where the lanes' sources are known, as with the constant mask of a butterfly; else
 * the vector is put on the stack and gathered from there.
 */
public final class SubGroupShuffle {
  private static final int MAX_DEPTH = 6;

  private final VectorScope scope;

  public SubGroupShuffle(VectorScope scope) {
    this.scope = scope;
  }

  public void emit(GroupOperation i) {
    List<OptionalInt> known =
        IntStream.range(0, scope.lanes()).mapToObj(l -> source(i.operand(1), l, 0)).toList();
    boolean constant = known.stream().allMatch(OptionalInt::isPresent);
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      String values = scope.part(i.operand(0), p);
      parts.add(
          constant
              ? permuted(i.type().scalar(), values, known)
              : gathered(i.type().scalar(), values, i.operand(1)));
    }
    scope.set(i, parts);
  }

  private String permuted(Type scalar, String values, List<OptionalInt> sources) {
    int lanes = scope.lanes();
    // A source that is no work-item of the sub-group is undefined behaviour, but not one of LLVM's.
    return scope
        .out()
        .shuffle(
            scope.vectorType(scalar),
            values,
            lanes,
            l -> sources.get(l).orElseThrow() & (lanes - 1));
  }

  private String gathered(Type scalar, String values, Value id) {
    LlvmText out = scope.out();
    String slot = "%shuffle" + scope.names().number();
    String type = scope.vectorType(scalar);
    scope.group().allocas().as(slot).alloca(type);
    out.store(type, values, slot);
    String ids = scope.vectorType(Types.I32);
    String most = scope.constant(Types.I32, scope.lanes() - 1);
    String bounded = out.and(ids, scope.part(id, 0), most);
    String at = out.gep(LlvmTypes.type(scalar), "ptr", slot, ids, bounded);
    // All places are within the slot: no lane need be left out.
    return scope.call(
        "",
        type,
        "@llvm.masked.gather." + scope.vectorSuffix(scalar) + ".v" + scope.lanes() + "p0",
        List.of(LlvmTypes.vector(scope.lanes(), "ptr"), "i32", scope.vectorType(Types.I1), type),
        List.of(
            at, Long.toString(scalar.byteSize()), scope.splatConstant("true"), "zeroinitializer"));
  }

  /** Returns the number that {@code id} is in a lane, if only the lane decides. */
  private OptionalInt source(Value id, int lane, int depth) {
    return switch (id) {
      case IntConstant constant -> OptionalInt.of((int) constant.value());
      case WorkItemQuery query -> source(query, lane);
      case Binary binary when depth < MAX_DEPTH -> {
        OptionalInt a = source(binary.operand(0), lane, depth + 1);
        OptionalInt b = source(binary.operand(1), lane, depth + 1);
        yield a.isEmpty() || b.isEmpty()
            ? OptionalInt.empty()
            : computed(binary.op(), a.getAsInt(), b.getAsInt());
      }
      case Select select when depth < MAX_DEPTH -> {
        Optional<Boolean> condition = condition(select.operand(0), lane, depth + 1);
        yield condition.isEmpty()
            ? OptionalInt.empty()
            : source(select.operand(condition.get() ? 1 : 2), lane, depth + 1);
      }
      default -> OptionalInt.empty();
    };
  }

  private OptionalInt source(WorkItemQuery query, int lane) {
    return switch (query.kind()) {
      case SUB_GROUP_LOCAL_ID -> OptionalInt.of(lane);
      case MAX_SUB_GROUP_SIZE -> OptionalInt.of(ScalarSubGroups.maxSize(scope.module()));
      default -> OptionalInt.empty();
    };
  }

  /** Returns whether a comparison for equality holds in a lane, if only the lane decides. */
  private Optional<Boolean> condition(Value value, int lane, int depth) {
    if (!(value instanceof Compare compare) || compare.predicate() != Compare.Predicate.EQ) {
      return Optional.empty();
    }
    OptionalInt a = source(compare.operand(0), lane, depth);
    OptionalInt b = source(compare.operand(1), lane, depth);
    return a.isEmpty() || b.isEmpty()
        ? Optional.empty()
        : Optional.of(a.getAsInt() == b.getAsInt());
  }

  private static OptionalInt computed(Binary.Op op, int a, int b) {
    return switch (op) {
      case ADD -> OptionalInt.of(a + b);
      case SUB -> OptionalInt.of(a - b);
      case XOR -> OptionalInt.of(a ^ b);
      case AND -> OptionalInt.of(a & b);
      case OR -> OptionalInt.of(a | b);
      default -> OptionalInt.empty();
    };
  }
}
