package dev.barnacle.simd.internal.vector;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.text.LlvmText;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Emits shuffles of a sub-group's values (the extension {@code cl_khr_subgroup_shuffle}): one
 * permutation where the lanes' sources are known, as with the constant mask of a butterfly; else
 * the vector is put on the stack and gathered from there.
 */
public final class LaneShuffle {
  private static final int MAX_DEPTH = 6;

  private final VectorFrame frame;

  public LaneShuffle(VectorFrame frame) {
    this.frame = frame;
  }

  public void emit(GroupOperation i) {
    List<OptionalInt> known =
        IntStream.range(0, frame.lanes()).mapToObj(l -> source(i.operand(1), l, 0)).toList();
    boolean constant = known.stream().allMatch(OptionalInt::isPresent);
    List<String> parts = new ArrayList<>();
    for (int p = 0; p < i.type().lanes(); p++) {
      String values = frame.part(i.operand(0), p);
      parts.add(
          constant
              ? permuted(i.type().scalar(), values, known)
              : gathered(i.type().scalar(), values, i.operand(1)));
    }
    frame.set(i, parts);
  }

  private String permuted(Type scalar, String values, List<OptionalInt> sources) {
    int lanes = frame.lanes();
    // A source that is no work-item of the sub-group is undefined behaviour, but not one of LLVM's.
    return frame
        .out()
        .shuffle(
            frame.vectorType(scalar),
            values,
            lanes,
            l -> sources.get(l).orElseThrow() & (lanes - 1));
  }

  private String gathered(Type scalar, String values, Value id) {
    LlvmText out = frame.out();
    String slot = "%shuffle" + frame.names().number();
    String type = frame.vectorType(scalar);
    frame.group().allocas().as(slot).alloca(type);
    out.store(type, values, slot);
    String ids = frame.vectorType(Types.I32);
    String most = frame.constant(Types.I32, frame.lanes() - 1);
    String bounded = out.and(ids, frame.part(id, 0), most);
    String at = out.gep(LlvmTypes.type(scalar), "ptr", slot, ids, bounded);
    // All places are within the slot: no lane need be left out.
    return frame.call(
        "",
        type,
        "@llvm.masked.gather." + frame.vectorSuffix(scalar) + ".v" + frame.lanes() + "p0",
        List.of(LlvmTypes.vector(frame.lanes(), "ptr"), "i32", frame.vectorType(Types.I1), type),
        List.of(
            at, Long.toString(scalar.byteSize()), frame.splatConstant("true"), "zeroinitializer"));
  }

  /** Returns the number that {@code id} is in a lane, if only the lane decides. */
  private static OptionalInt source(Value id, int lane, int depth) {
    return switch (id) {
      case IntConstant constant -> OptionalInt.of((int) constant.value());
      case WorkItemQuery query when query.kind() == WorkItemQuery.Kind.SUB_GROUP_LOCAL_ID ->
          OptionalInt.of(lane);
      case Binary binary when depth < MAX_DEPTH -> {
        OptionalInt a = source(binary.operand(0), lane, depth + 1);
        OptionalInt b = source(binary.operand(1), lane, depth + 1);
        yield a.isEmpty() || b.isEmpty()
            ? OptionalInt.empty()
            : computed(binary.op(), a.getAsInt(), b.getAsInt());
      }
      default -> OptionalInt.empty();
    };
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
