package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.internal.text.LlvmTypes;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Emits what sub-groups of one work-item do, and what those of any size do alike. */
public final class ScalarSubGroups {
  private ScalarSubGroups() {}

  /** Returns the work-items of the largest sub-group of a launch. */
  public static int maxSize(ModuleContext module) {
    return Math.min(module.subGroupSize(), module.specialization().groupSize());
  }

  /**
   * Emits a sub-group barrier: all lanes have done what comes before it, and other sub-groups of
   * the work-group run on the same thread. Other threads can see it where its scope is wider.
   */
  static void barrier(EmitScope scope, Barrier barrier) {
    if (barrier.scope().compareTo(MemoryScope.DEVICE) >= 0) {
      scope.out().fence("acq_rel");
    }
  }

  /** Emits an operation of a sub-group of one work-item. */
  static void alone(EmitScope scope, GroupOperation i) {
    String type = LlvmTypes.type(i.type());
    switch (i.op().uniform()) {
      case ALL, ANY, BALLOT -> {
        String set = scope.out().icmp("ne", type, scope.operand(i.operand(0)), 0);
        scope.define(i, o -> o.zext("i1", set, type));
      }
      case SCAN_EXCLUSIVE -> {
        String first = first(i.combine(), i.type().scalar());
        scope.alias(i, i.type().lanes() == 1 ? first : splat(i.type(), first));
      }
      default -> scope.alias(i, scope.operand(i.operand(0)));
    }
  }

  private static String splat(Type vector, String element) {
    String typed = LlvmTypes.type(vector.scalar()) + " " + element;
    return IntStream.range(0, vector.lanes())
        .mapToObj(l -> typed)
        .collect(Collectors.joining(", ", "<", ">"));
  }

  /** Returns what an exclusive scan starts with (OpenCL C, 6.15.19). */
  public static String first(GroupOperation.Combine how, Type scalar) {
    if (scalar instanceof FloatType type) {
      return switch (how) {
        case MIN -> infinity(type, false);
        case MAX -> infinity(type, true);
        case MUL -> "1.0";
        default -> "0.0";
      };
    }
    return Long.toString(how.identity(((IntType) scalar).bits()));
  }

  private static String infinity(FloatType type, boolean negative) {
    if (type.bits() == 16) {
      return negative ? "0xHFC00" : "0xH7C00";
    }
    return negative ? "0xFFF0000000000000" : "0x7FF0000000000000";
  }
}
