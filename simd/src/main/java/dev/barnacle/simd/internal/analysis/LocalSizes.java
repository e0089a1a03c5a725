package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.OptionalLong;

/** Finds the values that are constants once the local size is known. */
final class LocalSizes {
  private static final int MAX_DEPTH = 6;

  private final Specialization specialization;

  LocalSizes(Specialization specialization) {
    this.specialization = specialization;
  }

  /** Returns the value, sign-extended, if it is a constant. */
  OptionalLong constant(Value value) {
    return constant(value, 0);
  }

  private OptionalLong constant(Value value, int depth) {
    if (value instanceof IntConstant known) {
      return OptionalLong.of(known.value());
    }
    if (depth > MAX_DEPTH || !(value.type() instanceof IntType type)) {
      return OptionalLong.empty();
    }
    return switch (value) {
      case WorkItemQuery query -> size(query);
      case Cast cast
          when cast.op() == Cast.Op.TRUNC
              || cast.op() == Cast.Op.ZEXT
              || cast.op() == Cast.Op.SEXT -> {
        OptionalLong from = constant(cast.operand(0), depth + 1);
        boolean odd = cast.op() == Cast.Op.ZEXT && from.orElse(0) < 0;
        yield odd || from.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(type.normalize(from.getAsLong()));
      }
      case Binary binary -> {
        OptionalLong a = constant(binary.operand(0), depth + 1);
        OptionalLong b = constant(binary.operand(1), depth + 1);
        yield a.isEmpty() || b.isEmpty()
            ? OptionalLong.empty()
            : fold(binary, a.getAsLong(), b.getAsLong(), type);
      }
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong fold(Binary binary, long a, long b, IntType type) {
    return switch (binary.op()) {
      case ADD -> OptionalLong.of(type.normalize(a + b));
      case SUB -> OptionalLong.of(type.normalize(a - b));
      case MUL -> OptionalLong.of(type.normalize(a * b));
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
