package dev.barnacle.frontend.internal.spirv.binary;

import dev.barnacle.frontend.internal.spirv.binary.SpirvNames.Operation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A SPIR-V module cut into its instructions (SPIR-V, 2.3 "Physical Layout of a SPIR-V Module and
 * Instruction").
 *
 * @param version major and minor version, as in the header: {@code 0x00010400} for 1.4
 * @param bound all ids are below it
 * @param instructions in order
 */
public record SpirvBinary(int version, int bound, List<SpirvInstruction> instructions) {
  /** The first word of a module, in its own byte order. */
  public static final int MAGIC = 0x07230203;

  private static final int HEADER_WORDS = 5;
  private static final int NEWEST = 0x00010600;

  /** More ids than a module may have (SPIR-V, 2.17 "Universal Limits"). */
  private static final int MOST_IDS = 1 << 22;

  /** Makes a copy of the list. */
  public SpirvBinary {
    instructions = List.copyOf(instructions);
  }

  /** Returns whether bytes begin as a module of either byte order does. */
  public static boolean isSpirv(byte[] bytes) {
    if (bytes.length < Integer.BYTES) {
      return false;
    }
    int first = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
    return first == MAGIC || first == Integer.reverseBytes(MAGIC);
  }

  /**
   * Cuts a module into instructions.
   *
   * @throws InvalidModuleException if it is none
   */
  public static SpirvBinary parse(byte[] bytes) {
    int[] words = words(bytes);
    if (words.length < HEADER_WORDS) {
      throw new InvalidModuleException(0, "the header has 5 words, there are " + words.length);
    }
    int version = words[1];
    if ((version & 0xff0000ff) != 0 || version < 0x00010000 || version > NEWEST) {
      String text = (version >>> 16 & 0xff) + "." + (version >>> 8 & 0xff);
      throw new InvalidModuleException(1, "version " + text + " is none of 1.0 to 1.6");
    }
    int bound = words[3];
    if (bound <= 0 || bound > MOST_IDS) {
      throw new InvalidModuleException(3, "the bound of ids is " + Integer.toUnsignedString(bound));
    }
    List<SpirvInstruction> instructions = new ArrayList<>(words.length / 3);
    for (int at = HEADER_WORDS; at < words.length; ) {
      SpirvInstruction instruction = instruction(words, at, bound);
      instructions.add(instruction);
      at += words[at] >>> 16;
    }
    return new SpirvBinary(version, bound, instructions);
  }

  private static SpirvInstruction instruction(int[] words, int at, int bound) {
    int count = words[at] >>> 16;
    int opcode = words[at] & 0xffff;
    Operation operation = SpirvNames.operation(opcode);
    if (operation == null) {
      throw new InvalidModuleException(at, "opcode " + opcode + " is no instruction");
    }
    if (count == 0 || count > words.length - at) {
      throw new InvalidModuleException(
          at, operation.name() + ": has " + count + " words, " + (words.length - at) + " are left");
    }
    SpirvInstruction instruction = new SpirvInstruction(words, at, count, operation);
    if (operation.hasResult() && (instruction.result() <= 0 || instruction.result() >= bound)) {
      throw instruction.invalid("its result is no id below the bound " + bound);
    }
    return instruction;
  }

  private static int[] words(byte[] bytes) {
    if (!isSpirv(bytes)) {
      throw new InvalidModuleException(0, "this is no SPIR-V: it does not begin with 0x07230203");
    }
    if (bytes.length % Integer.BYTES != 0) {
      throw new InvalidModuleException(
          bytes.length / Integer.BYTES,
          "a module is whole words, there are " + bytes.length + " bytes");
    }
    boolean little = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
    int[] words = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes)
        .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN)
        .asIntBuffer()
        .get(words);
    return words;
  }
}
