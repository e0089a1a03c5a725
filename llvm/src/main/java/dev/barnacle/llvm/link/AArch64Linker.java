package dev.barnacle.llvm.link;

import java.nio.ByteBuffer;

/** Relocations of AArch64 (ELF for the Arm 64-bit Architecture, 5.7 "Relocation"). */
final class AArch64Linker extends MachineLinker {
  private static final int R_ABS64 = 257;
  private static final int R_PREL64 = 260;
  private static final int R_PREL32 = 261;
  private static final int R_LD_PREL_LO19 = 273;
  private static final int R_ADR_PREL_LO21 = 274;
  private static final int R_ADR_PREL_PG_HI21 = 275;
  private static final int R_ADD_ABS_LO12_NC = 277;
  private static final int R_LDST8_ABS_LO12_NC = 278;
  private static final int R_TSTBR14 = 279;
  private static final int R_CONDBR19 = 280;
  private static final int R_JUMP26 = 282;
  private static final int R_CALL26 = 283;
  private static final int R_LDST16_ABS_LO12_NC = 284;
  private static final int R_LDST32_ABS_LO12_NC = 285;
  private static final int R_LDST64_ABS_LO12_NC = 286;
  private static final int R_LDST128_ABS_LO12_NC = 299;
  private static final int R_ADR_GOT_PAGE = 311;
  private static final int R_LD64_GOT_LO12_NC = 312;

  private static final int ADRP_X16 = 0x90000010;
  private static final int LDR_X16_X16 = 0xf9400210;
  private static final int BR_X16 = 0xd61f0200;

  @Override
  boolean knows(int type) {
    return switch (type) {
      case R_ABS64,
          R_PREL64,
          R_PREL32,
          R_LD_PREL_LO19,
          R_ADR_PREL_LO21,
          R_ADR_PREL_PG_HI21,
          R_ADD_ABS_LO12_NC,
          R_LDST8_ABS_LO12_NC,
          R_TSTBR14,
          R_CONDBR19,
          R_JUMP26,
          R_CALL26,
          R_LDST16_ABS_LO12_NC,
          R_LDST32_ABS_LO12_NC,
          R_LDST64_ABS_LO12_NC,
          R_LDST128_ABS_LO12_NC,
          R_ADR_GOT_PAGE,
          R_LD64_GOT_LO12_NC ->
          true;
      default -> false;
    };
  }

  @Override
  boolean needsSlot(int type) {
    return type == R_ADR_GOT_PAGE || type == R_LD64_GOT_LO12_NC;
  }

  @Override
  int jumpBytes() {
    return 16;
  }

  @Override
  void putJump(ByteBuffer memory, int offset, long at, long slot) {
    memory.putInt(offset, ADRP_X16 | address21((slot >> 12) - (at >> 12)));
    memory.putInt(offset + 4, LDR_X16_X16 | low12(slot, 3));
    memory.putInt(offset + 8, BR_X16);
  }

  @Override
  void relocate(ByteBuffer memory, int offset, Place place) {
    long target = place.symbol() + place.addend();
    long distance = place.distance();
    switch (place.type()) {
      case R_ABS64 -> memory.putLong(offset, target);
      case R_PREL64 -> memory.putLong(offset, distance);
      case R_PREL32 -> memory.putInt(offset, (int) checked(distance, Integer.SIZE, place));
      case R_LD_PREL_LO19, R_CONDBR19 -> or(memory, offset, words(distance, 19, place) << 5);
      case R_TSTBR14 -> or(memory, offset, words(distance, 14, place) << 5);
      case R_JUMP26, R_CALL26 -> {
        boolean far = !fits(distance, 28) && place.jump() != 0;
        or(memory, offset, words(far ? place.jump() - place.at() : distance, 26, place));
      }
      case R_ADR_PREL_LO21 -> or(memory, offset, address21(checked(distance, 21, place)));
      case R_ADR_PREL_PG_HI21 -> putPage(memory, offset, target, place);
      case R_ADR_GOT_PAGE -> putPage(memory, offset, place.slot(), place);
      case R_LD64_GOT_LO12_NC -> or(memory, offset, low12(place.slot(), 3));
      default -> or(memory, offset, low12(target, scale(place)));
    }
  }

  /** Returns the power of two in which the instruction counts bytes. */
  private static int scale(Place place) {
    int scale =
        switch (place.type()) {
          case R_LDST16_ABS_LO12_NC -> 1;
          case R_LDST32_ABS_LO12_NC -> 2;
          case R_LDST64_ABS_LO12_NC -> 3;
          case R_LDST128_ABS_LO12_NC -> 4;
          default -> 0;
        };
    if ((place.symbol() + place.addend() & (1 << scale) - 1) != 0) {
      throw ElfObject.bad("an access is not aligned");
    }
    return scale;
  }

  private static void putPage(ByteBuffer memory, int offset, long target, Place place) {
    long pages = (target >> 12) - (place.at() >> 12);
    or(memory, offset, address21(checked(pages, 21, place)));
  }

  private static void or(ByteBuffer memory, int offset, int bits) {
    memory.putInt(offset, memory.getInt(offset) | bits);
  }

  private static int words(long distance, int bits, Place place) {
    if ((distance & 3) != 0) {
      throw ElfObject.bad("a jump is not aligned");
    }
    return (int) (checked(distance, bits + 2, place) >> 2) & (1 << bits) - 1;
  }

  /** Returns the bits of {@code adr} and {@code adrp} for a number of 21 bits. */
  private static int address21(long value) {
    return (int) (value & 3) << 29 | (int) (value >> 2 & 0x7ffff) << 5;
  }

  private static int low12(long address, int scale) {
    return (int) ((address & 0xfff) >> scale) << 10;
  }

  private static long checked(long value, int bits, Place place) {
    if (!fits(value, bits)) {
      throw tooFar(place);
    }
    return value;
  }
}
