package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.Cast;
import dev.barnacle.ir.WorkItemQuery;
import java.util.BitSet;
import java.util.Objects;

/** Finds what may come after an operation of a function. */
final class Ahead {
  private Ahead() {}

  /**
   * Returns for each operation whether it, or what may come after it, asks for what tells the
   * work-item from others. The functions that are called are known already.
   */
  static boolean[] asks(Op[] ops) {
    boolean[] asks = new boolean[ops.length];
    boolean again = true;
    while (again) {
      again = false;
      for (int i = ops.length - 1; i >= 0; i--) {
        if (!asks[i] && (asks(ops[i]) || isNextAsking(ops, i, asks))) {
          asks[i] = true;
          again = true;
        }
      }
    }
    return asks;
  }

  private static boolean isNextAsking(Op[] ops, int at, boolean[] asks) {
    for (Edge edge : ops[at].edges) {
      if (asks[edge.target()]) {
        return true;
      }
    }
    return at + 1 < ops.length && ops[at].falls() && asks[at + 1];
  }

  private static boolean asks(Op op) {
    return switch (op.kind) {
      case QUERY ->
          switch (((WorkItemQuery) op.source).kind()) {
            case WORK_DIM,
                GLOBAL_SIZE,
                NUM_GROUPS,
                GLOBAL_OFFSET,
                MAX_SUB_GROUP_SIZE,
                ENQUEUED_LOCAL_SIZE ->
                false;
            default -> true;
          };
      case GROUP -> true;
      case CAST -> ((Cast) op.source).op() == Cast.Op.PTRTOINT;
      case CALL -> {
        boolean[] callee = Objects.requireNonNull(op.callee).asks;
        yield callee.length > 0 && callee[0];
      }
      default -> false;
    };
  }

  /** Adds the registers that an operation uses. */
  static void operands(Op op, BitSet used) {
    for (int k = 0; k < op.operands.length; k++) {
      boolean own = k < op.source.operands().size();
      use(op.operands[k], own ? op.source.operand(k).type().lanes() : 1, used);
    }
  }

  private static void use(int operand, int lanes, BitSet used) {
    if (operand >= 0) {
      used.set(operand, operand + lanes);
    }
  }
}
