package dev.barnacle.simd.internal.plan;

import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.ir.AddressSpaceTest;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Branch;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ConditionalBranch;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Unreachable;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.simd.internal.abi.Specialization;
import dev.barnacle.simd.internal.analysis.LaneShape;
import dev.barnacle.simd.internal.analysis.LaneShapes;

/**
 * Copies kernels so that neighbours of dimension 1 or 2 are the lanes of a vector: the copy has
 * that dimension and dimension 0 exchanged in all its queries, and is planned for groups of
 * exchanged sizes ({@link Specialization#exchanged(int)}). Programs whose rows run along dimension
 * 0 ({@code a[get_global_id(0) * n + get_global_id(1)]}) read their memory in order so.
 *
 * <p>Nothing shows the difference but the order in which the work-items of a group run.
 */
final class ExchangedDimensions {
  /** Rows that run in the same lanes, whatever they compute; see {@link GenericTier}. */
  private static final int SAME_LANES = 16;

  private ExchangedDimensions() {}

  /** Returns whether a kernel's results are the same when a dimension's neighbours are lanes. */
  static boolean arePossible(Function kernel, Specialization launch, int dimension) {
    int neighbours = launch.local(dimension);
    boolean fits =
        neighbours >= VectorizationFactor.MIN
            && !launch.general()
            && !launch.merged()
            && !launch.flat()
            && launch.copied() == 0;
    return fits
        && SubGroupSizes.required(kernel) == 0
        && kernel.instructions().stream().anyMatch(i -> isId(i, dimension))
        && kernel.instructions().stream().allMatch(ExchangedDimensions::isPlain)
        && (Math.min(launch.localX(), neighbours) >= SAME_LANES
            || GenericTier.of(kernel).areExact());
  }

  private static boolean isId(Instruction instruction, int dimension) {
    return instruction instanceof WorkItemQuery query
        && (query.kind() == WorkItemQuery.Kind.GLOBAL_ID
            || query.kind() == WorkItemQuery.Kind.LOCAL_ID)
        && query.operand(0) instanceof IntConstant asked
        && asked.unsigned() == dimension;
  }

  /** Returns whether an instruction does not tell in which order the work-items run. */
  private static boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile();
      case Store store -> !store.isVolatile();
      case WorkItemQuery query -> isPlain(query);
      case Barrier barrier -> barrier.kind() == Barrier.Kind.WORK_GROUP;
      case Phi _, Binary _, Unary _, Cast _, Compare _, Select _, Intrinsic _ -> true;
      case PointerAdd _, ExtractElement _, InsertElement _, Shuffle _, AddressSpaceTest _ -> true;
      case Alloca _, MemoryCopy _, MemoryFill _ -> true;
      case Branch _, ConditionalBranch _, Switch _, Return _, Unreachable _ -> true;
      default -> false;
    };
  }

  private static boolean isPlain(WorkItemQuery query) {
    return !query.kind().isOfSubGroups()
        && query.kind() != WorkItemQuery.Kind.GLOBAL_LINEAR_ID
        && query.kind() != WorkItemQuery.Kind.LOCAL_LINEAR_ID
        && (query.operands().isEmpty() || query.operand(0) instanceof IntConstant);
  }

  /** Returns whether some access of lanes of dimension 0 is to memory that has gaps. */
  static boolean areWorthTrying(Function kernel, LaneShapes shapes) {
    return kernel.instructions().stream()
        .anyMatch(
            i ->
                switch (i) {
                  case Load load -> hasGaps(shapes, load.pointer(), load.type());
                  case Store store -> hasGaps(shapes, store.pointer(), store.value().type());
                  default -> false;
                });
  }

  /** Returns whether lanes of dimension 0 access memory that has gaps. */
  static boolean hasGaps(LaneShapes shapes, Value pointer, Type type) {
    LaneShape shape = shapes.of(pointer);
    return !shape.isUniform()
        && shapes.arrays().arrays(pointer).isEmpty()
        && (shape.kind() != LaneShape.Kind.AFFINE || Math.abs(shape.stride()) > type.byteSize());
  }

  /** Returns a copy of a kernel with dimension 0 and another one exchanged. */
  static Function copy(Function kernel, int dimension) {
    Function copy = new FunctionCopy(kernel).result();
    exchange(copy, dimension);
    return copy;
  }

  /** Exchanges dimension 0 and another one in all queries. */
  static void exchange(Function kernel, int dimension) {
    kernel.instructions().forEach(i -> exchange(i, dimension));
  }

  private static void exchange(Instruction instruction, int dimension) {
    if (instruction instanceof WorkItemQuery query
        && !query.operands().isEmpty()
        && query.operand(0) instanceof IntConstant asked
        && asked.unsigned() < 3) {
      int other = Specialization.exchanged((int) asked.unsigned(), dimension);
      query.setOperand(0, new IntConstant(asked.type(), other));
    }
  }
}
