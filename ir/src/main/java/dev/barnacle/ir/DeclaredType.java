package dev.barnacle.ir;

import java.util.List;

/**
 * A type as the source declares it, for those who name parts of a variable: what lies where, and
 * what the author calls it. Code does not depend on it.
 */
public sealed interface DeclaredType {
  /** Returns the size in bytes; 0 where it is not known. */
  long byteSize();

  /** Returns the name of the type, of an array that of its innermost elements. */
  String name();

  /**
   * A type without parts: a number, a pointer, an enumeration.
   *
   * @param name as written, such as {@code uint}
   */
  record Scalar(String name, long byteSize) implements DeclaredType {}

  /**
   * A vector.
   *
   * @param name such as {@code float4}
   * @param lanes how many components it has
   * @param laneBytes the size of a component
   * @param byteSize the size of all, of three components that of four
   */
  record Vector(String name, int lanes, long laneBytes, long byteSize) implements DeclaredType {}

  /**
   * An array.
   *
   * @param count how many elements it has; 0 where that is not known, as of what a pointer points
   *     to
   */
  record Array(DeclaredType element, long count) implements DeclaredType {
    @Override
    public long byteSize() {
      return element.byteSize() * count;
    }

    @Override
    public String name() {
      return element.name();
    }
  }

  /**
   * A struct or union.
   *
   * @param name its own or a typedef's, or empty
   * @param fields in the order of the source; those of a union overlap
   */
  record Struct(String name, long byteSize, List<Field> fields) implements DeclaredType {
    public Struct {
      fields = List.copyOf(fields);
    }
  }

  /**
   * A field of a struct or union.
   *
   * @param name empty for a struct or union without one, whose fields are used as the outer's own
   * @param offset from the start of the struct, in bytes
   */
  record Field(String name, long offset, DeclaredType type) {}
}
