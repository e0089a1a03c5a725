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
import java.util.function.IntFunction;
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
    if (isOfFew(scalar, size, mask)) {
      return forAll(scalar, loadOfFew(scalar, address, alignment, mask));
    }
    return maskedLoad(scalar, size, address, alignment, mask);
  }

  /**
   * Loads an element for each lane, all of which run, after the loads of this kind before. LLVM
   * keeps volatile loads in order, and does not make them operands of computations.
   */
  String loadInOrder(Type scalar, String address, long alignment) {
    return out().load("volatile " + scope.vectorType(scalar), address, alignment, tags);
  }

  /**
   * Loads for the lanes that may run. In the arena, which has a margin on both sides, processors
   * take what has been stored before it is in the cache. LLVM would cut it out of the wider value
   * that was stored, element by element (it does so with integers), which takes longer: so the load
   * is volatile.
   */
  private String loadOfFew(Type scalar, String address, long alignment, String mask) {
    int few = scope.active();
    return arena
        ? out().load("volatile " + type(scalar, few), address, alignment, tags)
        : maskedLoad(scalar, few, address, alignment, few(Types.I1, mask));
  }

  private String maskedLoad(Type scalar, int size, String address, long alignment, String mask) {
    String type = type(scalar, size);
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
    if (isOfFew(scalar, size, mask)) {
      String part = few(scalar, value);
      maskedStore(scalar, scope.active(), part, address, alignment, few(Types.I1, mask));
      return;
    }
    maskedStore(scalar, size, value, address, alignment, mask);
  }

  private void maskedStore(
      Type scalar, int size, String value, String address, long alignment, String mask) {
    String type = type(scalar, size);
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

  /**
   * Returns whether only the first lanes of a region's one vector run. Accesses are then as wide as
   * these: what the last access stored is loaded without waiting for it to reach the cache. In the
   * arena they are so where one register holds them, by which its margin is read as well.
   */
  private boolean isOfFew(Type scalar, int size, String mask) {
    return size == scope.lanes()
        && scope.active() < size
        && mask.equals(scope.mask().text())
        && (!arena || scope.active() * scalar.byteSize() <= ArenaLayout.MARGIN);
  }

  /** Returns the part of a vector for the lanes that may run. */
  private String few(Type scalar, String vector) {
    return out().shuffle(scope.vectorType(scalar), vector, scope.active(), l -> l);
  }

  /** Returns a vector for all lanes, of that for those that may run. */
  private String forAll(Type scalar, String part) {
    int few = scope.active();
    return out().shuffle(type(scalar, few), part, scope.lanes(), l -> l < few ? l : -1);
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
    boolean all = scope.mask().full();
    boolean aside = !all && !scope.module().target().gathers();
    String from = aside ? aside(addresses) : addresses;
    String mask = aside ? scope.splatConstant("true") : scope.mask().text();
    int few = scope.active();
    if (all || few == scope.lanes()) {
      return gather(scalar, scope.lanes(), from, alignment, mask);
    }
    PointerType pointer = new PointerType(AddressSpace.PRIVATE);
    String part = gather(scalar, few, few(pointer, from), alignment, few(Types.I1, mask));
    return forAll(scalar, part);
  }

  private String gather(Type scalar, int size, String addresses, long alignment, String mask) {
    String type = type(scalar, size);
    return call(
        type,
        "llvm.masked.gather." + suffix(scalar, size) + ".v" + size + "p0",
        List.of(pointers(size), "i32", type(Types.I1, size), type),
        List.of(addresses, Long.toString(alignment), mask, "poison"));
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

  /** Returns each lane's address; that of a lane that does not run is a place of no meaning. */
  IntFunction<String> each(String addresses) {
    String safe = scope.mask().full() ? addresses : aside(addresses);
    return l -> out().extract(pointers(), safe, l);
  }

  /** Loads a whole vector from the address of each lane. */
  List<String> loadEach(Type type, IntFunction<String> addresses, long alignment) {
    List<String> rows = new ArrayList<>();
    for (int l = 0; l < scope.lanes(); l++) {
      String address = addresses.apply(l);
      rows.add(out().load(LlvmTypes.type(type), address, alignment, tags + invariance));
    }
    return rows;
  }

  /** Stores a whole vector to the address of each lane, in lane order. */
  void storeEach(Type type, List<String> rows, IntFunction<String> addresses, long alignment) {
    for (int l = 0; l < scope.lanes(); l++) {
      String address = addresses.apply(l);
      out().store(LlvmTypes.type(type), rows.get(l), address, alignment, tags);
    }
  }

  /** Stores an element to an address of each lane, in lane order. */
  void scatter(Type scalar, String value, String addresses, long alignment) {
    boolean all = scope.mask().full();
    boolean aside = !all && !scope.module().target().scatters();
    String to = aside ? aside(addresses) : addresses;
    String mask = aside ? scope.splatConstant("true") : scope.mask().text();
    int few = scope.active();
    if (all || few == scope.lanes()) {
      scatter(scalar, scope.lanes(), value, to, alignment, mask);
    } else {
      PointerType pointer = new PointerType(AddressSpace.PRIVATE);
      String part = few(scalar, value);
      scatter(scalar, few, part, few(pointer, to), alignment, few(Types.I1, mask));
    }
  }

  private void scatter(
      Type scalar, int size, String value, String addresses, long alignment, String mask) {
    call(
        "void",
        "llvm.masked.scatter." + suffix(scalar, size) + ".v" + size + "p0",
        List.of(type(scalar, size), pointers(size), "i32", type(Types.I1, size)),
        List.of(value, addresses, Long.toString(alignment), mask));
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
    return pointers(scope.lanes());
  }

  private static String pointers(int size) {
    return LlvmTypes.vector(size, "ptr");
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
