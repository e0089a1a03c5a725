package dev.barnacle.ir.text;

import dev.barnacle.ir.Declaration;
import dev.barnacle.ir.DeclaredType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses what the source calls a variable. */
final class DeclarationParser {
  private final Tokens tokens;

  DeclarationParser(Tokens tokens) {
    this.tokens = tokens;
  }

  /** Parses a declaration if one stands here. */
  @Nullable Declaration optional() {
    if (!tokens.accept("declared")) {
      return null;
    }
    String name = tokens.string("a name");
    long start = offset();
    return new Declaration(name, type(), start);
  }

  private long offset() {
    tokens.expect("at");
    return tokens.number("an offset in bytes");
  }

  private DeclaredType type() {
    if (tokens.accept("array")) {
      long count = tokens.number("a number of elements");
      return new DeclaredType.Array(type(), count);
    }
    if (tokens.accept("vector")) {
      int lanes = tokens.smallNumber("a number of lanes");
      tokens.expect("of");
      long laneBytes = tokens.number("a size in bytes");
      return new DeclaredType.Vector(name(), lanes, laneBytes, size());
    }
    if (tokens.accept("struct")) {
      return new DeclaredType.Struct(name(), size(), fields());
    }
    return new DeclaredType.Scalar(name(), size());
  }

  private String name() {
    return tokens.string("a type's name");
  }

  private long size() {
    return tokens.number("a size in bytes");
  }

  private List<DeclaredType.Field> fields() {
    List<DeclaredType.Field> fields = new ArrayList<>();
    tokens.expect("(");
    if (tokens.accept(")")) {
      return fields;
    }
    do {
      String name = tokens.string("a field's name");
      long offset = offset();
      fields.add(new DeclaredType.Field(name, offset, type()));
    } while (tokens.accept(","));
    tokens.expect(")");
    return fields;
  }
}
