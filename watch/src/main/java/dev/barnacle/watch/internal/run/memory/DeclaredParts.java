package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Names parts of a variable as its author writes them: {@code tile[1][3]}, {@code p.x}, {@code
 * s[4].count}. What has no such name is told by its bytes.
 */
final class DeclaredParts {
  private static final String LETTERS = "xyzw";

  private final Declaration declaration;

  DeclaredParts(Declaration declaration) {
    this.declaration = declaration;
  }

  /** Some bytes of what lies somewhere: from where, and how many. */
  private record Span(long at, long bytes) {
    long end() {
      return at + bytes;
    }

    Span from(long start) {
      return new Span(at - start, bytes);
    }

    boolean isAll(long size) {
      return at == 0 && bytes == size;
    }
  }

  /** Returns the type of the variable, such as {@code float[4][8]}; empty for a parameter. */
  String type() {
    StringBuilder counts = new StringBuilder();
    for (DeclaredType type = declaration.type(); ; ) {
      if (!(type instanceof DeclaredType.Array array)) {
        String name = type.name().isEmpty() ? "struct" : type.name();
        return counts.isEmpty() || counts.charAt(1) != '0' ? name + counts : "";
      }
      counts.append('[').append(array.count()).append(']');
      type = array.element();
    }
  }

  /** Returns the size of an element, of an array of what is no array itself; 0 for others. */
  long elementBytes() {
    return declaration.type() instanceof DeclaredType.Array array
            && !(array.element() instanceof DeclaredType.Array)
        ? array.element().byteSize()
        : 0;
  }

  /** Returns what some bytes are called, counted from the start of the memory. */
  String part(long offset, long bytes) {
    return name(
        declaration.name(), declaration.type(), new Span(declaration.start() + offset, bytes));
  }

  /**
   * Returns what the number, pointer or component is called that has a byte; in a union, what is
   * accessed.
   *
   * @param at the byte
   * @param offset where an access begins that has the byte
   * @param bytes how many it has
   */
  String partAt(long at, long offset, long bytes) {
    return leaf(declaration.name(), declaration.type(), declaration.start() + at)
        .orElseGet(() -> part(offset, bytes));
  }

  private static String name(String name, DeclaredType type, Span span) {
    return exact(name, type, span).orElseGet(() -> range(name, type, span));
  }

  /** The name of what lies exactly there, or of the smallest part around it with its bytes. */
  private static Optional<String> exact(String name, DeclaredType type, Span span) {
    return switch (type) {
      case DeclaredType.Scalar s -> span.isAll(s.byteSize()) ? Optional.of(name) : Optional.empty();
      case DeclaredType.Vector v -> components(name, v, span);
      case DeclaredType.Array a -> element(name, a, span);
      case DeclaredType.Struct s -> field(name, s, span);
    };
  }

  private static Optional<String> components(String name, DeclaredType.Vector vector, Span span) {
    long lane = vector.laneBytes();
    long used = vector.lanes() * lane;
    if (span.at() == 0 && span.bytes() >= used && span.bytes() <= vector.byteSize()) {
      return Optional.of(name);
    }
    if (span.at() < 0 || span.at() % lane != 0 || span.bytes() % lane != 0 || span.end() > used) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder(name).append(vector.lanes() > 4 ? ".s" : ".");
    for (long i = span.at() / lane; i < span.end() / lane; i++) {
      text.append(vector.lanes() > 4 ? Character.forDigit((int) i, 16) : LETTERS.charAt((int) i));
    }
    return Optional.of(text.toString());
  }

  private static Optional<String> element(String name, DeclaredType.Array array, Span span) {
    long size = array.element().byteSize();
    long index = Math.floorDiv(span.at(), size);
    if (span.end() <= (index + 1) * size) {
      return exact(name + "[" + index + "]", array.element(), span.from(index * size));
    }
    return span.isAll(array.byteSize()) ? Optional.of(name) : Optional.empty();
  }

  /** A field, if only one lies there: of a union it may be any. */
  private static Optional<String> field(String name, DeclaredType.Struct struct, Span span) {
    boolean all = span.isAll(struct.byteSize());
    if (all && struct.fields().size() == 1) {
      return Optional.of(name);
    }
    List<String> names = new ArrayList<>();
    for (DeclaredType.Field field : fieldsAround(struct, span)) {
      exact(dotted(name, field), field.type(), span.from(field.offset()))
          .filter(part -> !part.equals(name))
          .ifPresent(names::add);
    }
    return names.size() == 1
        ? Optional.of(names.getFirst())
        : all ? Optional.of(name) : Optional.empty();
  }

  private static String dotted(String name, DeclaredType.Field field) {
    return field.name().isEmpty() ? name : name + "." + field.name();
  }

  private static List<DeclaredType.Field> fieldsAround(DeclaredType.Struct struct, Span span) {
    return struct.fields().stream()
        .filter(f -> span.at() >= f.offset() && span.end() <= f.offset() + f.type().byteSize())
        .toList();
  }

  /**
   * Returns the name of a span that is no part of its own: several elements, or bytes of the
   * smallest part around them.
   */
  private static String range(String name, DeclaredType type, Span span) {
    switch (type) {
      case DeclaredType.Array a -> {
        long size = a.element().byteSize();
        long first = Math.floorDiv(span.at(), size);
        long last = Math.floorDiv(span.end() - 1, size);
        if (first == last) {
          return range(name + "[" + first + "]", a.element(), span.from(first * size));
        }
        if (span.at() % size == 0 && span.end() % size == 0) {
          return name + "[" + first + "] to " + name + "[" + last + "]";
        }
      }
      case DeclaredType.Struct s -> {
        List<DeclaredType.Field> fields = fieldsAround(s, span);
        if (fields.size() == 1) {
          DeclaredType.Field field = fields.getFirst();
          return range(dotted(name, field), field.type(), span.from(field.offset()));
        }
      }
      case DeclaredType.Scalar _, DeclaredType.Vector _ -> {}
    }
    return bytes(span.at(), span.bytes()) + " of " + name;
  }

  /** Returns {@code byte 3} or {@code bytes 4 to 7}. */
  static String bytes(long at, long count) {
    return count <= 1 ? "byte " + at : "bytes " + at + " to " + (at + count - 1);
  }

  /** The name of the smallest part that has a byte; empty where there are several. */
  private static Optional<String> leaf(String name, DeclaredType type, long at) {
    return switch (type) {
      case DeclaredType.Scalar s ->
          at >= 0 && at < s.byteSize() ? Optional.of(name) : Optional.empty();
      case DeclaredType.Vector v -> {
        long lane = Math.floorDiv(at, v.laneBytes()) * v.laneBytes();
        yield components(name, v, new Span(lane, v.laneBytes()));
      }
      case DeclaredType.Array a -> {
        long size = a.element().byteSize();
        long index = Math.floorDiv(at, size);
        yield leaf(name + "[" + index + "]", a.element(), at - index * size);
      }
      case DeclaredType.Struct s -> {
        List<DeclaredType.Field> fields = fieldsAround(s, new Span(at, 1));
        if (fields.size() != 1) {
          yield Optional.empty();
        }
        DeclaredType.Field field = fields.getFirst();
        yield leaf(dotted(name, field), field.type(), at - field.offset());
      }
    };
  }
}
