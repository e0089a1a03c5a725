package dev.barnacle.cl;

import dev.barnacle.cl.internal.program.BinaryFormat;
import dev.barnacle.cl.internal.program.ProgramBinary;
import java.util.Map;

/**
 * A program that was compiled or linked but not loaded ({@code clCompileProgram}, {@code
 * clLinkProgram}, {@code CL_PROGRAM_BINARIES}). It belongs to no context: its {@link #binary()} can
 * be kept and read again by {@link #parse} in another process or on another machine.
 */
public final class ObjectCode {
  private final ProgramBinary code;

  /** The stage of object code ({@code CL_PROGRAM_BINARY_TYPE}). */
  public enum Kind {
    /** {@code CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}: to be linked. */
    COMPILED_OBJECT,
    /** {@code CL_PROGRAM_BINARY_TYPE_LIBRARY}: to be linked with others. */
    LIBRARY,
    /** {@code CL_PROGRAM_BINARY_TYPE_EXECUTABLE}: to be loaded. */
    EXECUTABLE
  }

  ObjectCode(ProgramBinary code) {
    this.code = code;
  }

  /**
   * Reads a binary.
   *
   * @throws ClException {@code CL_INVALID_BINARY} if it is none, is damaged, or is of a version
   *     that this one can't read
   */
  public static ObjectCode parse(byte[] binary) {
    return new ObjectCode(BinaryFormat.decode(binary));
  }

  /** Returns what can be done with it. */
  public Kind kind() {
    return switch (code.stage()) {
      case COMPILED_OBJECT -> Kind.COMPILED_OBJECT;
      case LIBRARY -> Kind.LIBRARY;
      case EXECUTABLE -> Kind.EXECUTABLE;
    };
  }

  /** Returns the options of the last step that made it. */
  public String options() {
    return code.options();
  }

  /** Returns the compiler's or linker's warnings and notes; empty where there are none. */
  public String log() {
    return code.log();
  }

  /** Returns it as bytes: a format of Barnacle's own, with a version and a checksum. */
  public byte[] binary() {
    return BinaryFormat.encode(code);
  }

  /** Returns the same with sources by their names, where they are known of a binary. */
  public ObjectCode withTexts(Map<String, String> sources) {
    return new ObjectCode(code.withTexts(sources));
  }

  /** Returns the code itself. */
  ProgramBinary code() {
    return code;
  }
}
