package dev.barnacle.frontend.internal.reader.type;

import java.util.ArrayList;
import java.util.List;

/**
 * Names that clang made for overloaded functions, by the rules of the Itanium C++ ABI as far as
 * OpenCL C needs them.
 */
public final class MangledName {
  private final String text;
  private final List<String> substitutions = new ArrayList<>();
  private int at;

  private MangledName(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** The name in the source: without the parameters' types, if it is a mangled name. */
  public static String baseName(String name) {
    if (!name.startsWith("_Z")) {
      return name;
    }
    MangledName parser = new MangledName(name, 2);
    try {
      return parser.sourceName();
    } catch (IllegalArgumentException e) {
      return name;
    }
  }

  /** The name with the types of the parameters, such as {@code fmin(float4, float4)}. */
  public static String demangle(String name) {
    if (!name.startsWith("_Z")) {
      return name;
    }
    MangledName parser = new MangledName(name, 2);
    try {
      String base = parser.sourceName();
      List<String> parameters = new ArrayList<>();
      while (parser.at < name.length()) {
        parameters.add(parser.type());
      }
      return base + "(" + String.join(", ", parameters) + ")";
    } catch (IllegalArgumentException e) {
      return baseName(name);
    }
  }

  private char peek() {
    if (at >= text.length()) {
      throw new IllegalArgumentException(text);
    }
    return text.charAt(at);
  }

  private char next() {
    char c = peek();
    at++;
    return c;
  }

  private int number() {
    int start = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    return Integer.parseInt(text.substring(start, at));
  }

  private String sourceName() {
    int length = number();
    if (at + length > text.length()) {
      throw new IllegalArgumentException(text);
    }
    String name = text.substring(at, at + length);
    at += length;
    return name.startsWith("ocl_") ? name.substring("ocl_".length()) : name;
  }

  private String type() {
    char c = peek();
    if (Character.isDigit(c)) {
      return remember(sourceName());
    }
    at++;
    return switch (c) {
      case 'P' -> remember(pointer());
      case 'S' -> substitution();
      case 'D' -> extended();
      case 'U' -> remember(vendorQualified());
      case 'V' -> remember("volatile " + type());
      case 'K' -> remember("const " + type());
      default -> builtin(c);
    };
  }

  private String remember(String type) {
    substitutions.add(type);
    return type;
  }

  private String pointer() {
    return type() + "*";
  }

  /** S_ is the first type that was remembered, S0_ the second and so on in base 36. */
  private String substitution() {
    int index = 0;
    if (peek() != '_') {
      int start = at;
      while (peek() != '_') {
        at++;
      }
      index = Integer.parseInt(text.substring(start, at), Character.MAX_RADIX) + 1;
    }
    at++;
    if (index >= substitutions.size()) {
      throw new IllegalArgumentException(text);
    }
    return substitutions.get(index);
  }

  private String extended() {
    char c = next();
    if (c == 'h') {
      return "half";
    }
    if (c != 'v') {
      throw new IllegalArgumentException(text);
    }
    int lanes = number();
    if (next() != '_') {
      throw new IllegalArgumentException(text);
    }
    return remember(type() + lanes);
  }

  /** An address space (AS1) before what lies in it, or an atomic type (7_Atomic). */
  private String vendorQualified() {
    String qualifier = sourceName();
    String qualified = type();
    return switch (qualifier) {
      case "AS1" -> "global " + qualified;
      case "AS2" -> "constant " + qualified;
      case "AS3" -> "local " + qualified;
      case "AS4" -> qualified;
      case "_Atomic" -> "atomic_" + qualified;
      default -> qualifier + " " + qualified;
    };
  }

  private String builtin(char code) {
    return switch (code) {
      case 'v' -> "void";
      case 'b' -> "bool";
      case 'c' -> "char";
      case 'a' -> "signed char";
      case 'h' -> "uchar";
      case 's' -> "short";
      case 't' -> "ushort";
      case 'i' -> "int";
      case 'j' -> "uint";
      case 'l' -> "long";
      case 'm' -> "ulong";
      case 'f' -> "float";
      case 'd' -> "double";
      case 'z' -> "...";
      default -> throw new IllegalArgumentException(text);
    };
  }
}
