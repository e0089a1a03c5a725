package dev.barnacle.llvm.link;

import java.nio.ByteBuffer;

/** Relocations of x86-64 (System V ABI, AMD64 supplement, 4.4.1 "Relocation Types"). */
final class X86Linker extends MachineLinker {
  private static final int R_64 = 1;
  private static final int R_PC32 = 2;
  private static final int R_PLT32 = 4;
  private static final int R_GOTPCREL = 9;
  private static final int R_PC64 = 24;
  private static final int R_GOTPCRELX = 41;
  private static final int R_REX_GOTPCRELX = 42;

  /** {@code jmp *slot(%rip)}. */
  private static final short JUMP = 0x25ff;

  private static final int JUMP_BYTES = 6;

  /** {@code mov memory, register} and {@code lea memory, register}. */
  private static final byte MOV = (byte) 0x8b;

  private static final byte LEA = (byte) 0x8d;

  @Override
  boolean knows(int type) {
    return switch (type) {
      case R_64, R_PC32, R_PLT32, R_GOTPCREL, R_PC64, R_GOTPCRELX, R_REX_GOTPCRELX -> true;
      default -> false;
    };
  }

  @Override
  boolean needsSlot(int type) {
    return type == R_GOTPCREL || type == R_GOTPCRELX || type == R_REX_GOTPCRELX;
  }

  @Override
  int jumpBytes() {
    return 8;
  }

  @Override
  void putJump(ByteBuffer memory, int offset, long at, long slot) {
    memory.putShort(offset, JUMP);
    memory.putInt(offset + 2, (int) (slot - at - JUMP_BYTES));
  }

  @Override
  void relocate(ByteBuffer memory, int offset, Place place) {
    long distance = place.distance();
    switch (place.type()) {
      case R_64 -> memory.putLong(offset, place.symbol() + place.addend());
      case R_PC64 -> memory.putLong(offset, distance);
      case R_PC32 -> put32(memory, offset, distance, place);
      case R_PLT32 -> {
        boolean far = !fits(distance, Integer.SIZE) && place.jump() != 0;
        put32(memory, offset, far ? distance - place.symbol() + place.jump() : distance, place);
      }
      default -> putSlot(memory, offset, place);
    }
  }

  /** Makes the address of a near symbol instead of loading it. */
  private static void putSlot(ByteBuffer memory, int offset, Place place) {
    long distance = place.distance();
    if (place.type() == R_REX_GOTPCRELX
        && memory.get(offset - 2) == MOV
        && fits(distance, Integer.SIZE)) {
      memory.put(offset - 2, LEA);
      memory.putInt(offset, (int) distance);
    } else {
      put32(memory, offset, distance - place.symbol() + place.slot(), place);
    }
  }

  private static void put32(ByteBuffer memory, int offset, long value, Place place) {
    if (!fits(value, Integer.SIZE)) {
      throw tooFar(place);
    }
    memory.putInt(offset, (int) value);
  }
}
