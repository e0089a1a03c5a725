package dev.barnacle.ir.text;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.OpaqueType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.text.Token.Kind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses types. */
final class TypeParser {
  private static final Map<String, Type> NAMED = named();

  private final Tokens tokens;

  TypeParser(Tokens tokens) {
    this.tokens = tokens;
  }

  private static Map<String, Type> named() {
    Map<String, Type> types = new HashMap<>();
    for (Type type :
        Arrays.asList(
            Types.VOID,
            Types.I1,
            Types.I8,
            Types.I16,
            Types.I32,
            Types.I64,
            Types.F16,
            Types.F32,
            Types.F64)) {
      types.put(type.toString(), type);
    }
    for (OpaqueType.Kind kind : OpaqueType.Kind.values()) {
      OpaqueType type = new OpaqueType(kind);
      types.put(type.toString(), type);
    }
    return types;
  }

  /** Returns whether a type begins here. */
  boolean atType() {
    Token token = tokens.peek();
    return tokens.at("<")
        || (token.kind() == Kind.WORD
            && (token.text().equals("ptr") || NAMED.containsKey(token.text())));
  }

  /** Parses any type. */
  Type type() {
    if (!tokens.accept("<")) {
      return scalar();
    }
    Token count = tokens.peek();
    int lanes = tokens.smallNumber("a number of lanes");
    if (lanes < 2) {
      throw tokens.error(count, "expected at least 2 lanes");
    }
    tokens.expect("x");
    Token start = tokens.peek();
    Type element = scalar();
    if (element.equals(Types.VOID) || element instanceof OpaqueType) {
      throw tokens.error(start, "expected the type of a number or a pointer");
    }
    tokens.expect(">");
    return new VectorType(element, lanes);
  }

  /** Parses a type of values, so not void. */
  Type valueType() {
    Token start = tokens.peek();
    Type type = type();
    if (type.equals(Types.VOID)) {
      throw tokens.error(start, "expected the type of a value");
    }
    return type;
  }

  private Type scalar() {
    Token token = tokens.peek();
    if (token.kind() == Kind.WORD && tokens.accept("ptr")) {
      tokens.expect("(");
      AddressSpace space =
          tokens.keyword(AddressSpace.class, AddressSpace::keyword, "an address space");
      tokens.expect(")");
      return new PointerType(space);
    }
    @Nullable Type named = token.kind() == Kind.WORD ? NAMED.get(token.text()) : null;
    if (named == null) {
      throw tokens.expected("a type");
    }
    tokens.next();
    return named;
  }
}
