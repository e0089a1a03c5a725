package dev.barnacle.icd.internal.record;

import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a structure that Java and the shim share, in order, each of one word or more. Java
 * learns where each of them is, and the shim gets them as a macro in C ({@link RecordHeader}).
 */
final class RecordLayout {
  /** The words that all records begin with: what it is of, 0 when that is gone; its context. */
  static final RecordLayout HEAD = new RecordLayout("Record");

  static {
    HEAD.field("long", "kind");
    HEAD.field("long", "context");
  }

  private final String name;
  private final List<String> fields = new ArrayList<>();
  private int bytes;

  /** Makes one without fields. */
  RecordLayout(String name) {
    this.name = name;
  }

  private int add(String declaration, int size) {
    fields.add(declaration);
    int at = bytes;
    bytes += size;
    return at;
  }

  /** Adds a field of one word and returns where it is. */
  int field(String type, String field) {
    return add(type + " " + field, Long.BYTES);
  }

  /** Adds an array of words and returns where it is. */
  int array(String field, int count) {
    return add("long " + field + "[" + count + "]", count * Long.BYTES);
  }

  /** Adds a structure and returns where it is. */
  int structure(RecordLayout type, String field) {
    return add(type.name + " " + field, type.bytes);
  }

  /** Returns how many bytes the fields have. */
  int bytes() {
    return bytes;
  }

  /** Returns its name in C. */
  String name() {
    return name;
  }

  /** Returns the fields in C. */
  String text() {
    return String.join("; ", fields) + ";";
  }
}
