package dev.barnacle.llvm.clang;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The fields of a structure that Java and our own C share, in order, each of one word or more. Java
 * learns where each of them is, and C gets them as a macro ({@link #header}).
 */
public final class RecordLayout {
  private final String name;
  private final List<String> fields = new ArrayList<>();
  private int bytes;

  /**
   * Makes one without fields.
   *
   * @param name its name in C
   */
  public RecordLayout(String name) {
    this.name = name;
  }

  private int add(String declaration, int size) {
    fields.add(declaration);
    int at = bytes;
    bytes += size;
    return at;
  }

  /** Adds a field of one word and returns where it is. */
  public int field(String type, String field) {
    return add(type + " " + field, Long.BYTES);
  }

  /** Adds an array of words and returns where it is. */
  public int array(String field, int count) {
    return add("long " + field + "[" + count + "]", count * Long.BYTES);
  }

  /** Adds a structure and returns where it is. */
  public int structure(RecordLayout type, String field) {
    return add(type.name + " " + field, type.bytes);
  }

  /** Returns how many bytes the fields have. */
  public int bytes() {
    return bytes;
  }

  /** Returns the macros {@code NAME_FIELDS} and {@code NAME_BYTES}, a line each. */
  public String header() {
    String upper = name.toUpperCase(Locale.ROOT);
    return ("#define " + upper + "_FIELDS " + String.join("; ", fields) + ";\n")
        + ("#define " + upper + "_BYTES " + bytes + "\n");
  }
}
