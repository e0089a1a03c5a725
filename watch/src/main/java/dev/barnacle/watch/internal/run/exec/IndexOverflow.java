package dev.barnacle.watch.internal.run.exec;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.KernelInfo;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.watch.internal.run.fault.Wrap;
import dev.barnacle.watch.internal.run.kernel.KernelCallGraph;
import dev.barnacle.watch.internal.run.kernel.PointerRoot;
import dev.barnacle.watch.internal.run.memory.Pointers;
import dev.barnacle.watch.internal.run.memory.RawMemory;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.math.BigInteger;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the operation in which an index left its type: computes the address of an access once more,
 * from the arguments and ids of the work-item and what is in memory, as the kernel does and in
 * exact arithmetic as well. It is asked where an access is out of bounds, while the work-item
 * stands there. What it cannot follow (values that loops carry, branches of functions) it says
 * nothing of.
 */
final class IndexOverflow {
  private static final int MOST_DEPTH = 200;

  private final WorkItem item;
  private final Function kernel;
  private final KernelCallGraph calls;
  private final IdentityHashMap<Value, @Nullable Figure> known = new IdentityHashMap<>();

  /**
   * A value of the kernel; of a pointer, how far it is from where it began.
   *
   * @param bits as the kernel has it, from its lowest bit on, the others 0
   * @param exact what it would be if no operation had wrapped; null where only bits are known, and
   *     not whether they have a sign
   * @param first the first operation that wrapped; null for none
   */
  private record Figure(
      int width, BigInteger bits, @Nullable BigInteger exact, @Nullable Wrap first) {
    static Figure of(int width, long value) {
      return new Figure(width, BigInteger.valueOf(value).and(mask(width)), null, null);
    }

    BigInteger signed() {
      return bits.testBit(width - 1) ? bits.subtract(BigInteger.ONE.shiftLeft(width)) : bits;
    }

    BigInteger exact(boolean signed) {
      return exact != null ? exact : signed ? signed() : bits;
    }
  }

  private IndexOverflow(WorkItem item, KernelCallGraph calls) {
    this.item = item;
    this.kernel = item.launch.code().read();
    this.calls = calls;
  }

  /** Returns what wrapped on the way to an access at an offset of its object; null for nothing. */
  static @Nullable Wrap of(WorkItem item, int place, boolean writes, long offset) {
    Value pointer = PointerRoot.pointer(item.launch.instruction(place), writes);
    if (pointer == null) {
      return null;
    }
    KernelCallGraph calls = new KernelCallGraph(item.launch.code().read());
    Figure address = new IndexOverflow(item, calls).number(pointer, 0);
    if (address == null || !address.signed().equals(BigInteger.valueOf(offset))) {
      return null;
    }
    return address.exact(true).equals(address.signed()) ? null : address.first();
  }

  private static BigInteger mask(int width) {
    return BigInteger.ONE.shiftLeft(width).subtract(BigInteger.ONE);
  }

  private @Nullable Figure number(Value value, int depth) {
    if (known.containsKey(value)) {
      return known.get(value);
    }
    Figure number = depth > MOST_DEPTH ? null : compute(value, depth + 1);
    known.put(value, number);
    return number;
  }

  private @Nullable Figure compute(Value value, int depth) {
    return switch (value) {
      case IntConstant c -> Figure.of(width(c), c.unsigned());
      case Parameter p -> parameter(p, depth);
      case Call c -> result(c, depth);
      case WorkItemQuery q -> query(q, depth);
      case Binary b -> binary(b, depth);
      case Cast c -> cast(c, depth);
      case PointerAdd a -> add(a, depth);
      case Select s -> select(s, depth);
      case ExtractElement e -> element(e, depth);
      case Load l -> load(l, depth);
      case Phi phi -> phi(phi, depth);
      case Alloca _ -> Figure.of(Long.SIZE, 0);
      default -> null;
    };
  }

  private static int width(Value value) {
    return value.type() instanceof IntType type ? type.bits() : 0;
  }

  /** An argument: an integer whose type says whether it has a sign, or a pointer to a start. */
  private @Nullable Figure parameter(Parameter parameter, int depth) {
    if (!kernel.parameters().contains(parameter)) {
      Value given = calls.given(parameter);
      return given == null ? null : number(given, depth);
    }
    long word = item.arguments[item.launch.code().facts().argumentWords().get(parameter.index())];
    if (!(parameter.type() instanceof IntType type)) {
      return Pointers.tag(word) == 0 ? null : Figure.of(Long.SIZE, Pointers.offset(word));
    }
    Figure number = Figure.of(type.bits(), word);
    KernelInfo info = kernel.kernel();
    if (info == null || parameter.index() >= info.arguments().size()) {
      return number;
    }
    String name = info.arguments().get(parameter.index()).baseType();
    boolean unsigned = name.startsWith("u") || name.equals("size_t");
    return new Figure(type.bits(), number.bits(), number.exact(!unsigned), null);
  }

  /** Returns the result of a function, with what this call gives its parameters. */
  private @Nullable Figure result(Call call, int depth) {
    Value result = KernelCallGraph.result(call.callee());
    if (result == null) {
      return null;
    }
    IndexOverflow called = new IndexOverflow(item, calls);
    for (int i = 0; i < call.operands().size(); i++) {
      called.known.put(call.callee().parameters().get(i), number(call.operand(i), depth));
    }
    return called.number(result, depth);
  }

  @SuppressWarnings("EnumOrdinal") // as compiled kernels ask
  private @Nullable Figure query(WorkItemQuery query, int depth) {
    if (query.operands().isEmpty()) {
      return Figure.of(width(query), item.query(query.kind().ordinal()));
    }
    Figure dimension = number(query.operand(0), depth);
    return dimension == null
        ? null
        : Figure.of(
            width(query), item.query(query.kind().ordinal(), dimension.signed().intValue()));
  }

  private @Nullable Figure binary(Binary binary, int depth) {
    int width = width(binary);
    Figure a = width == 0 ? null : number(binary.operand(0), depth);
    Figure b = a == null ? null : number(binary.operand(1), depth);
    if (a == null || b == null) {
      return null;
    }
    return switch (binary.op()) {
      case ADD, SUB, MUL, SHL -> ring(binary, a, b);
      case SDIV -> divided(a, b);
      case UDIV, UREM ->
          b.bits().signum() == 0
              ? null
              : fresh(
                  width,
                  binary.op() == Binary.Op.UDIV
                      ? a.bits().divide(b.bits())
                      : a.bits().mod(b.bits()));
      case SREM ->
          b.bits().signum() == 0
              ? null
              : new Figure(
                  width,
                  a.signed().remainder(b.signed()).and(mask(width)),
                  a.exact(true).remainder(b.signed()),
                  a.first());
      case LSHR -> fresh(width, a.bits().shiftRight(b.bits().intValue() & (width - 1)));
      case ASHR -> fresh(width, a.signed().shiftRight(b.bits().intValue() & (width - 1)));
      case AND -> fresh(width, a.bits().and(b.bits()));
      case OR -> fresh(width, a.bits().or(b.bits()));
      case XOR -> fresh(width, a.bits().xor(b.bits()));
      default -> null;
    };
  }

  /** A value of which only the bits count: one that is mixed or cut on purpose. */
  private static Figure fresh(int width, BigInteger value) {
    return new Figure(width, value.and(mask(width)), null, null);
  }

  private static @Nullable Figure divided(Figure a, Figure b) {
    if (b.bits().signum() == 0) {
      return null;
    }
    BigInteger bits = a.signed().divide(b.signed()).and(mask(a.width()));
    return new Figure(a.width(), bits, a.exact(true).divide(b.signed()), a.first());
  }

  private static Figure ring(Binary binary, Figure a, Figure b) {
    boolean signed = binary.noSignedWrap();
    BigInteger exact = exact(binary.op(), a.exact(signed), b.exact(signed));
    if (!signed && !isUnsigned(exact, a.width())) {
      // An unsigned operand may stand for a negative number: i + (uint)-1.
      BigInteger right = exact(binary.op(), a.exact(false), b.exact(true));
      BigInteger left = exact(binary.op(), a.exact(true), b.exact(false));
      exact = isUnsigned(right, a.width()) ? right : isUnsigned(left, a.width()) ? left : exact;
    }
    BigInteger bits = exact(binary.op(), a.bits(), b.bits()).and(mask(a.width()));
    Figure figure = new Figure(a.width(), bits, exact, null);
    BigInteger got = signed ? figure.signed() : bits;
    Wrap before = a.first() != null ? a.first() : b.first();
    return got.equals(exact)
        ? figure
        : new Figure(
            a.width(), bits, exact, before != null ? before : new Wrap(binary, exact, got));
  }

  private static BigInteger exact(Binary.Op op, BigInteger a, BigInteger b) {
    return switch (op) {
      case ADD -> a.add(b);
      case SUB -> a.subtract(b);
      case MUL -> a.multiply(b);
      default -> a.shiftLeft(b.intValue() & (Long.SIZE - 1));
    };
  }

  private static boolean isUnsigned(BigInteger value, int width) {
    return value.signum() >= 0 && value.bitLength() <= width;
  }

  private @Nullable Figure cast(Cast cast, int depth) {
    Figure from = number(cast.operand(0), depth);
    int width = width(cast);
    if (from == null) {
      return null;
    }
    return switch (cast.op()) {
      case BITCAST, ADDRSPACECAST -> width == 0 || width == from.width() ? from : null;
      case SEXT -> extended(cast, width, from.signed(), from, from.exact(true));
      case ZEXT -> extended(cast, width, from.bits(), from, from.exact(false));
      case TRUNC -> width == 0 ? null : truncated(cast, width, from);
      default -> null;
    };
  }

  private static Figure extended(
      Cast cast, int width, BigInteger got, Figure from, BigInteger exact) {
    BigInteger bits = got.and(mask(width));
    boolean shift = cast.operand(0) instanceof Binary binary && binary.op() == Binary.Op.SHL;
    Instruction at = shift ? (Instruction) cast.operand(0) : cast; // a shift has no sign itself
    Wrap first = from.first() != null ? from.first() : new Wrap(at, exact, got);
    return new Figure(width, bits, exact, got.equals(exact) ? null : first);
  }

  /**
   * Returns a number that was cut. It may become a signed or an unsigned number: later conversions
   * decide.
   */
  private static Figure truncated(Cast cast, int width, Figure from) {
    BigInteger bits = from.bits().and(mask(width));
    BigInteger exact = from.exact() == null ? from.signed() : from.exact();
    Figure cut = new Figure(width, bits, exact, null);
    boolean fits = exact.equals(bits) || exact.equals(cut.signed());
    if (fits) {
      return new Figure(width, bits, exact, from.first());
    }
    Wrap first = from.first() != null ? from.first() : new Wrap(cast, exact, cut.signed());
    return new Figure(width, bits, exact, first);
  }

  private @Nullable Figure add(PointerAdd add, int depth) {
    Figure base = number(add.operand(0), depth);
    Figure offset = base == null ? null : number(add.operand(1), depth);
    if (base == null || offset == null) {
      return null;
    }
    BigInteger moved = base.signed().add(offset.signed());
    Wrap first = base.first() != null ? base.first() : offset.first();
    return new Figure(
        Long.SIZE, moved.and(mask(Long.SIZE)), base.exact(true).add(offset.exact(true)), first);
  }

  private @Nullable Figure select(Select select, int depth) {
    Boolean which = holds(select.operand(0), depth);
    return which == null ? null : number(select.operand(which ? 1 : 2), depth);
  }

  /** Returns whether a condition holds; null where that is not known. */
  private @Nullable Boolean holds(Value value, int depth) {
    if (!(value instanceof Compare compare)) {
      return null;
    }
    Figure a = number(compare.operand(0), depth);
    Figure b = a == null ? null : number(compare.operand(1), depth);
    if (a == null || b == null) {
      return null;
    }
    int signed = a.signed().compareTo(b.signed());
    int unsigned = a.bits().compareTo(b.bits());
    return switch (compare.predicate()) {
      case EQ -> unsigned == 0;
      case NE -> unsigned != 0;
      case UGT -> unsigned > 0;
      case UGE -> unsigned >= 0;
      case ULT -> unsigned < 0;
      case ULE -> unsigned <= 0;
      case SGT -> signed > 0;
      case SGE -> signed >= 0;
      case SLT -> signed < 0;
      case SLE -> signed <= 0;
      default -> null;
    };
  }

  /** A component of a vector that was put together, or is computed from others. */
  private @Nullable Figure element(ExtractElement extract, int depth) {
    if (!(extract.operand(1) instanceof IntConstant index)) {
      return null;
    }
    Value vector = extract.operand(0);
    while (vector instanceof InsertElement insert && insert.operand(2) instanceof IntConstant at) {
      if (at.unsigned() == index.unsigned()) {
        return number(insert.operand(1), depth);
      }
      vector = insert.operand(0);
    }
    return null;
  }

  /** A value that all ways of a choice give, or that a loop does not change. */
  private @Nullable Figure phi(Phi phi, int depth) {
    Value only = null;
    for (Value value : phi.operands()) {
      if (value != phi && only != null && value != only) {
        return null;
      }
      only = value == phi ? only : value;
    }
    return only == null ? null : number(only, depth);
  }

  /** An integer that is still in memory: of a variable, or of a buffer. */
  private @Nullable Figure load(Load load, int depth) {
    int width = width(load);
    if (width < Byte.SIZE || width > Long.SIZE) {
      return null;
    }
    Value root = PointerRoot.root(load.pointer());
    Figure offset = number(load.pointer(), depth);
    long address =
        offset == null ? 0 : address(root, offset.signed().longValue(), width / Byte.SIZE);
    if (address == 0) {
      return null;
    }
    return Figure.of(
        width,
        switch (width) {
          case Byte.SIZE -> RawMemory.getByte(address);
          case Short.SIZE -> RawMemory.getShort(address);
          case Integer.SIZE -> RawMemory.getInt(address);
          default -> RawMemory.getLong(address);
        });
  }

  /** Returns where bytes are; 0 where that is not known. */
  private long address(Value root, long offset, int bytes) {
    if (root instanceof Alloca alloca) {
      int array = item.launch.code().arrays().indexOf(alloca);
      return array < 0 || offset < 0 || offset > item.own.size(array) - bytes
          ? 0
          : item.own.address() + item.own.start(array, item.item) + offset;
    }
    if (!(root instanceof Parameter parameter) || !kernel.parameters().contains(parameter)) {
      return 0;
    }
    long word = item.arguments[item.launch.code().facts().argumentWords().get(parameter.index())];
    WatchedObject object = Memory.object(item, word);
    return object == null || offset < 0 || offset > object.byteSize - bytes
        ? 0
        : object.address + offset;
  }
}
