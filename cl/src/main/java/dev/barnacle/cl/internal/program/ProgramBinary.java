package dev.barnacle.cl.internal.program;

import dev.barnacle.ir.CodeOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A program that was compiled or linked but not loaded: what {@code ObjectCode} of the API is. */
public final class ProgramBinary {
  private final Stage stage;
  private final String options;
  private final String log;
  private final Traits traits;
  private final byte[] bitcode;
  private final Map<String, String> texts;

  /** The stage of the code, by the API's names. */
  public enum Stage {
    /** To be linked. */
    COMPILED_OBJECT,
    /** To be linked with others. */
    LIBRARY,
    /** To be loaded. */
    EXECUTABLE
  }

  /**
   * The traits of the code, from the options and the compiler.
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
          code.and(other.code),
          uniformGroups || other.uniformGroups,
          initialized && other.initialized);
    }
  }

  /** Makes one whose sources are not at hand. */
  ProgramBinary(Stage stage, String options, String log, Traits traits, byte[] bitcode) {
    this(stage, options, log, traits, bitcode, Map.of());
  }

  /**
   * Makes one.
   *
   * @param texts its sources by their names, for words on it; they are not in what is written of it
   */
  ProgramBinary(
      Stage stage,
      String options,
      String log,
      Traits traits,
      byte[] bitcode,
      Map<String, String> texts) {
    this.stage = Objects.requireNonNull(stage);
    this.options = options;
    this.log = log;
    this.traits = traits;
    this.bitcode = bitcode;
    this.texts = Map.copyOf(texts);
  }

  /** Returns what can be done with it. */
  public Stage stage() {
    return stage;
  }

  /** Returns the options of the last step that made it. */
  public String options() {
    return options;
  }

  /** Returns the compiler's or linker's warnings and notes; empty where there are none. */
  public String log() {
    return log;
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
  static Map<String, String> texts(List<ProgramBinary> parts) {
    Map<String, String> all = new HashMap<>();
    Map<String, String> twice = new HashMap<>();
    for (ProgramBinary part : parts) {
      part.texts.forEach(
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
  public ProgramBinary withTexts(Map<String, String> sources) {
    return new ProgramBinary(stage, options, log, traits, bitcode, sources);
  }

  ProgramBinary as(Stage other) {
    return new ProgramBinary(other, options, log, traits, bitcode, texts);
  }
}
