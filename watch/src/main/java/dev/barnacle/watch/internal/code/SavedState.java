package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.Instruction;
import java.lang.classfile.TypeKind;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where a work-item's values are kept while it stands at a cut: in four arrays, one for each kind
 * of local variable, each with {@link #count} elements a work-item.
 */
final class SavedState {
  private final Map<Instruction, Integer> indices = new HashMap<>();
  private final Map<TypeKind, Integer> counts = new EnumMap<>(TypeKind.class);

  SavedState(Set<Instruction> values) {
    for (Instruction value : values) {
      TypeKind kind = JvmTypes.kind(value.type());
      int index = count(kind);
      indices.put(value, index);
      counts.put(kind, index + value.type().lanes());
    }
  }

  /** Returns how many elements a work-item has in the array of a kind. */
  int count(TypeKind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Returns the element of a value's lane 0 among the work-item's. */
  int index(Instruction value) {
    Integer index = indices.get(value);
    if (index == null) {
      throw new IllegalStateException("value is not kept");
    }
    return index;
  }

  /** Returns the name of the array of a kind in WorkItem. */
  static String array(TypeKind kind) {
    return switch (kind) {
      case INT -> "ints";
      case LONG -> "longs";
      case FLOAT -> "floats";
      case DOUBLE -> "doubles";
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }
}
