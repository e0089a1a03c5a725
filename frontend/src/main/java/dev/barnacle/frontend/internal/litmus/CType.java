package dev.barnacle.frontend.internal.litmus;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A type of the C subset of litmus tests: an integer, a pointer, or void.
 *
 * @param bits the width; 64 for pointers, 0 for void
 * @param signed whether an integer is signed
 * @param atomic whether it is declared atomic
 * @param space where an object of this type lies, if it says so
 * @param pointee what a pointer points to
 */
record CType(
    int bits,
    boolean signed,
    boolean atomic,
    @Nullable AddressSpace space,
    @Nullable CType pointee) {
  static final CType INT = new CType(32, true, false, null, null);
  static final CType LONG = new CType(64, true, false, null, null);
  static final CType VOID = new CType(0, false, false, null, null);

  static CType pointer(CType to) {
    return new CType(64, false, false, null, to);
  }

  boolean isPointer() {
    return pointee != null;
  }

  boolean isVoid() {
    return bits == 0;
  }

  /** The type of its values in the IR. */
  Type ir() {
    if (pointee == null) {
      return new IntType(bits);
    }
    AddressSpace to = pointee.space();
    return new PointerType(to == null ? AddressSpace.GENERIC : to);
  }

  /** The integer type of its values' bits. */
  IntType bitsType() {
    return new IntType(bits);
  }

  /** The type of a value that is read from an object of this type. */
  CType unqualified() {
    return new CType(bits, signed, false, null, pointee);
  }

  long byteSize() {
    return bits / 8;
  }

  /** The type after the integer promotions (C11 6.3.1.1). */
  CType promoted() {
    return isPointer() || bits >= 32 ? this : INT;
  }

  /** The common type of the usual arithmetic conversions (C11 6.3.1.8). */
  static CType common(CType a, CType b) {
    CType x = a.promoted();
    CType y = b.promoted();
    if (x.isPointer() || y.isPointer()) {
      return x.isPointer() ? x : y;
    }
    if (x.bits != y.bits) {
      return plain(x.bits > y.bits ? x : y);
    }
    return plain(x.signed ? y : x);
  }

  private static CType plain(CType t) {
    return new CType(t.bits, t.signed, false, null, null);
  }

  /** The type that specifiers and stars declare. */
  static CType declared(
      List<LitmusParser.SpecifierContext> specifiers, List<LitmusParser.PointerToContext> stars) {
    return pointers(declared(specifiers), stars);
  }

  private static CType pointers(CType to, List<LitmusParser.PointerToContext> stars) {
    CType type = to;
    for (LitmusParser.PointerToContext star : stars) {
      AddressSpace where =
          star.QUALIFIER().stream()
              .map(q -> space(q.getText()))
              .filter(java.util.Objects::nonNull)
              .findFirst()
              .orElse(null);
      type = new CType(64, false, !star.ATOMIC().isEmpty(), where, type);
    }
    return type;
  }

  private static CType declared(List<LitmusParser.SpecifierContext> specifiers) {
    List<LitmusParser.SpecifierContext> flat = flatten(specifiers);
    Set<String> words = new HashSet<>();
    boolean atomic = false;
    AddressSpace space = null;
    for (LitmusParser.SpecifierContext s : flat) {
      if (s.ATOMIC() != null) {
        atomic = true;
      } else if (s.TYPE() != null) {
        words.add(s.TYPE().getText());
      } else {
        AddressSpace named = space(s.QUALIFIER().getText());
        space = named == null ? space : named;
      }
    }
    CType base = base(words, atomic, space, specifiers);
    List<LitmusParser.PointerToContext> inner =
        flat.stream().flatMap(s -> s.pointerTo().stream()).toList();
    if (inner.isEmpty()) {
      return base;
    }
    CType plain = new CType(base.bits, base.signed, false, null, base.pointee);
    CType pointer = pointers(plain, inner);
    return new CType(pointer.bits, false, atomic, space, pointer.pointee);
  }

  private static List<LitmusParser.SpecifierContext> flatten(
      List<LitmusParser.SpecifierContext> specifiers) {
    List<LitmusParser.SpecifierContext> flat = new ArrayList<>();
    for (LitmusParser.SpecifierContext s : specifiers) {
      flat.add(s);
      flat.addAll(flatten(s.specifier()));
    }
    return flat;
  }

  private static @Nullable AddressSpace space(String qualifier) {
    return switch (qualifier) {
      case "global", "__global", "global_fga" -> AddressSpace.GLOBAL;
      case "local", "__local" -> AddressSpace.LOCAL;
      case "constant", "__constant" -> AddressSpace.CONSTANT;
      case "private", "__private" -> AddressSpace.PRIVATE;
      default -> null;
    };
  }

  private static CType base(
      Set<String> words,
      boolean atomicSpecifier,
      @Nullable AddressSpace space,
      List<LitmusParser.SpecifierContext> at) {
    boolean atomic = atomicSpecifier;
    boolean unsigned = words.remove("unsigned");
    words.remove("signed");
    if (words.remove("long")) {
      words.remove("int");
      return new CType(64, !unsigned, atomic, space, null);
    }
    if (words.remove("short")) {
      words.remove("int");
      return new CType(16, !unsigned, atomic, space, null);
    }
    String word = words.isEmpty() ? "int" : words.iterator().next();
    if (words.size() > 1) {
      throw LitmusErrors.at(at.get(0), "these specifiers make no type together");
    }
    if (word.startsWith("atomic_")) {
      atomic = true;
      word = word.substring("atomic_".length());
    }
    return switch (word) {
      case "void" -> VOID;
      case "int", "int32_t" -> new CType(32, !unsigned, atomic, space, null);
      case "uint", "uint32_t" -> new CType(32, false, atomic, space, null);
      case "long", "int64_t", "intptr_t", "ptrdiff_t" -> new CType(64, true, atomic, space, null);
      case "ulong", "uint64_t", "uintptr_t", "size_t" -> new CType(64, false, atomic, space, null);
      case "short", "int16_t" -> new CType(16, true, atomic, space, null);
      case "ushort", "uint16_t" -> new CType(16, false, atomic, space, null);
      case "char", "int8_t" -> new CType(8, !unsigned, atomic, space, null);
      case "uchar", "uint8_t", "bool", "_Bool" -> new CType(8, false, atomic, space, null);
      case "__int128", "__int128_t", "__uint128", "__uint128_t" ->
          throw LitmusErrors.at(
              at.get(0), "integers of 128 bits are not supported in litmus tests");
      case "flag", "mtx_t" -> new CType(32, true, true, space, null);
      default ->
          throw LitmusErrors.at(at.get(0), "type '" + word + "' is not supported in litmus tests");
    };
  }

  /** The type that stands for no type given. */
  static CType orInt(
      List<LitmusParser.SpecifierContext> specifiers, List<LitmusParser.PointerToContext> stars) {
    return specifiers.isEmpty() ? pointers(INT, stars) : declared(specifiers, stars);
  }

  static Type truth() {
    return Types.I1;
  }
}
