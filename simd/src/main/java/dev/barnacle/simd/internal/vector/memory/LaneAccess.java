package dev.barnacle.simd.internal.vector.memory;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forms that an access to memory by all lanes has in LLVM: wide loads and stores, gathers and
 * scatters, each only for the lanes that run.
 */
final class LaneAccess {
  private final VectorScope scope;
  private final String tags;
  private final String invariance;
  private final boolean arena;

  /** Makes accesses of which nothing is known. */
  LaneAccess(VectorScope scope) {
    this(scope, "", "", false);
  }

  private LaneAccess(VectorScope scope, String tags, String invariance, boolean arena) {
    this.scope = scope;
    this.tags = tags;
    this.invariance = invariance;
    this.arena = arena;
  }

  /** Returns the same for accesses through {@code pointer}, with what is known of its memory. */
  LaneAccess through(Value pointer) {
    return new LaneAccess(
        scope,
        scope.aliasTags(pointer),
        scope.module().aliases().invariance(pointer),
        pointer.isIn(AddressSpace.LOCAL));
  }

  /** Returns the same for accesses through {@code pointer}, at addresses that LLVM knows. */
  LaneAccess in(Value pointer) {
    return new LaneAccess(scope, tags, invariance, pointer.isIn(AddressSpace.LOCAL));
  }

  private LlvmText out() {
    return scope.out();
  }

  /**
   * Loads {@code size} neighbouring elements.
   *
   * @param mask which of them; null for all
   */
  String load(Type scalar, int size, String address, long alignment, @Nullable String mask) {
    String type = type(scalar, size);
    if (mask == null) {
      return out().load(type, address, alignment, tags + invariance);
    }
    return call(
        type,
        "llvm.masked.load." + suffix(scalar, size) + ".p0",
        List.of("ptr", "i32", type(Types.I1, size), type),
        List.of(address, Long.toString(alignment), mask, LlvmText.POISON));
  }

  /**
   * Stores {@code size} neighbouring elements.
   *
   * @param mask which of them; null for all
   */
  void store(
      Type scalar, int size, String value, String address, long alignment, @Nullable String mask) {
    String type = type(scalar, size);
    if (mask == null) {
      out().store(type, value, address, alignment, tags);
      return;
    }
    if (arena
        && !scope.module().math().isAvx512()
        && size * scalar.byteSize() <= ArenaLayout.MARGIN) {
      storeAround(scalar, size, value, address, alignment, mask);
      return;
    }
    call(
        "void",
        "llvm.masked.store." + suffix(scalar, size) + ".p0",
        List.of(type, "ptr", "i32", type(Types.I1, size)),
        List.of(value, address, Long.toString(alignment), mask));
  }

  /**
   * Stores neighbouring elements of local memory, of which at least one belongs to a lane that
   * runs, and the others as they were. Nobody but this thread uses its arena, and that has a margin
   * on both sides. Processors without AVX-512 take four times as long to store for some lanes, or
   * do it one by one. What lies around may be another variable, so nothing is said to LLVM of what
   * these accesses don't meet.
   */
  private void storeAround(
      Type scalar, int size, String value, String address, long alignment, String mask) {
    String type = type(scalar, size);
    String old = out().load(type, address, alignment);
    String both = out().select(type(Types.I1, size), mask, type, value, old);
    out().store(type, both, address, alignment);
  }

  /** Loads an element a lane, whose addresses fall from {@code first} on. */
  String loadReversed(Type scalar, String first, long alignment) {
    return reversed(scalar, load(scalar, scope.lanes(), lowest(scalar, first), alignment, mask()));
  }

  /** Stores an element a lane, whose addresses fall from {@code first} on. */
  void storeReversed(Type scalar, String value, String first, long alignment) {
    String turned = reversed(scalar, value);
    store(scalar, scope.lanes(), turned, lowest(scalar, first), alignment, mask());
  }

  private String lowest(Type scalar, String first) {
    return out().gep(first, (1L - scope.lanes()) * scalar.byteSize());
  }

  private @Nullable String mask() {
    return scope.mask().full() ? null : reversed(Types.I1, scope.mask().text());
  }

  /** Turns a vector with an element a lane round. */
  String reversed(Type scalar, String vector) {
    int lanes = scope.lanes();
    return out().shuffle(scope.vectorType(scalar), vector, lanes, l -> lanes - 1 - l);
  }

  /** Loads an element from an address of each lane. */
  String gather(Type scalar, String addresses, long alignment) {
    long size = scalar.byteSize();
    if ((size == 1 || size == 2) && alignment >= size) {
      return gatherPart(scalar, addresses);
    }
    return gatherWhole(scalar, addresses, alignment);
  }

  private String gatherWhole(Type scalar, String addresses, long alignment) {
    String type = scope.vectorType(scalar);
    boolean aside = !scope.mask().full() && !scope.module().target().gathers();
    return call(
        type,
        "llvm.masked.gather." + scope.vectorSuffix(scalar) + ".v" + scope.lanes() + "p0",
        List.of(pointers(), "i32", scope.vectorType(Types.I1), type),
        List.of(
            aside ? aside(addresses) : addresses,
            Long.toString(alignment),
            aside ? scope.splatConstant("true") : scope.mask().text(),
            "poison"));
  }

  /**
   * Processors gather words. The aligned word around a byte lies in the same page as the byte, so
   * that reading it is as safe; what is not the lane's own is dropped.
   */
  private String gatherPart(Type scalar, String addresses) {
    String longs = scope.vectorType(Types.I64);
    String words = scope.vectorType(Types.I32);
    String number = out().cast("ptrtoint", pointers(), addresses, longs);
    String down = out().and(longs, number, all("i64 -4"));
    String aligned = out().cast("inttoptr", longs, down, pointers());
    String word = gatherWhole(Types.I32, aligned, 4);
    String low = out().trunc(longs, number, words);
    String bytes = out().and(words, low, all("i32 3"));
    String bits = out().binary("shl", words, bytes, all("i32 3"));
    String moved = out().binary("lshr", words, word, bits);
    String part = scalar.byteSize() == 1 ? "i8" : "i16";
    String narrow = LlvmTypes.vector(scope.lanes(), part);
    String own = out().trunc(words, moved, narrow);
    return LlvmTypes.type(scalar).equals(part)
        ? own
        : out().bitcast(narrow, own, scope.vectorType(scalar));
  }

  /** Loads a whole vector from the address of each lane. */
  List<String> loadEach(Type type, String addresses, long alignment) {
    String safe = scope.mask().full() ? addresses : aside(addresses);
    List<String> rows = new ArrayList<>();
    for (int l = 0; l < scope.lanes(); l++) {
      String address = out().extract(pointers(), safe, l);
      rows.add(out().load(LlvmTypes.type(type), address, alignment, tags + invariance));
    }
    return rows;
  }

  /** Stores a whole vector to the address of each lane, in lane order. */
  void storeEach(Type type, List<String> rows, String addresses, long alignment) {
    String safe = scope.mask().full() ? addresses : aside(addresses);
    for (int l = 0; l < scope.lanes(); l++) {
      String address = out().extract(pointers(), safe, l);
      out().store(LlvmTypes.type(type), rows.get(l), address, alignment, tags);
    }
  }

  /** Stores an element to an address of each lane, in lane order. */
  void scatter(Type scalar, String value, String addresses, long alignment) {
    String type = scope.vectorType(scalar);
    boolean aside = !scope.mask().full() && !scope.module().target().scatters();
    call(
        "void",
        "llvm.masked.scatter." + scope.vectorSuffix(scalar) + ".v" + scope.lanes() + "p0",
        List.of(type, pointers(), "i32", scope.vectorType(Types.I1)),
        List.of(
            value,
            aside ? aside(addresses) : addresses,
            Long.toString(alignment),
            aside ? scope.splatConstant("true") : scope.mask().text()));
  }

  /**
   * Sends the lanes that don't run to memory of the thread's own. Where lanes are loaded and stored
   * one by one, LLVM would jump around each that doesn't, at every odd mask a wrong guess.
   */
  private String aside(String addresses) {
    String scratch = scope.splat(new PointerType(AddressSpace.PRIVATE), "%scratch");
    return scope.select(scope.mask().text(), pointers(), addresses, scratch);
  }

  private String all(String element) {
    return scope.vectorConstant(l -> element);
  }

  private String pointers() {
    return LlvmTypes.vector(scope.lanes(), "ptr");
  }

  private static String type(Type scalar, int size) {
    return LlvmTypes.vector(size, scalar);
  }

  private static String suffix(Type scalar, int size) {
    return "v" + size + (scalar.isPointer() ? "p0" : LlvmTypes.suffix(scalar));
  }

  private String call(String result, String name, List<String> types, List<String> values) {
    String function = "@" + name;
    scope.module().declare(result, function, types);
    return out().call(result, function, LlvmText.typed(types, values), tags);
  }
}
