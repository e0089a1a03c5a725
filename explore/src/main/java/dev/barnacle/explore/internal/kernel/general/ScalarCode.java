package dev.barnacle.explore.internal.kernel.general;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Printf;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import dev.barnacle.ir.pass.InstructionCopy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The values of a function's body, lane by lane: a vector is as many values as it has lanes, and an
 * access to one is an access for each.
 */
final class ScalarCode {
  private final WorkItemCode item;
  private final IdentityHashMap<Value, Value[]> values = new IdentityHashMap<>();

  ScalarCode(WorkItemCode item) {
    this.item = item;
  }

  void put(Value original, Value... lanes) {
    values.put(original, lanes);
  }

  /** Returns the lanes of a value of the original. */
  Value[] of(Value original) throws ExploreException {
    Value[] known = values.get(original);
    if (known != null) {
      return known;
    }
    return switch (original) {
      case GlobalVariable variable -> new Value[] {item.variable(variable)};
      case VectorConstant c -> {
        List<Value> lanes = new ArrayList<>();
        for (Value element : c.elements()) {
          lanes.addAll(List.of(of(element)));
        }
        yield lanes.toArray(new Value[0]);
      }
      case UndefConstant u when u.type().lanes() > 1 -> zeros(u.type());
      default -> new Value[] {original};
    };
  }

  private static Value[] zeros(Type type) {
    Value[] lanes = new Value[type.lanes()];
    Arrays.fill(lanes, Folding.constant(type.scalar(), 0));
    return lanes;
  }

  /** Returns what stands for a value of one lane. */
  Value one(Value original) throws ExploreException {
    return of(original)[0];
  }

  /** Copies an instruction that is no call and does not end a block. */
  void copy(Instruction i, String path) throws ExploreException {
    switch (i) {
      case Printf p -> put(p, Folding.constant(p.type(), 0));
      case Intrinsic x when x.op() == Intrinsic.Op.EXPECT_EXCHANGE ->
          put(x, item.emit(new Select(item.spurious(), zeros(x.type())[0], one(x.operand(0)))));
      case Intrinsic x when x.op() == Intrinsic.Op.EXPECT_ASSUMPTION -> {
        put(x, of(x.operand(0)));
        item.assume(one(x.operand(0)));
      }
      case Intrinsic x when x.op().isExpectation() -> put(x, of(x.operand(0)));
      case ExtractElement x -> put(x, extracted(of(x.operand(0)), one(x.operand(1)), x.type()));
      case InsertElement x -> insert(x);
      case Shuffle x -> shuffle(x);
      case Load x -> load(x);
      case Store x -> store(x);
      case Cast x when x.op() == Cast.Op.BITCAST -> put(x, regrouped(x));
      case AtomicCompareExchange x when x.weak() ->
          put(x, item.weak(x, one(x.pointer()), one(x.expected()), one(x.desired())));
      default -> {
        if (i.type().lanes() == 1 && i.operands().stream().allMatch(o -> o.type().lanes() == 1)) {
          single(i, path);
        } else {
          lanes(i);
        }
      }
    }
  }

  private void single(Instruction i, String path) throws ExploreException {
    Instruction copy = InstructionCopy.of(i);
    for (int k = 0; k < copy.operands().size(); k++) {
      copy.setOperand(k, one(copy.operand(k)));
    }
    if (copy instanceof Binary b) {
      Divisions.check(item, b);
    }
    Value known = item.emit(copy);
    if (known == copy) {
      item.copied(i, copy, path);
    }
    put(i, known);
  }

  private void lanes(Instruction i) throws ExploreException {
    Value[] result = new Value[i.type().lanes()];
    for (int lane = 0; lane < result.length; lane++) {
      List<Value> operands = new ArrayList<>();
      for (Value operand : i.operands()) {
        Value[] all = of(operand);
        operands.add(all[all.length == 1 ? 0 : lane]);
      }
      Instruction one = lane(i, operands);
      if (one instanceof Binary b) {
        one.setLocation(i.location());
        Divisions.check(item, b);
      }
      result[lane] = item.emit(one);
    }
    put(i, result);
  }

  private static Instruction lane(Instruction i, List<Value> o) throws ExploreException {
    return switch (i) {
      case Binary x ->
          new Binary(
              x.op(), o.get(0), o.get(1), x.fastMath(), x.noSignedWrap(), x.noUnsignedWrap());
      case Unary x -> new Unary(x.op(), o.get(0), x.fastMath());
      case Compare x -> new Compare(x.predicate(), o.get(0), o.get(1), x.fastMath());
      case Cast x -> new Cast(x.op(), o.get(0), x.type().scalar());
      case Select x -> new Select(o.get(0), o.get(1), o.get(2));
      case Intrinsic x -> new Intrinsic(x.op(), o, x.fastMath());
      case PointerAdd x -> new PointerAdd(o.get(0), o.get(1), x.inBounds());
      default ->
          throw new ExploreException(
              "a .cat file takes no " + i.mnemonic() + " of vectors", i.location());
    };
  }

  // --- lanes that go elsewhere ---

  private Value extracted(Value[] lanes, Value index, Type type) {
    Value result = Folding.constant(type, 0);
    for (int k = 0; k < lanes.length; k++) {
      result = item.emit(new Select(is(index, k), lanes[k], result));
    }
    return result;
  }

  private Value is(Value index, int k) {
    IntConstant wanted = new IntConstant((IntType) index.type(), k);
    return item.emit(new Compare(Compare.Predicate.EQ, index, wanted, Set.of()));
  }

  private void insert(InsertElement x) throws ExploreException {
    Value[] lanes = of(x.operand(0)).clone();
    Value element = one(x.operand(1));
    Value index = one(x.operand(2));
    for (int k = 0; k < lanes.length; k++) {
      lanes[k] = item.emit(new Select(is(index, k), element, lanes[k]));
    }
    put(x, lanes);
  }

  private void shuffle(Shuffle x) throws ExploreException {
    Value[] first = of(x.operand(0));
    Value[] second = of(x.operand(1));
    Value[] lanes = zeros(x.type());
    for (int k = 0; k < lanes.length; k++) {
      int from = x.mask().get(k);
      if (from >= 0) {
        lanes[k] = from < first.length ? first[from] : second[from - first.length];
      }
    }
    put(x, lanes);
  }

  /** Regroups bits: lanes of other sizes, floating-point numbers as integers and back. */
  private Value[] regrouped(Cast x) throws ExploreException {
    Value[] from = of(x.operand(0));
    Type to = x.type().scalar();
    if (from.length == x.type().lanes()) {
      Value[] same = new Value[from.length];
      for (int k = 0; k < same.length; k++) {
        same[k] = item.emit(new Cast(Cast.Op.BITCAST, from[k], to));
      }
      return same;
    }
    if (to instanceof PointerType || from[0].type() instanceof PointerType) {
      throw new ExploreException("a .cat file takes no vectors of pointers", x.location());
    }
    Value[] result = new Value[x.type().lanes()];
    int wide = Folding.width(to);
    int narrow = Folding.width(from[0].type());
    for (int k = 0; k < result.length; k++) {
      Value bits = new IntConstant(new IntType(wide), 0);
      for (int at = 0; at < wide; at += Math.min(narrow, wide)) {
        int source = k * wide + at;
        bits = or(bits, piece(from[source / narrow], source % narrow, wide), at);
      }
      result[k] = to instanceof FloatType ? item.emit(new Cast(Cast.Op.BITCAST, bits, to)) : bits;
    }
    return result;
  }

  /** Returns bits of a value, from one on, as an integer of some width. */
  private Value piece(Value value, int from, int width) {
    IntType type = new IntType(Folding.width(value.type()));
    Value bits =
        value.type() instanceof FloatType
            ? item.emit(new Cast(Cast.Op.BITCAST, value, type))
            : value;
    if (from > 0) {
      bits = item.emit(new Binary(Binary.Op.LSHR, bits, new IntConstant(type, from)));
    }
    if (type.bits() == width) {
      return bits;
    }
    Cast.Op op = type.bits() > width ? Cast.Op.TRUNC : Cast.Op.ZEXT;
    return item.emit(new Cast(op, bits, new IntType(width)));
  }

  private Value or(Value whole, Value piece, int at) {
    IntType type = (IntType) whole.type();
    Value moved =
        at == 0 ? piece : item.emit(new Binary(Binary.Op.SHL, piece, new IntConstant(type, at)));
    return item.emit(new Binary(Binary.Op.OR, whole, moved));
  }

  // --- memory ---

  private void load(Load x) throws ExploreException {
    Value pointer = one(x.pointer());
    Type type = x.type().scalar();
    Value[] lanes = new Value[x.type().lanes()];
    for (int k = 0; k < lanes.length; k++) {
      Value at = element(pointer, k, type);
      Value known = item.constant(at, type);
      lanes[k] =
          known != null
              ? known
              : item.emit(
                  new Load(type, at, Math.min(x.alignment(), type.byteSize()), x.isVolatile()));
    }
    put(x, lanes);
  }

  private void store(Store x) throws ExploreException {
    Value pointer = one(x.pointer());
    Type type = x.value().type().scalar();
    Value[] lanes = of(x.value());
    for (int k = 0; k < lanes.length; k++) {
      if (x.writes(k)) {
        Value at = element(pointer, k, type);
        long alignment = Math.min(x.alignment(), type.byteSize());
        item.emit(new Store(lanes[k], at, alignment, x.isVolatile()));
      }
    }
  }

  private Value element(Value pointer, int k, Type type) {
    IntConstant offset = new IntConstant(Types.I64, k * type.byteSize());
    return item.emit(new PointerAdd(pointer, offset, true));
  }
}
