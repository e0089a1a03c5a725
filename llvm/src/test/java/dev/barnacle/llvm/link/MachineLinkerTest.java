package dev.barnacle.llvm.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places filled in as the ABIs say, in the encodings of the processors' manuals. */
class MachineLinkerTest {
  private static final long AT = 0x7f00_0000_1000L;
  private static final long SLOT = AT + 0x2008;
  private static final long JUMP = AT + 0x3000;

  private static final MachineLinker X86 = MachineLinker.of(62);
  private static final MachineLinker ARM = MachineLinker.of(183);

  private static ByteBuffer memory(long before) {
    ByteBuffer memory = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
    return memory.putLong(8, before);
  }

  private static MachineLinker.Place place(int type, long distance, long addend) {
    return new MachineLinker.Place(type, AT, AT + distance, addend, SLOT, JUMP);
  }

  /** The word at AT, whose symbol is that far away. */
  @ParameterizedTest
  @CsvSource({
    "261, 0, 0x1234, 0x1234", // .word symbol - .
    "261, 0, -4, 0xfffffffc",
    "273, 0x58000000, 8, 0x58000040", // ldr x0, .+8
    "274, 0x10000000, 5, 0x30000020", // adr x0, .+5
    "275, 0x90000000, 0x3000, 0xf0000000", // adrp x0, 3 pages on
    "275, 0x90000001, -0x1000, 0xf0ffffe1", // adrp x1, the page before
    "277, 0x91000000, 0x34, 0x9100d000", // add x0, x0, #0x34
    "278, 0x39400000, 0x35, 0x3940d400", // ldrb w0, [x0, #0x35]
    "284, 0x79400000, 0x36, 0x79406c00", // ldrh w0, [x0, #0x36]
    "285, 0xb9400000, 0x38, 0xb9403800", // ldr w0, [x0, #0x38]
    "286, 0xf9400000, 0x38, 0xf9401c00", // ldr x0, [x0, #0x38]
    "299, 0x3dc00000, 0x40, 0x3dc01000", // ldr q0, [x0, #0x40]
    "279, 0x36000000, 8, 0x36000040", // tbz w0, #0, .+8
    "280, 0x54000000, -8, 0x54ffffc0", // b.eq .-8
    "282, 0x14000000, 8, 0x14000002", // b .+8
    "283, 0x94000000, -4, 0x97ffffff", // bl .-4
    "283, 0x94000000, 0x10000000, 0x94000c00", // bl the jump: it is too far
    "311, 0x90000000, 0x7777, 0xd0000000", // adrp x0, the slot's page
    "312, 0xf9400000, 0x7777, 0xf9400400" // ldr x0, [x0, #8]
  })
  void arms(int type, String before, String distance, String after) {
    ByteBuffer memory = memory(Long.decode(before));
    ARM.relocate(memory, 8, place(type, Long.decode(distance), 0));
    assertEquals(Long.decode(after).intValue(), memory.getInt(8), () -> "type " + type);
  }

  @Test
  void armsJumpToAnyAddress() {
    ByteBuffer memory = memory(0);
    ARM.putJump(memory, 8, JUMP, SLOT); // one page before, at 8
    assertEquals(0xf0fffff0, memory.getInt(8)); // adrp x16, -1
    assertEquals(0xf9400610, memory.getInt(12)); // ldr x16, [x16, #8]
    assertEquals(0xd61f0200, memory.getInt(16)); // br x16
  }

  @Test
  void armsDistancesThatDoNotFitAreNamed() {
    assertThrows(
        UnknownObjectException.class, () -> ARM.relocate(memory(0), 8, place(275, 1L << 33, 0)));
    assertThrows(BadObjectException.class, () -> ARM.relocate(memory(0), 8, place(286, 4, 0)));
    assertThrows(BadObjectException.class, () -> ARM.relocate(memory(0), 8, place(283, 2, 0)));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0x1000, -4, 0xffc", // near
    "4, 0x1000, -4, 0xffc",
    "4, 0x100000000, -4, 0x2ffc", // the jump: it is too far
    "9, 0x1000, -4, 0x2004", // the slot
    "41, 0x1000, -4, 0x2004",
    "42, 0x100000000, -4, 0x2004"
  })
  void x86(int type, String distance, long addend, String after) {
    ByteBuffer memory = memory(0);
    X86.relocate(memory, 8, place(type, Long.decode(distance), addend));
    assertEquals(Long.decode(after).intValue(), memory.getInt(8), () -> "type " + type);
  }

  @Test
  void x86MakesNearAddressesInsteadOfLoadingThem() {
    ByteBuffer memory = memory(0).put(6, (byte) 0x8b);
    X86.relocate(memory, 8, place(42, 0x1000, -4));
    assertEquals((byte) 0x8d, memory.get(6));
    assertEquals(0xffc, memory.getInt(8));
  }

  @Test
  void x86Words() {
    ByteBuffer memory = memory(0);
    X86.relocate(memory, 8, place(1, 0x1000, 5));
    assertEquals(AT + 0x1005, memory.getLong(8));
    X86.relocate(memory, 8, place(24, -0x1000, 5));
    assertEquals(-0x1000 + 5, memory.getLong(8));
    assertThrows(
        UnknownObjectException.class, () -> X86.relocate(memory, 8, place(2, 1L << 32, 0)));
  }

  @Test
  void x86JumpsToAnyAddress() {
    ByteBuffer memory = memory(0);
    X86.putJump(memory, 8, JUMP, SLOT);
    assertEquals((short) 0x25ff, memory.getShort(8));
    assertEquals(SLOT - JUMP - 6, memory.getInt(10));
  }

  @Test
  void otherMachinesAreNamed() {
    assertThrows(UnknownObjectException.class, () -> MachineLinker.of(8));
  }
}
