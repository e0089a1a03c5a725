package dev.barnacle.frontend.internal.spirv.write;

import dev.barnacle.frontend.internal.spirv.module.StorageClass;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type that is declared in the module; two are the same exactly where their ids are.
 *
 * @param id its id
 * @param kind what it is
 * @param bits of an integer or floating-point number
 * @param count of a vector's or array's elements
 * @param element of a vector or array, or what a pointer points to
 * @param members of a structure
 * @param storage of a pointer
 * @param name of an opaque type: {@code Image}, {@code Sampler} and so on
 * @param numbers of an image
 */
record WrittenType(
    int id,
    Kind kind,
    int bits,
    long count,
    @Nullable WrittenType element,
    List<WrittenType> members,
    @Nullable StorageClass storage,
    String name,
    List<Integer> numbers) {
  enum Kind {
    VOID,
    BOOL,
    INT,
    FLOAT,
    VECTOR,
    ARRAY,
    STRUCT,
    POINTER,
    FUNCTION,
    OPAQUE
  }

  boolean is(Kind other) {
    return kind == other;
  }

  boolean isPointer() {
    return kind == Kind.POINTER;
  }

  WrittenType pointee() {
    if (element == null || !isPointer()) {
      throw new IllegalStateException(kind + " is no pointer");
    }
    return element;
  }

  StorageClass space() {
    if (storage == null) {
      throw new IllegalStateException(kind + " is no pointer");
    }
    return storage;
  }

  /** Returns the type of a vector's components, of others itself. */
  WrittenType scalar() {
    return kind == Kind.VECTOR && element != null ? element : this;
  }

  /** Returns the number of a vector's components, of others 1. */
  int lanes() {
    return kind == Kind.VECTOR ? (int) count : 1;
  }

  boolean isFloat() {
    return scalar().kind == Kind.FLOAT;
  }

  boolean isInt() {
    return scalar().kind == Kind.INT;
  }

  boolean isBool() {
    return scalar().kind == Kind.BOOL;
  }

  /** Returns the part that an index leads to. */
  WrittenType part(int index) {
    if (kind == Kind.STRUCT) {
      return members.get(index);
    }
    if (element == null) {
      throw new IllegalStateException(kind + " has no parts");
    }
    return element;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WrittenType type && type.id == id;
  }

  @Override
  public int hashCode() {
    return id;
  }
}
