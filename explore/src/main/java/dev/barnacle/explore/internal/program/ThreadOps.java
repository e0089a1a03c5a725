package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.WorkItemQuery;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operations of a thread that is being made, lane by lane; results that are known are none. */
final class ThreadOps {
  private static final int WORD = 64;
  private static final IntConstant ZERO = new IntConstant(Types.I64, 0);

  private final ThreadMaker maker;
  private final ThreadValues values;
  private final ThreadMaker.@Nullable Launched launched;

  /** The names of the barriers: that of one is the same for those that come to it alike. */
  final Map<Op, String> barriers = new LinkedHashMap<>();

  ThreadOps(ThreadMaker maker, ThreadMaker.@Nullable Launched launched) {
    this.maker = maker;
    this.values = maker.values;
    this.launched = launched;
  }

  /** Adds an operation that neither calls nor ends a block, and returns the lanes of its result. */
  int[] add(Op op, int[]... o) throws ExploreException {
    return switch (op.kind) {
      case BINARY, NEGATE, COMPARE, SELECT, INTRINSIC, POINTER_ADD -> lanes(op, o);
      case CAST ->
          op.bits != op.resultBits && ((Cast) op.source).op() == Cast.Op.BITCAST
              ? regrouped(op, o[0])
              : lanes(op, o);
      case COPY -> o[0];
      case EXTRACT -> new int[] {extracted(o[0], o[1][0])};
      case INSERT -> inserted(o[0], o[1][0], o[2][0]);
      case SHUFFLE -> shuffled((Shuffle) op.source, o[0], o[1]);
      case QUERY -> new int[] {query((WorkItemQuery) op.source, o)};
      case ALLOCA -> new int[] {values.of(maker.allocate((Alloca) op.source, null))};
      case PRINTF -> new int[] {values.of(0)};
      case ASSUMED -> {
        assume(op, o[0][0]);
        yield o[0];
      }
      case LOAD -> load(op, o[0][0]);
      case STORE -> store(op, o[0], o[1][0]);
      case ATOMIC_STORE -> one(op, o[1][0], o[0][0]);
      case ATOMIC_LOAD, ATOMIC_RMW, COMPARE_EXCHANGE, FENCE -> one(op, firsts(o));
      case MEMORY_COPY, MEMORY_FILL -> copied(op, firsts(o));
      case NOTHING -> new int[0];
      default -> throw unsupported(op.source);
    };
  }

  static ExploreException unsupported(Instruction i) {
    return new ExploreException(
        "instruction " + i.mnemonic() + " cannot be explored", i.location());
  }

  /** Adds a copy or fill, which is taken apart later; a fill with nothing begins a life. */
  private int[] copied(Op op, int... operands) throws ExploreException {
    if (launched == null) {
      throw unsupported(op.source);
    }
    return op.source.operand(1) instanceof UndefConstant ? operands : one(op, operands);
  }

  private static int[] firsts(int[][] operands) {
    int[] firsts = new int[operands.length];
    for (int k = 0; k < firsts.length; k++) {
      firsts[k] = operands[k][0];
    }
    return firsts;
  }

  /** Adds an operation of one lane that is not only one on values. */
  private int[] one(Op op, int... operands) {
    int result = op.source.hasResult() ? values.register() : -1;
    maker.add(op.lane(result, values.registers(op, operands)));
    return new int[] {result};
  }

  /** Adds a barrier, and notes which it is. */
  void barrier(Op op, String which) throws ExploreException {
    if (launched != null && ((Barrier) op.source).kind() != Barrier.Kind.WORK_GROUP) {
      throw new ExploreException(
          "a .cat file takes no barriers of sub-groups", op.source.location());
    }
    barriers.put(maker.add(op.lane(-1)), which);
  }

  // --- values ---

  /** Adds an operation on values of one lane each, unless what it gives is known. */
  private int value(Op op, int... o) {
    long[] bits = new long[Math.max(3, o.length)];
    boolean known = true;
    for (int k = 0; k < o.length; k++) {
      known &= ThreadValues.isKnown(o[k]);
      bits[k] = values.bits(Math.min(o[k], ThreadValues.UNDEFINED));
    }
    if (known && !mayFail(op, o)) {
      return values.of(
          op.kind == Op.Kind.REGROUP
              ? op.regroup(Arrays.copyOf(bits, o.length))
              : op.apply(bits[0], bits[1], bits[2]));
    }
    if (op.kind == Op.Kind.SELECT && ThreadValues.isKnown(o[0])) {
      return o[values.bits(o[0]) != 0 ? 1 : 2];
    }
    if (op.kind == Op.Kind.POINTER_ADD && ThreadValues.isKnown(o[1]) && values.bits(o[1]) == 0) {
      return o[0];
    }
    return maker.add(op.lane(values.register(), values.registers(op, o))).result;
  }

  /** Returns whether an operation is a division that may have no quotient: it stays. */
  private boolean mayFail(Op op, int[] o) {
    return op.divides && (values.bits(o[1]) == 0 || values.bits(o[1]) == -1);
  }

  private int[] lanes(Op op, int[]... operands) {
    int[] result = new int[op.source.type().lanes()];
    for (int lane = 0; lane < result.length; lane++) {
      int[] one = new int[operands.length];
      for (int k = 0; k < one.length; k++) {
        one[k] = operands[k][operands[k].length == 1 ? 0 : lane];
      }
      result[lane] = value(op, one);
    }
    return result;
  }

  /** Returns whether two numbers are equal. */
  int isEqual(int a, int b) {
    Compare source = new Compare(Compare.Predicate.EQ, ZERO, ZERO, Set.of());
    return value(Op.of(Op.Kind.COMPARE, source, null, WORD, -1), a, b);
  }

  /** Returns one of two values. */
  int select(int condition, int yes, int no) {
    Select source = new Select(IntConstant.TRUE, ZERO, ZERO);
    return value(Op.of(Op.Kind.SELECT, source, null, WORD, -1), condition, yes, no);
  }

  /** Adds that an execution is none that is looked at unless a value is true. */
  void require(int value, Op of) {
    Op op = Op.of(Op.Kind.REQUIRED, of.source, null, 1, -1);
    maker.add(op.lane(-1, values.registers(op, value)));
  }

  /** Ends the work-item, or the execution, where a number is 0. */
  private void assume(Op op, int value) {
    if (ThreadValues.isKnown(value) && values.bits(value) != 0) {
      return;
    }
    if (launched != null && launched.drops()) {
      require(value, op);
    } else {
      maker.add(op.lane(-1, values.registers(op, value)));
    }
  }

  private int query(WorkItemQuery query, int[]... o) throws ExploreException {
    if (launched == null) {
      throw unsupported(query);
    }
    int dimension = 0;
    if (query.kind().dimensional()) {
      if (!ThreadValues.isKnown(o[0][0])) {
        throw new ExploreException(
            "a .cat file takes no kernel that asks for an id of an unknown dimension",
            query.location());
      }
      dimension = (int) Math.min(3, values.bits(o[0][0]) & 0xffff_ffffL);
    }
    return values.of(launched.query(query.kind(), dimension));
  }

  // --- lanes that go elsewhere ---

  private int extracted(int[] lanes, int index) {
    if (ThreadValues.isKnown(index)) {
      long lane = values.bits(index);
      return lane >= 0 && lane < lanes.length ? lanes[(int) lane] : values.of(0);
    }
    int result = values.of(0);
    for (int k = 0; k < lanes.length; k++) {
      result = select(isEqual(index, values.of(k)), lanes[k], result);
    }
    return result;
  }

  private int[] inserted(int[] lanes, int element, int index) {
    int[] result = new int[lanes.length];
    for (int k = 0; k < lanes.length; k++) {
      result[k] = select(isEqual(index, values.of(k)), element, lanes[k]);
    }
    return result;
  }

  private int[] shuffled(Shuffle shuffle, int[] first, int[] second) {
    int[] result = new int[shuffle.mask().size()];
    for (int k = 0; k < result.length; k++) {
      int from = shuffle.mask().get(k);
      result[k] =
          from < 0 ? values.of(0) : from < first.length ? first[from] : second[from - first.length];
    }
    return result;
  }

  /** Regroups the bits of lanes whose sizes differ. */
  private int[] regrouped(Op cast, int[] from) {
    int[] result = new int[cast.source.type().lanes()];
    for (int k = 0; k < result.length; k++) {
      int at = k * cast.resultBits;
      int count = Math.max(1, cast.resultBits / cast.bits);
      result[k] =
          regrouped(
              cast,
              at % cast.bits,
              Arrays.copyOfRange(from, at / cast.bits, at / cast.bits + count));
    }
    return result;
  }

  private int regrouped(Op like, int shift, int... from) {
    Op op = Op.of(Op.Kind.REGROUP, like.source, null, like.bits, -1);
    op.resultBits = like.resultBits;
    op.resultFloating = like.resultFloating;
    op.shift = shift;
    return value(op, from);
  }

  // --- memory ---

  private int[] load(Op op, int pointer) {
    int[] result = new int[op.lanes];
    for (int k = 0; k < result.length; k++) {
      int at = element(op, pointer, k);
      Long known = constant(op, at);
      result[k] = known != null ? values.of(known) : one(op, at)[0];
    }
    return result;
  }

  private @Nullable Long constant(Op op, int at) {
    if (launched == null || !ThreadValues.isKnown(at)) {
      return null;
    }
    Long bits = launched.constant(values.bits(at), op.elementBytes());
    return bits == null ? null : op.loaded(bits);
  }

  private int[] store(Op op, int[] lanes, int pointer) {
    for (int k = 0; k < lanes.length; k++) {
      if (((Store) op.source).writes(k)) {
        one(op, element(op, pointer, k), lanes[k]);
      }
    }
    return new int[0];
  }

  private int element(Op op, int pointer, int k) {
    Op add = Op.of(Op.Kind.POINTER_ADD, op.source, null, WORD, -1);
    return value(add, pointer, values.of((long) k * op.elementBytes()));
  }
}
