package dev.barnacle.watch.internal.code.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * On which of the ids that tell the work-items of a group apart the values of a kernel depend, by
 * what they are computed from.
 */
final class IdDependence {
  private static final int DIMENSIONS = 3;

  /** All dimensions, as bits. */
  private static final int ALL = (1 << DIMENSIONS) - 1;

  private final int asked;

  IdDependence(Function kernel) {
    int dimensions = 0;
    for (Instruction instruction :
        kernel.blocks().stream().map(Block::instructions).flatMap(List::stream).toList()) {
      if (instruction instanceof WorkItemQuery query) {
        dimensions |= of(query);
      }
    }
    this.asked = dimensions;
  }

  /** Returns whether several work-items of a group may have the same value. */
  boolean isOfSeveral(Value value) {
    return (of(value, new HashSet<>()) & asked) != asked;
  }

  private static int of(Value value, Set<Value> seen) {
    if (!(value instanceof Instruction instruction) || !seen.add(value)) {
      return 0;
    }
    return switch (instruction) {
      case WorkItemQuery query -> of(query);
      case Binary _, Cast _, Phi _, PointerAdd _, Select _, Compare _ -> {
        int all = 0;
        for (Value operand : instruction.operands()) {
          all |= of(operand, seen);
        }
        yield all;
      }
      default -> ALL;
    };
  }

  private static int of(WorkItemQuery query) {
    return switch (query.kind()) {
      case LOCAL_ID, GLOBAL_ID ->
          query.operand(0) instanceof IntConstant dimension
                  && dimension.value() >= 0
                  && dimension.value() < DIMENSIONS
              ? 1 << dimension.value()
              : ALL;
      case GLOBAL_LINEAR_ID, LOCAL_LINEAR_ID, SUB_GROUP_ID, SUB_GROUP_LOCAL_ID -> ALL;
      default -> 0;
    };
  }
}
