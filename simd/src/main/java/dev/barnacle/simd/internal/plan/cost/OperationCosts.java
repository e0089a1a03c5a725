package dev.barnacle.simd.internal.plan.cost;

import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.FloatType;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Terminator;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.simd.internal.cpu.TargetCpu;
import dev.barnacle.simd.internal.cpu.VectorMath;
import dev.barnacle.simd.internal.plan.region.AtomicForm;
import dev.barnacle.simd.internal.plan.region.MemoryForm;
import dev.barnacle.simd.internal.plan.region.Operation;
import dev.barnacle.simd.internal.plan.region.ValueForm;

/** Finds what each operation of a plan costs, by its form and a processor's table. */
final class OperationCosts {
  /** Cycles of a load from the first cache, at a known address. */
  private static final double LOAD_LATENCY = 7;

  /** Cycles of an atomic operation in memory that threads share. */
  static final double ATOMIC = 18;

  /** Cycles of one without a lock. */
  static final double LOCAL_ATOMIC = 1;

  /** A call of the C library's for one lane. */
  private static final double LIBRARY_CALL = 30;

  /** A byte or short costs more than a word, out of which it is taken. */
  private static final double PART_OF_LANE = 1.4;

  /** The test whether lanes have neighbouring addresses: a difference, a comparison, a jump. */
  private static final double CONTIGUITY_TEST = 3;

  /** The part of accesses with a test for neighbours that find none. */
  private static final double APART = 0.5;

  private static final int WORD = 4;

  private final CostTable table;
  private final TargetCpu target;
  private final VectorMath math;
  private final int lanes;

  /**
   * Makes one.
   *
   * @param lanes of a vector
   */
  OperationCosts(CostTable table, TargetCpu target, int lanes) {
    this.table = table;
    this.target = target;
    this.math = new VectorMath(target);
    this.lanes = lanes;
  }

  CostTable table() {
    return table;
  }

  /**
   * Returns what an operation costs.
   *
   * @param apart lanes' addresses are not expected to be neighbours
   * @param unforeseen they depend on what was loaded
   */
  OperationCost of(Operation operation, boolean apart, boolean unforeseen) {
    Instruction i = operation.instruction();
    return switch (operation.form()) {
      case MemoryForm form -> {
        OperationCost cost = access(i, form, apart);
        yield unforeseen && isSpread(form) ? cost.spreading() : cost;
      }
      case AtomicForm form -> atomic(form);
      case ValueForm form ->
          switch (form) {
            case UNIFORM, AFFINE -> isFree(i) ? OperationCost.NONE : OperationCost.SCALAR;
            case VECTOR -> vector(i);
            case SUB_GROUP -> subGroup(i);
            case LANE_BY_LANE -> laneByLane(i);
          };
    };
  }

  /** Returns whether the instruction is a part of an address or of a jump. */
  static boolean isFree(Instruction i) {
    return switch (i) {
      case Phi _, PointerAdd _, Alloca _, Terminator _ -> true;
      case Cast cast -> cast.type().equals(Types.I64);
      case Binary b ->
          b.type().equals(Types.I64)
              && b.op() == Binary.Op.MUL
              && b.operand(1) instanceof IntConstant;
      default -> false;
    };
  }

  /** Returns the registers that a value of all lanes fills, at least one a component. */
  double registers(Type type) {
    if (type.scalar().equals(Types.I1)) {
      return 0;
    }
    double bits = 8.0 * lanes * type.scalar().byteSize();
    return type.lanes() * Math.max(1, bits / table.vectorBits());
  }

  private static boolean isSpread(MemoryForm form) {
    return switch (form) {
      case MemoryForm.Spread _, MemoryForm.RunTimeContiguous _ -> true;
      case MemoryForm.Interlaced interlaced -> !interlaced.wide();
      default -> false;
    };
  }

  // Accesses.

  private static Type accessed(Instruction i) {
    return i instanceof Store store ? store.value().type() : i.type();
  }

  private OperationCost access(Instruction i, MemoryForm form, boolean apart) {
    Type type = accessed(i);
    return switch (form) {
      case MemoryForm.Uniform _ -> OperationCost.SCALAR;
      case MemoryForm.Contiguous _ -> wide(i, registers(type));
      case MemoryForm.Reversed _ -> permuted(wide(i, registers(type)), registers(type));
      case MemoryForm.Interleaved _ -> permuted(wide(i, registers(type)), 2 * registers(type));
      case MemoryForm.Strided strided -> {
        double steps = (double) strided.stride() / type.byteSize();
        yield permuted(wide(i, steps * registers(type)), steps * registers(type));
      }
      case MemoryForm.Interlaced interlaced ->
          interlaced.wide() ? wide(i, registers(type)) : spread(i, type, type.lanes());
      case MemoryForm.RunTimeContiguous near -> runTime(i, near, apart);
      case MemoryForm.Spread spread -> spread(i, spread);
      case MemoryForm.LaneByLane _ -> eachLane(type.lanes() * LOAD_LATENCY);
    };
  }

  private OperationCost wide(Instruction i, double registers) {
    boolean stores = i instanceof Store;
    double memory = table.of(stores ? CostKind.STORE : CostKind.LOAD).busy();
    return OperationCost.accessed(stores ? 0 : LOAD_LATENCY, memory * registers, registers);
  }

  private OperationCost permuted(OperationCost access, double permutations) {
    CostTable.Entry permute = table.of(CostKind.PERMUTE);
    return new OperationCost(
        access.latency() + permute.latency(),
        permute.busy() * permutations,
        false,
        access.memory(),
        access.instructions() + permutations,
        true,
        false);
  }

  /**
   * Lanes near each other take two wide loads. Without that, lanes that are no neighbours gather:
   * every second time, or always where their addresses are apart.
   */
  private OperationCost runTime(Instruction i, MemoryForm.RunTimeContiguous near, boolean apart) {
    double registers = registers(accessed(i));
    OperationCost wide = wide(i, registers);
    OperationCost other = spread(i, near.otherwise());
    double gathers = apart ? 1 : near.window() ? 0 : APART;
    double windows = near.window() ? registers : 0;
    OperationCost loads = windows > 0 ? permuted(wide, windows) : wide;
    return new OperationCost(
        Math.max(gathers * other.latency(), loads.latency()) + CONTIGUITY_TEST,
        loads.busy() + 1,
        false,
        gathers * other.memory() + (1 - gathers) * (wide.memory() + windows / 2),
        gathers * other.instructions() + (1 - gathers) * loads.instructions() + CONTIGUITY_TEST,
        true,
        false);
  }

  private OperationCost spread(Instruction i, MemoryForm.Spread form) {
    Type type = accessed(i);
    if (!form.rows()) {
      return spread(i, type, form.whole() == null ? type.lanes() : 1);
    }
    CostTable.Entry row = table.of(CostKind.ROW);
    double cycles = row.busy() * lanes;
    return OperationCost.accessed(LOAD_LATENCY + cycles, cycles, 2.0 * lanes).spreading();
  }

  private OperationCost spread(Instruction i, Type type, int pieces) {
    boolean stores = i instanceof Store;
    CostTable.Entry lane = table.of(stores ? CostKind.SCATTER : CostKind.GATHER);
    double part = type.scalar().byteSize() < WORD ? PART_OF_LANE : 1;
    double ofRegister = Math.min(lanes, table.vectorBits() / (8.0 * WORD));
    double busy = lane.busy() * lanes * pieces * part;
    double latency = stores ? 0 : lane.latency() * ofRegister;
    return OperationCost.accessed(latency, busy, 2.0 * lanes * pieces);
  }

  private OperationCost atomic(AtomicForm form) {
    return switch (form) {
      case TOGETHER, EXCHANGE, ONE -> OperationCost.computed(ATOMIC, ATOMIC, lanes);
      case LOCAL, LOCAL_BY_TURNS, COPY -> eachLane(LOCAL_ATOMIC);
      case LANE_BY_LANE -> eachLane(ATOMIC);
    };
  }

  /** Returns what lanes cost that take turns. */
  private OperationCost eachLane(double cycles) {
    double busy = lanes * (table.of(CostKind.LANE).busy() + cycles);
    return new OperationCost(busy, busy, false, 0, 3.0 * lanes, true, false);
  }

  // Computation.

  private OperationCost laneByLane(Instruction i) {
    return switch (i) {
      case Intrinsic f when f.op().isFloat() -> eachLane(LIBRARY_CALL);
      default -> eachLane(i.type().lanes());
    };
  }

  private OperationCost subGroup(Instruction i) {
    double steps = registers(i.type()) * (Integer.SIZE - Integer.numberOfLeadingZeros(lanes));
    CostTable.Entry permute = table.of(CostKind.PERMUTE);
    return OperationCost.computed(steps * permute.latency(), steps * permute.busy(), 2 * steps);
  }

  private OperationCost vector(Instruction i) {
    return switch (i) {
      case Binary b -> binary(b);
      case Intrinsic f -> intrinsic(f);
      case Compare c -> of(CostKind.COMPARE, c.operand(0).type(), 1);
      case Cast c -> cast(c);
      case Select s -> of(CostKind.ADD, s.type(), 1);
      case Unary u -> of(CostKind.LOGIC, u.type(), 1);
      // Components of lanes' vectors are registers of their own.
      case ExtractElement _, InsertElement _, Shuffle _, Phi _, PointerAdd _ -> OperationCost.NONE;
      default -> of(CostKind.ADD, i.type(), 1);
    };
  }

  private OperationCost of(CostKind kind, Type type, double times) {
    CostTable.Entry entry = table.of(kind);
    double registers = Math.max(registers(type), type.lanes());
    return OperationCost.computed(
        entry.latency() * times, entry.busy() * registers * times, registers * times);
  }

  private OperationCost multiply(CostKind kind, Type type, double times) {
    return of(kind, type, times).multiplying();
  }

  private static boolean isLong(Type type) {
    return type.scalar().byteSize() > WORD;
  }

  private OperationCost binary(Binary b) {
    Type type = b.type();
    return switch (b.op()) {
      case ADD, SUB -> of(CostKind.ADD, type, 1);
      case AND, OR, XOR -> of(CostKind.LOGIC, type, 1);
      case SHL, LSHR, ASHR -> of(CostKind.SHIFT, type, 1);
      case MUL -> multiply(isLong(type) ? CostKind.MULTIPLY_LONG : CostKind.MULTIPLY, type, 1);
      case UDIV, SDIV, UREM, SREM ->
          b.operand(1) instanceof IntConstant
              ? multiply(CostKind.MULTIPLY, type, 2)
              : of(CostKind.DIVIDE, type, 1);
      case FADD, FSUB -> of(CostKind.FLOAT, type, isHalf(type) ? 3 : 1);
      case FMUL -> multiply(CostKind.FLOAT, type, isHalf(type) ? 3 : 1);
      case FDIV -> multiply(isLong(type) ? CostKind.DOUBLE_DIVIDE : CostKind.FLOAT_DIVIDE, type, 1);
      case FREM -> eachLane(LIBRARY_CALL);
    };
  }

  /** Returns whether values are made wider for each operation. */
  private static boolean isHalf(Type type) {
    return type.scalar() instanceof FloatType f && f.bits() == Short.SIZE;
  }

  private OperationCost cast(Cast cast) {
    Type from = cast.operand(0).type();
    Type to = cast.type();
    Type wide = from.scalar().byteSize() > to.scalar().byteSize() ? from : to;
    return switch (cast.op()) {
      case BITCAST, ADDRSPACECAST, PTRTOINT, INTTOPTR -> OperationCost.NONE;
      case TRUNC, ZEXT, SEXT ->
          from.scalar().equals(Types.I1) ? of(CostKind.ADD, to, 1) : of(CostKind.PERMUTE, wide, 1);
      default -> of(CostKind.CONVERT, wide, 1);
    };
  }

  private OperationCost intrinsic(Intrinsic f) {
    Type type = f.type();
    return switch (f.op()) {
      case FMA, FMULADD ->
          target.fma() || !f.op().equals(Intrinsic.Op.FMULADD)
              ? multiply(CostKind.FMA, type, isHalf(type) ? 3 : 1)
              : of(CostKind.FLOAT, type, 2);
      case SQRT -> multiply(isLong(type) ? CostKind.DOUBLE_ROOT : CostKind.FLOAT_ROOT, type, 1);
      case RSQRT -> multiply(isLong(type) ? CostKind.DOUBLE_ROOT : CostKind.FLOAT_ROOT, type, 1.5);
      case FABS, COPYSIGN, CANONICALIZE -> of(CostKind.LOGIC, type, 1);
      case FMIN, FMAX, MINIMUM, MAXIMUM, FLOOR, CEIL, TRUNC_F, RINT, ROUND ->
          of(CostKind.FLOAT, type, 1);
      case FSHL, FSHR -> of(CostKind.SHIFT, type, f.operand(2) instanceof IntConstant ? 1 : 3);
      default ->
          f.op().isFloat() && !f.op().isExpectation()
              ? call(f)
              : of(CostKind.ADD, type, f.op().arity());
    };
  }

  private OperationCost call(Intrinsic f) {
    return math.variants(f.op(), f.type().scalar()).isEmpty() && VectorMath.isLibraryOnly(f.op())
        ? eachLane(LIBRARY_CALL)
        : of(CostKind.CALL, f.type(), 1);
  }
}
