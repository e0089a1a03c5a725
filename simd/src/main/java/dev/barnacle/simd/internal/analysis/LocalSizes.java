package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.OptionalLong;

/** Finds the values that are constants once the local size and some arguments are known. */
public final class LocalSizes {
  private static final int MAX_DEPTH = 6;

  private final Specialization specialization;

  public LocalSizes(Specialization specialization) {
    this.specialization = specialization;
  }

  /** Returns the value, sign-extended, if it is a constant. */
  public OptionalLong constant(Value value) {
    return constant(value, 0);
  }

  private OptionalLong constant(Value value, int depth) {
    if (value instanceof IntConstant known) {
      return OptionalLong.of(known.value());
    }
    if (depth > MAX_DEPTH || !(value.type() instanceof IntType)) {
      return OptionalLong.empty();
    }
    return switch (value) {
      case WorkItemQuery query -> size(query);
      case Cast _, Binary _ ->
          ConstantFolding.fold((Instruction) value, operand -> constant(operand, depth + 1));
      case Phi phi when phi.operands().size() == 1 -> constant(phi.operand(0), depth + 1);
      case Parameter parameter -> specialization.value(parameter);
      default -> OptionalLong.empty();
    };
  }

  private static boolean isSize(WorkItemQuery query) {
    return query.operands().size() == 1
        && query.operand(0) instanceof IntConstant
        && (query.kind() == WorkItemQuery.Kind.LOCAL_SIZE
            || query.kind() == WorkItemQuery.Kind.ENQUEUED_LOCAL_SIZE);
  }

  private OptionalLong size(WorkItemQuery query) {
    if (specialization.merged() && isSize(query)) {
      return OptionalLong.of(1);
    }
    boolean exact =
        !specialization.general()
            && (query.kind() == WorkItemQuery.Kind.ENQUEUED_LOCAL_SIZE
                || (query.kind() == WorkItemQuery.Kind.LOCAL_SIZE && !specialization.partial()));
    return exact && query.operand(0) instanceof IntConstant dimension && dimension.unsigned() < 3
        ? OptionalLong.of(specialization.local((int) dimension.unsigned()))
        : OptionalLong.empty();
  }
}
