package dev.barnacle.cl;

import dev.barnacle.ir.CodeOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Map<String, String> texts;

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

  /** Makes one whose sources are not at hand. */
  ObjectCode(Kind kind, String options, String log, Traits traits, byte[] bitcode) {
    this(kind, options, log, traits, bitcode, Map.of());
  }

  /**
   * Makes one.
   *
   * @param texts its sources by their names, for words on it; they are not in its {@link #binary()}
   */
  ObjectCode(
      Kind kind,
      String options,
      String log,
      Traits traits,
      byte[] bitcode,
      Map<String, String> texts) {
    this.kind = Objects.requireNonNull(kind);
    this.options = options;
    this.log = log;
    this.traits = traits;
    this.bitcode = bitcode;
    this.texts = Map.copyOf(texts);
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

  /** Returns its sources by their names, as far as they are known. */
  Map<String, String> texts() {
    return texts;
  }

  /** Returns the sources of several; of a name that two of them have, none. */
  static Map<String, String> texts(List<ObjectCode> objects) {
    Map<String, String> all = new HashMap<>();
    Map<String, String> twice = new HashMap<>();
    for (ObjectCode object : objects) {
      object.texts.forEach(
          (name, text) -> {
            if (!text.equals(all.getOrDefault(name, text))) {
              twice.put(name, "");
            }
            all.put(name, text);
          });
    }
    all.putAll(twice);
    return all;
  }

  /** Returns the same with sources by their names, where they are known of a binary. */
  public ObjectCode withTexts(Map<String, String> sources) {
    return new ObjectCode(kind, options, log, traits, bitcode, sources);
  }

  ObjectCode as(Kind newKind) {
    return new ObjectCode(newKind, options, log, traits, bitcode, texts);
  }
}
