package dev.barnacle.simd.internal.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.BranchDivergence;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.abi.Specialization;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The divergence analysis: computes which values of a kernel are uniform (the same for all lanes of
 * a vector), which are affine (rise by a constant from lane to lane) and which are varying. The
 * lanes are neighbours in dimension 0 (or by their local linear ids, {@link
 * Specialization#flat()}); so ids of the other dimensions are uniform here.
 *
 * <p>An optimistic analysis: all is unknown at first and only gets worse, until nothing changes.
 * Where lanes meet again that took different ways, phis are varying, and so are those that stand
 * for what a loop computes that lanes leave at different iterations. Inside, that may well be
 * uniform ({@link dev.barnacle.ir.pass.CloseLoops} gives it two names; where it has only one it is
 * varying). What lanes keep that were put aside at different times is varying, too ({@link
 * LanesApart}).
 *
 * <p>The shapes are those of whole-function vectorisation (R. Karrenberg and S. Hack,
 * "Whole-Function Vectorization", CGO 2011) and of RV (S. Moll and S. Hack, "Partial Control-Flow
 * Linearization", PLDI 2018); where lanes meet again, see C. Rosemann, S. Moll and S. Hack, "An
 * Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs", POPL 2021.
 */
public final class LaneShapes {
  /** The largest global id of a {@link Specialization#smallIds()} launch. */
  private static final long MAX_ID = Integer.MAX_VALUE;

  private final ControlFlow flow;
  private final Loops loops;
  private final boolean smallIds;
  private final boolean merged;
  private final boolean flat;
  private final Specialization specialization;
  private final PrivateArrays arrays;
  private final UniformArrays uniformArrays;
  private final LocalSizes sizes;
  private final int lanes;
  private final Map<Instruction, LaneShape> shapes = new HashMap<>();
  private final Map<Instruction, Block> blockOf = new HashMap<>();
  private final Set<Block> divergent = new LinkedHashSet<>();
  private final Set<Block> joins = new HashSet<>();
  private final Set<Loops.Loop> uneven = new HashSet<>();
  private final Set<Instruction> forced = new HashSet<>();
  private final Set<Instruction> apart;

  /**
   * Analyses a kernel.
   *
   * @param specialization what is known of the launch
   * @param arrays how its private arrays lie
   * @param lanes how many lanes a vector has
   */
  public LaneShapes(
      Function kernel, Specialization specialization, PrivateArrays arrays, int lanes) {
    this.specialization = specialization;
    this.sizes = new LocalSizes(specialization);
    this.arrays = arrays;
    this.lanes = lanes;
    this.flow = new ControlFlow(kernel);
    this.loops = new Loops(new Dominators(flow));
    this.smallIds = specialization.smallIds();
    this.merged = specialization.merged();
    this.flat = specialization.flat();
    for (Block block : kernel.blocks()) {
      block.instructions().forEach(i -> blockOf.put(i, block));
    }
    this.apart = LanesApart.values(kernel);
    this.uniformArrays = new UniformArrays(kernel, flow, arrays);
    if (loops.isReducible()) {
      solve();
    }
  }

  /** Returns whether the control flow can be put into lanes. */
  public boolean isReducible() {
    return loops.isReducible();
  }

  public PrivateArrays arrays() {
    return arrays;
  }

  public LaneShape of(Value value) {
    LaneShape known = shape(value);
    return known == null ? LaneShape.UNIFORM : known;
  }

  /** Returns whether the value varies as lanes leave a loop with it at different iterations. */
  public boolean differsByTime(Value value) {
    return value instanceof Instruction i && forced.contains(i);
  }

  public boolean isUniform(Value value) {
    return of(value).isUniform();
  }

  private @Nullable LaneShape shape(Value value) {
    return switch (value) {
      case Instruction i -> shapes.get(i);
      case IntConstant c -> LaneShape.uniform(c.unsigned()).multipleOf(c.value());
      case Parameter p when specialization.value(p).isPresent() -> {
        long known = specialization.value(p).getAsLong();
        yield LaneShape.uniform(known).multipleOf(known);
      }
      default -> LaneShape.UNIFORM;
    };
  }

  private void solve() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : flow.reversePostOrder()) {
        for (Instruction instruction : block.instructions()) {
          changed |= update(instruction, block);
        }
        changed |= branch(block);
      }
      changed |= forceLiveOuts();
    }
  }

  private boolean update(Instruction instruction, Block block) {
    if (instruction instanceof Store store) {
      return uniformArrays.store(store, block, shape(store.pointer()), shape(store.value()));
    }
    if (!instruction.hasResult()) {
      return false;
    }
    LaneShape known = shapes.get(instruction);
    LaneShape next =
        forced.contains(instruction) || apart.contains(instruction)
            ? LaneShape.VARYING
            : transfer(instruction, block);
    if (next == null) {
      return false;
    }
    LaneShape result = known == null ? next : known.meet(next);
    shapes.put(instruction, result);
    return !result.equals(known);
  }

  private boolean branch(Block block) {
    Terminator terminator = block.terminator();
    if (flow.successors(block).size() < 2 || divergent.contains(block)) {
      return false;
    }
    LaneShape condition = shape(terminator.operand(0));
    if (condition == null || condition.isUniform()) {
      return false;
    }
    divergent.add(block);
    uniformArrays.diverge(block);
    BranchDivergence divergence = new BranchDivergence(flow, loops, block);
    joins.addAll(divergence.joins());
    loops.all().stream().filter(divergence::leavesEarly).forEach(uneven::add);
    return true;
  }

  /**
   * Makes values of a loop differ from lane to lane after it, if lanes leave it at different
   * iterations.
   */
  private boolean forceLiveOuts() {
    boolean changed = false;
    for (Instruction user : blockOf.keySet()) {
      for (int k = 0; k < user.operands().size(); k++) {
        Block use = user instanceof Phi phi ? phi.predecessors().get(k) : blockOf.get(user);
        if (user.operand(k) instanceof Instruction i
            && !forced.contains(i)
            && leavesUneven(i, use)) {
          changed |= forced.add(i);
        }
      }
    }
    return changed;
  }

  /** Returns whether a phi merges the values of lanes that leave a loop at different iterations. */
  private boolean leavesUneven(Phi phi, Block block) {
    return phi.operands().stream()
        .anyMatch(o -> o instanceof Instruction i && leavesUneven(i, block));
  }

  private boolean leavesUneven(Instruction value, @Nullable Block use) {
    Block definition = blockOf.get(value);
    return definition != null
        && use != null
        && uneven.stream().anyMatch(l -> l.contains(definition) && !l.contains(use));
  }

  /** Returns the shape by the operands' shapes; null while they are unknown. */
  private @Nullable LaneShape transfer(Instruction instruction, Block block) {
    return switch (instruction) {
      case Phi phi -> phi(phi, block);
      case WorkItemQuery query -> query(query);
      case Alloca alloca -> LaneShape.affine(arrays.stride(alloca), -1, true);
      case Load load -> load(load);
      case Binary binary -> binary(binary);
      case Cast cast -> cast(cast);
      case PointerAdd add -> pointerAdd(add);
      case Select select -> select(select);
      case Compare _, Unary _, Intrinsic _ -> plain(instruction);
      case ExtractElement _, InsertElement _, Shuffle _ -> plain(instruction);
      case GroupOperation group -> ofSubGroup(group);
      default -> LaneShape.VARYING;
    };
  }

  private @Nullable LaneShape select(Select i) {
    LaneShape condition = shape(i.operand(0));
    LaneShape a = shape(i.operand(1));
    LaneShape b = shape(i.operand(2));
    if (condition == null || a == null || b == null) {
      return null;
    }
    return condition.isUniform() ? a.meet(b) : LaneShape.VARYING;
  }

  private @Nullable LaneShape plain(Instruction instruction) {
    boolean unknown = false;
    for (Value operand : instruction.operands()) {
      LaneShape shape = shape(operand);
      if (shape == null) {
        unknown = true;
      } else if (!shape.isUniform()) {
        return LaneShape.VARYING;
      }
    }
    return unknown ? null : LaneShape.UNIFORM;
  }

  private @Nullable LaneShape phi(Phi phi, Block block) {
    Set<Value> brought = new HashSet<>(phi.operands());
    brought.remove(phi);
    if ((joins.contains(block) && brought.size() > 1) || leavesUneven(phi, block)) {
      return LaneShape.VARYING;
    }
    if (brought.size() == 1) {
      return shape(brought.iterator().next());
    }
    LaneShape result = null;
    for (Value operand : phi.operands()) {
      LaneShape shape = shape(operand);
      if (shape != null) {
        result = result == null ? shape : result.meet(shape);
      }
    }
    // A bound that grows around a loop would never settle.
    return result == null ? null : result.unbounded();
  }

  /** The lanes are a sub-group. */
  private static LaneShape ofSubGroup(GroupOperation group) {
    return group.op().isSame() ? LaneShape.UNIFORM : LaneShape.VARYING;
  }

  private LaneShape query(WorkItemQuery query) {
    return switch (query.kind()) {
      case SUB_GROUP_LOCAL_ID -> LaneShape.affine(1, lanes - 1L, true).multipleOf(lanes);
      case LOCAL_ID -> merged ? LaneShape.uniform(0) : id(query);
      case GLOBAL_ID -> id(query);
      case GROUP_ID -> merged ? id(query) : ofGroup(query);
      case LOCAL_LINEAR_ID -> merged ? LaneShape.uniform(0) : LaneShape.affine(1, -1, true);
      case GLOBAL_LINEAR_ID -> flat ? LaneShape.VARYING : LaneShape.affine(1, -1, true);
      case WORK_DIM -> LaneShape.uniform(3);
      case LOCAL_SIZE, ENQUEUED_LOCAL_SIZE -> size(query);
      default -> ofGroup(query);
    };
  }

  /** Returns the shape of a query whose answer all work-items of a group share. */
  private static LaneShape ofGroup(WorkItemQuery query) {
    return query.operands().isEmpty() || query.operand(0) instanceof IntConstant
        ? LaneShape.UNIFORM
        : LaneShape.VARYING;
  }

  private LaneShape size(WorkItemQuery query) {
    OptionalLong constant = sizes.constant(query);
    if (constant.isPresent()) {
      return LaneShape.uniform(constant.getAsLong()).multipleOf(constant.getAsLong());
    }
    return query.operand(0) instanceof IntConstant ? LaneShape.UNIFORM : LaneShape.VARYING;
  }

  private LaneShape id(WorkItemQuery query) {
    if (flat || !(query.operand(0) instanceof IntConstant dimension)) {
      return LaneShape.VARYING;
    }
    long max = smallIds || query.kind() == WorkItemQuery.Kind.LOCAL_ID ? MAX_ID : -1;
    boolean local = query.kind() == WorkItemQuery.Kind.LOCAL_ID;
    return dimension.value() == 0
        ? LaneShape.affine(1, max, true).multipleOf(local ? lanes : 1)
        : LaneShape.uniform(max);
  }

  private @Nullable LaneShape load(Load load) {
    LaneShape pointer = shape(load.pointer());
    if (pointer == null) {
      return null;
    }
    boolean own = load.pointer().type().equals(new PointerType(AddressSpace.PRIVATE));
    boolean same = pointer.isUniform() && !own && !load.isVolatile();
    return same || uniformArrays.isSame(load, pointer) ? LaneShape.UNIFORM : LaneShape.VARYING;
  }

  private @Nullable LaneShape binary(Binary i) {
    LaneShape a = shape(i.operand(0));
    LaneShape b = shape(i.operand(1));
    if (a == null || b == null) {
      return null;
    }
    if (a.isVarying() || b.isVarying()) {
      return LaneShape.VARYING;
    }
    boolean uniform = a.isUniform() && b.isUniform();
    if (i.type() instanceof VectorType || !i.type().isInteger()) {
      return uniform ? LaneShape.UNIFORM : LaneShape.VARYING;
    }
    boolean safe = i.noSignedWrap() && a.signedSafe() && b.signedSafe();
    long multiple = Math.min(a.multiple(), b.multiple());
    return switch (i.op()) {
      case ADD ->
          shaped(uniform, a.stride() + b.stride(), sum(a.max(), b.max()), safe)
              .multipleOf(multiple);
      case SUB -> shaped(uniform, a.stride() - b.stride(), -1, safe).multipleOf(multiple);
      case MUL -> product(i, a, b, uniform, safe).multipleOf(a.multiple() * b.multiple());
      case SHL -> shifted(i, a, uniform);
      default -> new LaneDivision(lanes, sizes).shape(i, a, b);
    };
  }

  private static LaneShape shaped(boolean uniform, long stride, long max, boolean safe) {
    return uniform ? LaneShape.uniform(max) : LaneShape.affine(stride, max, safe);
  }

  private LaneShape product(Binary i, LaneShape a, LaneShape b, boolean uniform, boolean safe) {
    if (uniform) {
      return LaneShape.uniform(times(a.max(), b.max()));
    }
    OptionalLong first = constant(i.operand(0));
    OptionalLong second = constant(i.operand(1));
    if (second.isPresent()) {
      return LaneShape.affine(a.stride() * second.getAsLong(), times(a.max(), b.max()), safe);
    }
    return first.isPresent()
        ? LaneShape.affine(b.stride() * first.getAsLong(), times(a.max(), b.max()), safe)
        : LaneShape.VARYING;
  }

  private OptionalLong constant(Value value) {
    return switch (value) {
      case Parameter p -> specialization.value(p);
      // What is known is small and not negative: no extension changes it.
      case Cast cast
          when cast.operand(0) instanceof Parameter p
              && cast.type() instanceof IntType type
              && type.bits() >= Byte.SIZE ->
          specialization.value(p);
      default -> sizes.constant(value);
    };
  }

  private static LaneShape shifted(Binary i, LaneShape a, boolean uniform) {
    if (!(i.operand(1) instanceof IntConstant c) || c.value() < 0 || c.value() >= 32) {
      return uniform ? LaneShape.UNIFORM : LaneShape.VARYING;
    }
    return shaped(
            uniform,
            a.stride() << c.value(),
            times(a.max(), 1L << c.value()),
            i.noSignedWrap() && a.signedSafe())
        .multipleOf(a.multiple() << c.value());
  }

  private static long sum(long a, long b) {
    return a < 0 || b < 0 || a > 1L << 40 || b > 1L << 40 ? -1 : a + b;
  }

  private static long times(long a, long b) {
    return a < 0 || b < 0 || a > 1L << 40 || b > 1L << 20 ? -1 : a * b;
  }

  private @Nullable LaneShape cast(Cast i) {
    LaneShape a = shape(i.operand(0));
    if (a == null) {
      return null;
    }
    if (a.isVarying()
        || i.type() instanceof VectorType
        || i.operand(0).type() instanceof VectorType) {
      return a.isUniform() ? LaneShape.UNIFORM : LaneShape.VARYING;
    }
    if (a.isUniform()) {
      return switch (i.op()) {
        case TRUNC, ZEXT -> LaneShape.uniform(bounded(a, i)).multipleOf(a.multiple());
        case SEXT -> LaneShape.UNIFORM.multipleOf(a.multiple());
        default -> LaneShape.UNIFORM;
      };
    }
    return affineCast(i, a).multipleOf(a.multiple());
  }

  private LaneShape affineCast(Cast i, LaneShape a) {
    return switch (i.op()) {
      case TRUNC ->
          LaneShape.affine(a.stride(), bounded(a, i), bounded(a, i) >= 0 && isPositive(a, i));
      case ZEXT ->
          isExact(a, i) || isWithinMultiple(a, i, 0)
              ? LaneShape.affine(a.stride(), isExact(a, i) ? a.max() : -1, true)
              : LaneShape.VARYING;
      case SEXT ->
          a.signedSafe() || isWithinMultiple(a, i, 1)
              ? LaneShape.affine(a.stride(), -1, true)
              : LaneShape.VARYING;
      case PTRTOINT, INTTOPTR, ADDRSPACECAST -> LaneShape.affine(a.stride(), -1, a.signedSafe());
      default -> LaneShape.VARYING;
    };
  }

  private static long bounded(LaneShape a, Cast i) {
    return a.max() >= 0 && a.max() <= limit((IntType) i.type()) ? a.max() : -1;
  }

  private static boolean isPositive(LaneShape a, Cast i) {
    return a.max() <= limit((IntType) i.type()) / 2;
  }

  /**
   * Returns whether the lanes' values cannot wrap around, as a multiple lies above all of them that
   * the type can hold.
   *
   * @param sign bits of the type that are none of a value's
   */
  private boolean isWithinMultiple(LaneShape a, Cast i, int sign) {
    int bits = ((IntType) i.operand(0).type()).bits() - sign;
    long room = bits >= 63 ? a.multiple() : Math.min(a.multiple(), 1L << bits);
    return a.stride() > 0 && a.stride() < Integer.MAX_VALUE && (lanes - 1) * a.stride() < room;
  }

  private static boolean isExact(LaneShape a, Cast i) {
    return a.max() >= 0 && a.max() <= limit((IntType) i.operand(0).type());
  }

  private static long limit(IntType type) {
    return type.bits() >= 63 ? Long.MAX_VALUE : (1L << type.bits()) - 1;
  }

  private @Nullable LaneShape pointerAdd(PointerAdd i) {
    LaneShape a = shape(i.operand(0));
    LaneShape b = shape(i.operand(1));
    if (a == null || b == null) {
      return null;
    }
    if (a.isVarying() || b.isVarying() || i.type() instanceof VectorType) {
      return a.isUniform() && b.isUniform() ? LaneShape.UNIFORM : LaneShape.VARYING;
    }
    long scale = arrays.isInterleaved(i.operand(0)) ? lanes : 1;
    return shaped(a.isUniform() && b.isUniform(), a.stride() + scale * b.stride(), -1, true);
  }
}
