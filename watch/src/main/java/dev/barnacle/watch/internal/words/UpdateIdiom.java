package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.internal.words.race.PathFacts;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The use in a store of what a load has read.
 *
 * @param use how it uses it
 * @param atomic name of the atomic function that does the same; empty where there is none
 */
record UpdateIdiom(PathFacts.Use use, String atomic) {
  private static final UpdateIdiom NONE = new UpdateIdiom(PathFacts.Use.NONE, "");

  private static final Set<WorkItemQuery.Kind> ITEM_IDS =
      EnumSet.of(
          WorkItemQuery.Kind.GLOBAL_ID,
          WorkItemQuery.Kind.LOCAL_ID,
          WorkItemQuery.Kind.GLOBAL_LINEAR_ID,
          WorkItemQuery.Kind.LOCAL_LINEAR_ID);
  private static final Set<Binary.Op> KEEPING =
      EnumSet.of(Binary.Op.ADD, Binary.Op.SUB, Binary.Op.MUL, Binary.Op.SHL, Binary.Op.XOR);

  /** Operations between the two that are looked through. */
  private static final int DEPTH = 8;

  /** Returns what one of two accesses does with what the other reads, or it itself has read. */
  static UpdateIdiom of(Instruction a, Instruction b) {
    Instruction store = a instanceof Store ? a : b;
    Instruction other = a instanceof Store ? b : a;
    if (!(store instanceof Store write)) {
      return NONE;
    }
    if (a == b) {
      Load load = loadOf(write.value(), write.pointer(), DEPTH);
      return load == null || isOfOneItem(write.pointer(), DEPTH) ? NONE : update(write, load);
    }
    if (!(other instanceof Load load) || !uses(write.value(), load, DEPTH)) {
      return NONE;
    }
    if (same(load.pointer(), write.pointer(), DEPTH) && !isOfOneItem(write.pointer(), DEPTH)) {
      return update(write, load);
    }
    boolean oneLine =
        load.location() != null
            && write.location() != null
            && load.location().line() == write.location().line();
    return oneLine ? new UpdateIdiom(PathFacts.Use.STATEMENT, "") : NONE;
  }

  private static UpdateIdiom update(Store store, Load load) {
    return new UpdateIdiom(PathFacts.Use.UPDATE, atomic(store, load));
  }

  private static String atomic(Store store, Load load) {
    boolean isInt = load.type() instanceof IntType type && type.bits() == Integer.SIZE;
    if (!isInt || !(store.value() instanceof Binary binary)) {
      return "";
    }
    boolean left = binary.operand(0) == load;
    boolean right = binary.operand(1) == load;
    return switch (binary.op()) {
      case ADD -> left || right ? "atomic_add" : "";
      case SUB -> left ? "atomic_sub" : "";
      case AND -> left || right ? "atomic_and" : "";
      case OR -> left || right ? "atomic_or" : "";
      case XOR -> left || right ? "atomic_xor" : "";
      default -> "";
    };
  }

  /** Returns the load of a pointer that a value is computed from. */
  private static @Nullable Load loadOf(Value value, Value pointer, int depth) {
    if (value instanceof Load load) {
      return same(load.pointer(), pointer, DEPTH) ? load : null;
    }
    if (value instanceof Instruction instruction && !(value instanceof Phi) && depth > 0) {
      for (Value operand : used(instruction)) {
        Load load = loadOf(operand, pointer, depth - 1);
        if (load != null) {
          return load;
        }
      }
    }
    return null;
  }

  /**
   * Returns the operands that an instruction computes from. An assignment to a component of a
   * vector writes the others back, but computes nothing of them.
   */
  private static List<Value> used(Instruction instruction) {
    return instruction instanceof InsertElement insert
        ? insert.operands().subList(1, insert.operands().size())
        : instruction.operands();
  }

  private static boolean uses(Value value, Load load, int depth) {
    return value == load
        || (value instanceof Instruction instruction
            && !(value instanceof Load)
            && !(value instanceof Phi)
            && depth > 0
            && used(instruction).stream().anyMatch(o -> uses(o, load, depth - 1)));
  }

  /**
   * Returns whether each work-item has a value of its own, computed from its id by what keeps
   * different numbers different. Others come there in another step of a loop: what lacks is a
   * barrier between the steps, and not an update in one.
   */
  private static boolean isOfOneItem(Value value, int depth) {
    return switch (value) {
      case WorkItemQuery query -> ITEM_IDS.contains(query.kind());
      case Binary binary ->
          depth > 0
              && KEEPING.contains(binary.op())
              && binary.operands().stream().anyMatch(o -> isOfOneItem(o, depth - 1));
      case Cast cast -> depth > 0 && isOfOneItem(cast.operand(0), depth - 1);
      case PointerAdd add ->
          depth > 0 && add.operands().stream().anyMatch(o -> isOfOneItem(o, depth - 1));
      default -> false;
    };
  }

  /** Returns whether two values are computed in the same way. */
  private static boolean same(Value a, Value b, int depth) {
    if (a == b || a.equals(b)) {
      return true;
    }
    if (depth == 0
        || !(a instanceof Instruction x)
        || !(b instanceof Instruction y)
        || a instanceof Phi
        || !x.mnemonic().equals(y.mnemonic())
        || x.operands().size() != y.operands().size()
        || !x.type().equals(y.type())) {
      return false;
    }
    for (int i = 0; i < x.operands().size(); i++) {
      if (!same(x.operand(i), y.operand(i), depth - 1)) {
        return false;
      }
    }
    return !x.operands().isEmpty();
  }
}
