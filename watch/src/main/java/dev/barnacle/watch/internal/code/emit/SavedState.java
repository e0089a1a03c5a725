package dev.barnacle.watch.internal.code.emit;

import static java.lang.constant.ConstantDescs.CD_int;

import dev.barnacle.ir.Value;
import dev.barnacle.watch.internal.run.kernel.KernelFacts;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * The places of values between the methods of a kernel, and of functions: four arrays, one for each
 * kind of local variable. A kernel's are kept for each work-item while it stands at a cut. In a
 * function nobody stands, and none calls itself, so each has its own elements, which all work-items
 * of a thread use.
 */
public final class SavedState {
  private final Map<Value, Integer> indices = new HashMap<>();
  private final Map<TypeKind, Integer> counts = new EnumMap<>(TypeKind.class);
  private final boolean forItems;

  private SavedState(boolean forItems) {
    this.forItems = forItems;
  }

  /** Returns where a kernel's values are kept. */
  static SavedState ofItems(Collection<? extends Value> values) {
    SavedState state = new SavedState(true);
    state.add(values);
    return state;
  }

  /** Returns where values of functions are kept; none yet. */
  static SavedState ofThread() {
    return new SavedState(false);
  }

  /** Makes place for more. */
  void add(Collection<? extends Value> values) {
    for (Value value : values) {
      TypeKind kind = JvmTypes.kind(value.type());
      int index = count(kind);
      indices.put(value, index);
      counts.put(kind, index + value.type().lanes());
    }
  }

  /** Returns how many elements there are of a kind, for each work-item or in all. */
  int count(TypeKind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Returns how many elements there are of each kind. */
  public KernelFacts.StateCounts counts() {
    return new KernelFacts.StateCounts(
        count(TypeKind.INT), count(TypeKind.LONG), count(TypeKind.FLOAT), count(TypeKind.DOUBLE));
  }

  /** Returns the element of a value's lane 0 among the work-item's. */
  public int index(Value value) {
    Integer index = indices.get(value);
    if (index == null) {
      throw new IllegalStateException("value is not kept");
    }
    return index;
  }

  /** Pushes the array in which a value is kept and the index of a lane. */
  void pushElement(Emitter emitter, Value value, int lane) {
    TypeKind kind = JvmTypes.kind(value.type());
    CodeBuilder code = emitter.code();
    int index = index(value) + lane;
    emitter.pushWorkItem();
    code.getfield(JvmTypes.WORK_ITEM, array(kind), JvmTypes.desc(kind).arrayType());
    if (!forItems) {
      code.loadConstant(index);
      return;
    }
    emitter.pushWorkItem();
    code.getfield(JvmTypes.WORK_ITEM, "item", CD_int);
    if (count(kind) > 1) {
      code.loadConstant(count(kind));
      code.imul();
    }
    if (index > 0) {
      code.loadConstant(index);
      code.iadd();
    }
  }

  /** Keeps a value. */
  void save(Emitter emitter, Value value) {
    save(emitter, value, value);
  }

  /** Keeps a value where another one's place is. */
  void save(Emitter emitter, Value value, Value place) {
    for (int lane = 0; lane < value.type().lanes(); lane++) {
      pushElement(emitter, place, lane);
      emitter.push(value, lane);
      emitter.code().arrayStore(JvmTypes.kind(value.type()));
    }
  }

  /** Makes what is kept a local variable again. */
  void restore(Emitter emitter, Value value) {
    for (int lane = 0; lane < value.type().lanes(); lane++) {
      pushElement(emitter, value, lane);
      emitter.code().arrayLoad(JvmTypes.kind(value.type()));
      emitter.pop(value, lane);
    }
  }

  /** Returns the name of the array of a kind in WorkItem. */
  private String array(TypeKind kind) {
    return switch (kind) {
      case INT -> forItems ? "ints" : "threadInts";
      case LONG -> forItems ? "longs" : "threadLongs";
      case FLOAT -> forItems ? "floats" : "threadFloats";
      case DOUBLE -> forItems ? "doubles" : "threadDoubles";
      default -> throw new IllegalArgumentException(kind.toString());
    };
  }
}
