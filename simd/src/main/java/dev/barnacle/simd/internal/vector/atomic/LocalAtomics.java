package dev.barnacle.simd.internal.vector.atomic;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.text.LlvmText;
import dev.barnacle.simd.internal.emit.AtomicEmitter;
import dev.barnacle.simd.internal.emit.CounterEmitter;
import dev.barnacle.simd.internal.text.LlvmTypes;
import dev.barnacle.simd.internal.vector.VectorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Emits atomic operations on local memory, where lanes may meet at one address: plain loads and
 * stores, one lane after the other, without a branch. Lanes that don't run work on a place of their
 * own beside.
 *
 * <p>Addresses and operands go through memory once, since a processor loads sixteen scalars much
 * faster than it takes them out of vector registers; those loads are volatile lest LLVM undo this.
 */
final class LocalAtomics {
  /**
   * Lanes whose addresses are loaded before the first of them stores: a processor might let each
   * load wait until it knows where the lanes before store.
   */
  private static final int AHEAD = 8;

  private final VectorScope scope;

  LocalAtomics(VectorScope scope) {
    this.scope = scope;
  }

  void load(AtomicLoad i) {
    IntFunction<String> addresses = addresses(i.pointer());
    each(i, l -> plainLoad(i.type(), addresses.apply(l), i.pointer()));
  }

  void store(AtomicStore i) {
    IntFunction<String> addresses = addresses(i.pointer());
    IntFunction<String> values = scalars(i.value());
    for (int l = 0; l < scope.lanes(); l++) {
      plainStore(i.value().type(), values.apply(l), addresses.apply(l), i.pointer());
    }
  }

  void rmw(AtomicRmw i) {
    CounterEmitter counters = scope.counters();
    NarrowIndex index =
        counters != null && counters.counts(i) && scope.mask().full()
            ? NarrowIndex.of(scope, i.pointer())
            : null;
    if (counters != null && index != null) {
      String memory = scope.operand(index.base());
      update(i, addresses(l -> counters.base(l, memory, scope.out()), index), "");
      return;
    }
    update(i, addresses(i.pointer()), scope.aliasTags(i.pointer()));
  }

  /** Adds plain updates at {@code base} and the indices of all lanes, all of which run. */
  void update(AtomicRmw i, String base, NarrowIndex index) {
    update(i, addresses(base, index), "");
  }

  /**
   * Adds plain updates for the lanes of {@code mask}.
   *
   * @param addresses a vector of the lanes' addresses
   * @param tags what follows each access
   */
  void update(AtomicRmw i, String addresses, VectorScope.Mask mask, String tags) {
    update(i, spilled("ptr", 8, harmless(addresses, mask)), tags);
  }

  private void update(AtomicRmw i, IntFunction<String> addresses, String tags) {
    IntFunction<String> values = scalars(i.value());
    each(i, l -> AtomicEmitter.plainUpdate(scope, i, addresses.apply(l), values.apply(l), tags));
  }

  void compareExchange(AtomicCompareExchange i) {
    Type type = i.type();
    String text = LlvmTypes.type(type);
    IntFunction<String> addresses = addresses(i.pointer());
    IntFunction<String> expected = scalars(i.expected());
    IntFunction<String> desired = scalars(i.desired());
    each(
        i,
        l -> {
          String address = addresses.apply(l);
          String old = plainLoad(type, address, i.pointer());
          LlvmText out = scope.out();
          String same = out.icmp("eq", text, old, expected.apply(l));
          plainStore(type, out.select(same, text, desired.apply(l), old), address, i.pointer());
          return old;
        });
  }

  /** Runs {@code step} for each lane and makes the results the instruction's, if it is used. */
  private void each(Instruction i, IntFunction<String> step) {
    String vector = scope.vectorType(i.type());
    String result = "poison";
    for (int l = 0; l < scope.lanes(); l++) {
      String one = step.apply(l);
      if (scope.isUsed(i)) {
        result = scope.out().insert(vector, result, LlvmTypes.type(i.type()), one, l);
      }
    }
    if (scope.isUsed(i)) {
      scope.set(i, List.of(result));
    }
  }

  private String plainLoad(Type type, String address, Value pointer) {
    String text = LlvmTypes.type(type);
    return scope.out().load(text, address, type.byteSize(), scope.aliasTags(pointer));
  }

  private void plainStore(Type type, String value, String address, Value pointer) {
    scope
        .out()
        .store(LlvmTypes.type(type), value, address, type.byteSize(), scope.aliasTags(pointer));
  }

  /** Returns each lane's address; that of a lane that doesn't run is a place without meaning. */
  private IntFunction<String> addresses(Value pointer) {
    if (scope.mask().full() && scope.shape(pointer).isUniform()) {
      String one = scope.operand(pointer);
      return l -> one;
    }
    NarrowIndex index = scope.mask().full() ? NarrowIndex.of(scope, pointer) : null;
    return index != null
        ? addresses(scope.operand(index.base()), index)
        : spilled("ptr", 8, harmless(scope.part(pointer, 0), scope.mask()));
  }

  private IntFunction<String> addresses(String base, NarrowIndex index) {
    return addresses(l -> base, index);
  }

  private IntFunction<String> addresses(IntFunction<String> bases, NarrowIndex index) {
    IntFunction<String> indices = extended(index);
    return l -> {
      LlvmText out = scope.out();
      String offset = out.mul("i64", indices.apply(l), index.scale());
      return out.gep(bases.apply(l), offset);
    };
  }

  /**
   * Returns each lane's index as an i64: some together leave the vector as one word, and are parts
   * of that. Were they loaded, a processor might let each such load wait for the lane before, whose
   * store is to an address that it does not know yet. Two numbers of 32 bits are no such word: LLVM
   * 20 forgets the mask of the lower (register coalescing of {@code SUBREG_TO_REG}).
   */
  private IntFunction<String> extended(NarrowIndex index) {
    IntType type = (IntType) index.value().type();
    int words = Math.toIntExact(scope.lanes() * type.byteSize() / Long.BYTES);
    if (words == 0 || (type.bits() != Byte.SIZE && type.bits() != Short.SIZE)) {
      String text = LlvmTypes.type(type);
      IntFunction<String> narrow = spilled(text, type.byteSize(), scope.part(index.value(), 0));
      String cast = index.signed() ? "sext" : "zext";
      return l -> scope.out().cast(cast, text, narrow.apply(l), "i64");
    }
    String vector = LlvmTypes.vector(words, "i64");
    String all = scope.out().bitcast(scope.vectorType(type), scope.part(index.value(), 0), vector);
    List<String> each = new ArrayList<>();
    for (int w = 0; w < words; w++) {
      each.add(scope.out().extract(vector, all, w));
    }
    int inWord = scope.lanes() / words;
    return l -> part(each.get(l / inWord), l % inWord, type.bits(), index.signed());
  }

  /** Returns a part of a word, extended. */
  private String part(String word, int number, int bits, boolean signed) {
    LlvmText out = scope.out();
    if (signed) {
      String high = out.binary("shl", "i64", word, Long.SIZE - (number + 1L) * bits);
      return out.binary("ashr", "i64", high, Long.SIZE - bits);
    }
    String low = out.binary("lshr", "i64", word, (long) number * bits);
    return out.and("i64", low, (1L << bits) - 1);
  }

  /** Gives lanes that don't run the address of a place without meaning. */
  private String harmless(String addresses, VectorScope.Mask mask) {
    if (mask.full()) {
      return addresses;
    }
    int lanes = scope.lanes();
    String pointers = LlvmTypes.vector(lanes, "ptr");
    String spare = "%spare" + scope.names().number();
    scope.group().allocas().as(spare).alloca("[" + lanes + " x i64]", 64);
    String places =
        scope
            .out()
            .gep(
                "i8",
                "ptr",
                spare,
                LlvmTypes.vector(lanes, "i64"),
                scope.vectorConstant(l -> "i64 " + 8 * l));
    return scope.select(mask.text(), pointers, addresses, places);
  }

  private IntFunction<String> scalars(Value value) {
    if (scope.shape(value).isUniform()) {
      String one = scope.operand(value);
      return l -> one;
    }
    return spilled(LlvmTypes.type(value.type()), value.type().byteSize(), scope.part(value, 0));
  }

  /** Puts a vector into memory and returns how to get a lane's element from there. */
  private IntFunction<String> spilled(String element, long byteSize, String vector) {
    String place = "%spill" + scope.names().number();
    String type = LlvmTypes.vector(scope.lanes(), element);
    scope.group().allocas().as(place).alloca(type, 64);
    List<String> addresses = new ArrayList<>();
    scope.out().store(type, vector, place, 64);
    for (int l = 0; l < scope.lanes(); l++) {
      addresses.add(scope.out().gepInBounds(place, l * byteSize));
    }
    return ahead(l -> scope.out().load("volatile " + element, addresses.get(l), byteSize));
  }

  /** Returns the same where some lanes' elements are loaded before the first of them is used. */
  private IntFunction<String> ahead(IntFunction<String> load) {
    List<String> loaded = new ArrayList<>();
    return l -> {
      while (loaded.size() <= l || (loaded.size() % AHEAD != 0 && loaded.size() < scope.lanes())) {
        loaded.add(load.apply(loaded.size()));
      }
      return loaded.get(l);
    };
  }
}
