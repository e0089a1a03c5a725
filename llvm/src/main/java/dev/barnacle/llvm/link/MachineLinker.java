package dev.barnacle.llvm.link;

import dev.barnacle.llvm.machine.AArch64;
import dev.barnacle.llvm.machine.Machine;
import dev.barnacle.llvm.machine.RiscV;
import dev.barnacle.llvm.machine.X86;
import java.nio.ByteBuffer;

/**
 * The part of linking that is special to one kind of processor: its relocations, and jumps to any
 * address.
 */
abstract class MachineLinker {

  /**
   * A place that is to be filled in, all in addresses.
   *
   * @param type of the relocation
   * @param at of the place itself
   * @param symbol of what it refers to
   * @param addend is added to that
   * @param slot where memory has the symbol's address; 0 for nowhere
   * @param jump code that jumps to the symbol; 0 for none
   */
  record Place(int type, long at, long symbol, long addend, long slot, long jump) {
    /** Returns how far the place is from the target. */
    long distance() {
      return symbol + addend - at;
    }
  }

  /**
   * Returns the linker for a machine.
   *
   * @param machine as ELF numbers them
   */
  static MachineLinker of(int machine) {
    Machine known =
        Machine.ofElf(machine)
            .orElseThrow(() -> new UnknownObjectException("code of machine " + machine));
    return switch (known) {
      case X86 x86 -> new X86Linker();
      case AArch64 arm -> new AArch64Linker();
      case RiscV other -> throw new UnknownObjectException("code of " + RiscV.NAME);
    };
  }

  /** Returns whether it can fill places of this type in. */
  abstract boolean knows(int type);

  /** Returns whether a place of this type refers to the memory that has a symbol's address. */
  abstract boolean needsSlot(int type);

  /** Returns the size of a jump to any address. */
  abstract int jumpBytes();

  /**
   * Writes code that jumps to the address that is in a slot.
   *
   * @param offset where it is written
   * @param at the address of that
   * @param slot the address of the slot
   */
  abstract void putJump(ByteBuffer memory, int offset, long at, long slot);

  /**
   * Fills a place in.
   *
   * @param offset of the place in the memory
   */
  abstract void relocate(ByteBuffer memory, int offset, Place place);

  /** Returns whether a number fits so many bits with its sign. */
  static boolean fits(long value, int bits) {
    return value >> (bits - 1) == value >> (Long.SIZE - 1);
  }

  static UnknownObjectException tooFar(Place place) {
    return new UnknownObjectException("a relocation of type " + place.type() + " is too far away");
  }
}
