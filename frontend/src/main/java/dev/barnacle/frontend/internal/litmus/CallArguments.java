package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryOrder;
import dev.barnacle.ir.MemoryScope;
import java.util.List;
import java.util.Set;

/** The arguments of a call, taken one after the other. */
final class CallArguments {
  private final LitmusParser.CallExpressionContext call;
  private final List<LitmusParser.ExpressionContext> list;
  private int next;

  CallArguments(LitmusParser.CallExpressionContext call) {
    this.call = call;
    this.list = call.expression();
  }

  LitmusParser.CallExpressionContext call() {
    return call;
  }

  LitmusParser.ExpressionContext take(String what) {
    if (next == list.size()) {
      throw LitmusErrors.at(call, name() + " needs " + what);
    }
    return list.get(next++);
  }

  boolean more() {
    return next < list.size();
  }

  /** Returns the number of arguments that are left. */
  int left() {
    return list.size() - next;
  }

  String name() {
    return call.NAME().getText();
  }

  /** The next argument, a memory order; memory_order_seq_cst for a function that takes none. */
  MemoryOrder order(boolean given) {
    return given ? memoryOrder(take("a memory order")) : MemoryOrder.SEQ_CST;
  }

  /**
   * The next argument, a memory order that is not one of some that the operation cannot have.
   *
   * @param operation what the operation is called
   * @param section where C11 says so
   */
  MemoryOrder order(boolean given, Set<MemoryOrder> not, String operation, String section) {
    LitmusParser.ExpressionContext at = given && more() ? list.get(next) : call;
    MemoryOrder order = order(given);
    if (not.contains(order)) {
      throw LitmusErrors.at(
          at, operation + " cannot have memory_order_" + order.keyword() + " (" + section + ")");
    }
    return order;
  }

  boolean orderFollows() {
    return more() && plain(list.get(next)).startsWith("memory_order");
  }

  /** The last argument, a memory scope, or another where it is left out. */
  MemoryScope scope(MemoryScope otherwise) {
    MemoryScope scope = more() ? memoryScope(take("a memory scope")) : otherwise;
    end();
    return scope;
  }

  /** No more arguments may follow. */
  void end() {
    if (more()) {
      throw LitmusErrors.at(list.get(next), name() + " has too many arguments");
    }
  }

  /** The next argument, the flags of a fence or barrier. */
  Set<FenceFlag> flags() {
    LitmusParser.ExpressionContext expression = take("fence flags");
    long bits = 0;
    for (String word : plain(expression).split("\\|", -1)) {
      bits |=
          switch (word) {
            case "0" -> 0;
            case "CLK_LOCAL_MEM_FENCE" -> FenceFlag.LOCAL.bit();
            case "CLK_GLOBAL_MEM_FENCE" -> FenceFlag.GLOBAL.bit();
            case "CLK_IMAGE_MEM_FENCE" -> FenceFlag.IMAGE.bit();
            default ->
                throw LitmusErrors.at(
                    expression, "expected CLK_…_MEM_FENCE flags, found '" + word + "'");
          };
    }
    return FenceFlag.of(bits);
  }

  private static String plain(LitmusParser.ExpressionContext expression) {
    return expression.getText().replace("(", "").replace(")", "");
  }

  private static MemoryOrder memoryOrder(LitmusParser.ExpressionContext expression) {
    return switch (plain(expression)) {
      case "memory_order_relaxed" -> MemoryOrder.RELAXED;
      case "memory_order_consume" -> MemoryOrder.CONSUME;
      case "memory_order_acquire" -> MemoryOrder.ACQUIRE;
      case "memory_order_release" -> MemoryOrder.RELEASE;
      case "memory_order_acq_rel" -> MemoryOrder.ACQ_REL;
      case "memory_order_seq_cst" -> MemoryOrder.SEQ_CST;
      default ->
          throw LitmusErrors.at(
              expression, "expected a memory order, found '" + expression.getText() + "'");
    };
  }

  private static MemoryScope memoryScope(LitmusParser.ExpressionContext expression) {
    return switch (plain(expression)) {
      case "memory_scope_work_item" -> MemoryScope.WORK_ITEM;
      case "memory_scope_sub_group" -> MemoryScope.SUB_GROUP;
      case "memory_scope_work_group" -> MemoryScope.WORK_GROUP;
      case "memory_scope_device" -> MemoryScope.DEVICE;
      case "memory_scope_all_svm_devices", "memory_scope_all_devices" ->
          MemoryScope.ALL_SVM_DEVICES;
      default ->
          throw LitmusErrors.at(
              expression, "expected a memory scope, found '" + expression.getText() + "'");
    };
  }
}
