package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Instructions as words, one behind the other. */
final class WordBuffer {
  private int[] words = new int[256];
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  private void add(int word) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size++] = word;
  }

  void add(WordBuffer other) {
    for (int i = 0; i < other.size; i++) {
      add(other.words[i]);
    }
  }

  /** Adds an instruction of these words behind its first. */
  void op(String name, int... operands) {
    int count = operands.length + 1;
    if (count > 0xffff) {
      throw new WriteException(name + " with " + operands.length + " operands");
    }
    add(count << 16 | SpirvNames.opcode(name));
    for (int operand : operands) {
      add(operand);
    }
  }

  /** Returns words with a literal string behind them (UTF-8, ended by a zero). */
  static int[] withString(String text, int... before) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int[] all = Arrays.copyOf(before, before.length + bytes.length / 4 + 1);
    for (int i = 0; i < bytes.length; i++) {
      all[before.length + i / 4] |= (bytes[i] & 0xff) << (8 * (i % 4));
    }
    return all;
  }

  /** Returns words behind each other. */
  static int[] joined(int[] first, int... second) {
    int[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  int[] toArray() {
    return Arrays.copyOf(words, size);
  }
}
