package dev.barnacle.simd.internal.plan.region;

import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;

/**
 * A load or store, so that one set of rules decides about both.
 *
 * @param instruction a {@link Load} or {@link Store}
 */
record Access(Instruction instruction) {
  Value pointer() {
    return instruction instanceof Store store ? store.pointer() : ((Load) instruction).pointer();
  }

  /** Returns the type of what is loaded or stored. */
  Type type() {
    return instruction instanceof Store store ? store.value().type() : instruction.type();
  }

  boolean isStore() {
    return instruction instanceof Store;
  }

  /** Returns whether all components are accessed; a store may leave some out. */
  boolean isWhole() {
    return !(instruction instanceof Store store) || store.components().isEmpty();
  }

  /** Returns whether it has no vector form: volatile, or of truth values. */
  boolean isOdd() {
    boolean isVolatile =
        instruction instanceof Store store ? store.isVolatile() : ((Load) instruction).isVolatile();
    return isVolatile || type().scalar().equals(Types.I1);
  }

  /** Returns the bytes from one lane's place to the next's if a vector of three has four places. */
  long size() {
    return type().lanes() * type().scalar().byteSize();
  }
}
