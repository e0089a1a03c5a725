package dev.barnacle.frontend.internal.spirv.binary;

import dev.barnacle.frontend.internal.spirv.binary.SpirvNames.Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An instruction of a module, by its words (SPIR-V, 2.3 "Physical Layout of a SPIR-V Module and
 * Instruction"). Operands are counted from 0, behind the result's type and id where it has these.
 */
public final class SpirvInstruction {
  private final int[] words;
  private final int at;
  private final int count;
  private final Operation operation;
  private final int first;

  SpirvInstruction(int[] words, int at, int count, Operation operation) {
    this.words = words;
    this.at = at;
    this.count = count;
    this.operation = operation;
    this.first = 1 + (operation.hasType() ? 1 : 0) + (operation.hasResult() ? 1 : 0);
    if (count < first) {
      throw invalid("has too few operands");
    }
  }

  /** Returns its name, such as {@code OpLoad}. */
  public String name() {
    return operation.name();
  }

  /** Returns the number of the word that it begins with. */
  public int word() {
    return at;
  }

  /** Returns whether it has a result. */
  public boolean hasResult() {
    return operation.hasResult();
  }

  /** Returns whether its result has a type. */
  public boolean hasType() {
    return operation.hasType();
  }

  /** Returns the id of its result. */
  public int result() {
    if (!operation.hasResult()) {
      throw invalid("has no result");
    }
    return words[at + (operation.hasType() ? 2 : 1)];
  }

  /** Returns the id of its result's type. */
  public int type() {
    if (!operation.hasType()) {
      throw invalid("has no type");
    }
    return words[at + 1];
  }

  /** Returns how many words its operands have. */
  public int operands() {
    return count - first;
  }

  /** Returns the word of an operand: an id, a literal number or an enumerant. */
  public int operand(int index) {
    if (index < 0 || index >= operands()) {
      throw invalid("has too few operands");
    }
    return words[at + first + index];
  }

  /** Returns the words of its operands from one on. */
  public List<Integer> operandsFrom(int index) {
    List<Integer> rest = new ArrayList<>();
    for (int i = index; i < operands(); i++) {
      rest.add(operand(i));
    }
    return rest;
  }

  /** Returns a literal of two words, the lower first; of one where there is no second. */
  public long literal(int index, int bits) {
    long low = Integer.toUnsignedLong(operand(index));
    return bits > Integer.SIZE ? low | ((long) operand(index + 1) << Integer.SIZE) : low;
  }

  /** Returns the literal string that begins at an operand (UTF-8, ended by a zero). */
  public String string(int index) {
    byte[] bytes = new byte[Math.max(0, operands() - index) * Integer.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (operand(index + i / 4) >>> (8 * (i % 4)));
      if (bytes[i] == 0) {
        return new String(bytes, 0, i, StandardCharsets.UTF_8);
      }
    }
    throw invalid("has a string without an end");
  }

  /** Returns whether a literal string that has an end begins at an operand. */
  public boolean isString(int index) {
    for (int i = index; i < operands(); i++) {
      if (hasZero(operand(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasZero(int word) {
    return (word & 0xff) == 0
        || (word & 0xff00) == 0
        || (word & 0xff0000) == 0
        || (word & 0xff000000) == 0;
  }

  /** Returns the index of the operand behind a literal string. */
  public int afterString(int index) {
    for (int i = index; i < operands(); i++) {
      if (hasZero(operand(i))) {
        return i + 1;
      }
    }
    throw invalid("has a string without an end");
  }

  /** Returns an exception that names the instruction and its place. */
  public InvalidModuleException invalid(String what) {
    return new InvalidModuleException(at, name() + ": " + what);
  }

  @Override
  public String toString() {
    return name() + " at word " + at;
  }
}
