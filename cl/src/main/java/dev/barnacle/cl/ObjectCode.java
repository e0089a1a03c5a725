package dev.barnacle.cl;

import dev.barnacle.ir.CodeOptions;
import java.util.Objects;

/**
 * A program that was compiled or linked but not loaded ({@code clCompileProgram}, {@code
 * clLinkProgram}, {@code CL_PROGRAM_BINARIES}). It belongs to no context: its {@link #binary()} can
 * be kept and read again by {@link #parse} in another process or on another machine.
 */
public final class ObjectCode {
  private final Kind kind;
  private final String options;
  private final String log;
  private final Traits traits;
  private final byte[] bitcode;

  /** What can be done with it ({@code CL_PROGRAM_BINARY_TYPE}). */
  public enum Kind {
    /** {@code CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}: to be linked. */
    COMPILED_OBJECT,
    /** {@code CL_PROGRAM_BINARY_TYPE_LIBRARY}: to be linked with others. */
    LIBRARY,
    /** {@code CL_PROGRAM_BINARY_TYPE_EXECUTABLE}: to be loaded. */
    EXECUTABLE
  }

  /**
   * What the options and the compiler said of the code.
   *
   * @param code how machine code may be made
   * @param uniformGroups whether the local size must divide the global size
   * @param initialized whether the compiler found that no private variable is read before it is
   *     written
   */
  record Traits(CodeOptions code, boolean uniformGroups, boolean initialized) {
    /** Returns the traits of both together. */
    Traits and(Traits other) {
      return new Traits(
          new CodeOptions(
              code.optimize() && other.code.optimize(),
              code.flushDenormals() && other.code.flushDenormals(),
              code.plainAtomics() && other.code.plainAtomics()),
          uniformGroups || other.uniformGroups,
          initialized && other.initialized);
    }

    Traits flushingDenormals() {
      return new Traits(
          new CodeOptions(code.optimize(), true, code.plainAtomics()), uniformGroups, initialized);
    }
  }

  ObjectCode(Kind kind, String options, String log, Traits traits, byte[] bitcode) {
    this.kind = Objects.requireNonNull(kind);
    this.options = options;
    this.log = log;
    this.traits = traits;
    this.bitcode = bitcode;
  }

  /**
   * Reads a binary.
   *
   * @throws ClException {@code CL_INVALID_BINARY} if it is none, is damaged, or is of a version
   *     that this one can't read
   */
  public static ObjectCode parse(byte[] binary) {
    return BinaryFormat.decode(binary);
  }

  /** Returns what can be done with it. */
  public Kind kind() {
    return kind;
  }

  /** Returns the options of the last step that made it. */
  public String options() {
    return options;
  }

  /** Returns the compiler's or linker's warnings and notes; empty where there are none. */
  public String log() {
    return log;
  }

  /** Returns it as bytes: a format of Barnacle's own, with a version and a checksum. */
  public byte[] binary() {
    return BinaryFormat.encode(this);
  }

  Traits traits() {
    return traits;
  }

  /** Returns the LLVM bitcode, not to be written to. */
  byte[] bitcode() {
    return bitcode;
  }

  ObjectCode as(Kind newKind) {
    return new ObjectCode(newKind, options, log, traits, bitcode);
  }
}
