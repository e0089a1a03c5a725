package dev.barnacle.frontend.internal.spirv.mangling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name of a function and the types of its parameters, out of the name that clang gives an
 * overloaded function (Itanium C++ ABI, "Mangling", as far as OpenCL C needs it).
 *
 * @param name such as {@code fmin}
 * @param types of its parameters; of none where the name is not mangled
 */
public record BuiltinName(String name, List<BuiltinName.MangledType> types) {
  /** Makes a copy of the list. */
  public BuiltinName {
    types = List.copyOf(types);
  }

  /**
   * The type of a parameter, as a mangled name has it.
   *
   * @param name of the scalar or opaque type, in OpenCL C's words: {@code uint}, {@code ocl_event}
   * @param lanes of a vector; 1 of others
   * @param pointee what a pointer points to
   * @param space the address space of what is pointed to
   * @param constant whether what is pointed to is not written
   */
  public record MangledType(
      String name, int lanes, @Nullable MangledType pointee, int space, boolean constant) {
    /** Returns a type that is no pointer and no vector. */
    public static MangledType named(String name) {
      return new MangledType(name, 1, null, 0, false);
    }

    /** Returns whether it is a pointer. */
    public boolean isPointer() {
      return pointee != null;
    }

    /** Returns whether it is an integer without a sign. */
    public boolean isUnsigned() {
      return switch (name) {
        case "uchar", "ushort", "uint", "ulong" -> true;
        default -> false;
      };
    }

    /** Returns whether it is a floating-point number. */
    public boolean isFloat() {
      return switch (name) {
        case "half", "float", "double" -> true;
        default -> false;
      };
    }

    /** Returns whether it is an integer. */
    public boolean isInteger() {
      return switch (name) {
        case "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong" -> true;
        default -> false;
      };
    }

    /** Returns what it points to. */
    public MangledType target() {
      if (pointee == null) {
        throw new IllegalStateException(name + " is no pointer");
      }
      return pointee;
    }
  }

  /** Reads a name; empty where it is none that clang gives a built-in function. */
  public static Optional<BuiltinName> of(String symbol) {
    if (!symbol.startsWith("_Z")) {
      return Optional.of(new BuiltinName(symbol, List.of()));
    }
    Reader reader = new Reader(symbol);
    try {
      String name = reader.sourceName();
      List<MangledType> types = new ArrayList<>();
      while (reader.at < symbol.length()) {
        MangledType type = reader.type();
        if (!type.name().equals("void") || type.isPointer()) {
          types.add(type);
        }
      }
      return Optional.of(new BuiltinName(name, types));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Goes through a mangled name. */
  private static final class Reader {
    private final String text;
    private final List<MangledType> substitutions = new ArrayList<>();
    private int at = 2;

    Reader(String text) {
      this.text = text;
    }

    private IllegalArgumentException strange() {
      return new IllegalArgumentException(text);
    }

    private char next() {
      if (at >= text.length()) {
        throw strange();
      }
      return text.charAt(at++);
    }

    private int number() {
      int start = at;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
      if (start == at || at - start > 5) {
        throw strange();
      }
      return Integer.parseInt(text.substring(start, at));
    }

    String sourceName() {
      int length = number();
      if (at + length > text.length()) {
        throw strange();
      }
      at += length;
      return text.substring(at - length, at);
    }

    private MangledType remember(MangledType type) {
      substitutions.add(type);
      return type;
    }

    MangledType type() {
      if (at < text.length() && Character.isDigit(text.charAt(at))) {
        return remember(MangledType.named(sourceName()));
      }
      char c = next();
      return switch (c) {
        case 'P' -> remember(pointer());
        case 'S' -> substitution();
        case 'D' -> extended();
        case 'U', 'V', 'K', 'r' -> {
          at--;
          yield qualified();
        }
        default -> MangledType.named(builtin(c));
      };
    }

    private MangledType pointer() {
      MangledType target = type();
      return new MangledType(
          target.name(), target.lanes(), target, target.space(), target.constant());
    }

    /** Address space and C's qualifiers are one step, {@code _Atomic} is another. */
    private MangledType qualified() {
      int space = 0;
      boolean constant = false;
      boolean any = false;
      while (at < text.length()) {
        char c = text.charAt(at);
        if (text.startsWith("U3AS", at)) {
          at += 4;
          space = Character.digit(next(), 10);
        } else if (c == 'V' || c == 'K' || c == 'r') {
          at++;
          constant |= c == 'K';
        } else {
          break;
        }
        any = true;
      }
      MangledType inner;
      if (!any) {
        at++;
        sourceName(); // _Atomic
        inner = type();
      } else {
        inner = type();
      }
      return remember(
          new MangledType(inner.name(), inner.lanes(), inner.pointee(), space, constant));
    }

    private MangledType substitution() {
      int index = 0;
      int start = at;
      while (next() != '_') {
        // The number ends there.
      }
      if (at - 1 > start) {
        index = Integer.parseInt(text.substring(start, at - 1), Character.MAX_RADIX) + 1;
      }
      if (index >= substitutions.size()) {
        throw strange();
      }
      return substitutions.get(index);
    }

    private MangledType extended() {
      char c = next();
      if (c == 'h') {
        return MangledType.named("half");
      }
      if (c != 'v') {
        throw strange();
      }
      int lanes = number();
      if (next() != '_') {
        throw strange();
      }
      MangledType element = type();
      return remember(new MangledType(element.name(), lanes, null, 0, false));
    }

    private String builtin(char code) {
      return switch (code) {
        case 'v' -> "void";
        case 'b' -> "bool";
        case 'c', 'a' -> "char";
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
        default -> throw strange();
      };
    }
  }
}
