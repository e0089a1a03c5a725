package dev.barnacle.simd.internal.plan;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
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
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.simd.internal.analysis.AliasClasses;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what loops accumulate in memory, for {@link LoopAccumulators}. */
final class AccumulatorSearch {
  /** Addresses are computed by at most so many operations, one from the other. */
  private static final int DEEPEST = 16;

  private final ControlFlow flow;
  private final Dominators dominators;
  private final Loops loops;
  private final AliasClasses aliases;

  /**
   * A place in memory that each iteration of a loop stores to, and nothing else in it accesses.
   *
   * @param entry the block that the loop is entered from
   * @param exit the edge by which it is left
   * @param guarded the loop may be left before anything is stored: by its header
   * @param pointer to the place
   * @param type of what is there
   * @param accesses the loads and stores through the pointer
   * @param own the instructions of the loop
   */
  record Accumulator(
      Loops.Loop loop,
      Block entry,
      Loops.Edge exit,
      boolean guarded,
      Value pointer,
      Type type,
      List<Instruction> accesses,
      Set<Instruction> own) {
    boolean isInLoop(Instruction instruction) {
      return own.contains(instruction);
    }

    boolean isLoaded() {
      return accesses.stream().anyMatch(Load.class::isInstance);
    }

    long alignment() {
      return accesses.stream()
          .mapToLong(i -> i instanceof Load l ? l.alignment() : ((Store) i).alignment())
          .min()
          .orElseThrow();
    }
  }

  AccumulatorSearch(Function kernel, AliasClasses aliases) {
    this.flow = new ControlFlow(kernel);
    this.dominators = new Dominators(flow);
    this.loops = new Loops(dominators);
    this.aliases = aliases;
  }

  /** Returns one, of an inner loop first. */
  Optional<Accumulator> find() {
    if (!loops.isReducible()) {
      return Optional.empty();
    }
    return loops.all().reversed().stream().flatMap(l -> find(l).stream()).findFirst();
  }

  private Optional<Accumulator> find(Loops.Loop loop) {
    List<Block> entries =
        flow.predecessors(loop.header()).stream().filter(b -> !loop.contains(b)).toList();
    if (entries.size() != 1 || loop.exits().size() != 1) {
      return Optional.empty();
    }
    Set<Instruction> own = new HashSet<>();
    List<Block> blocks = flow.reversePostOrder().stream().filter(loop::contains).toList();
    blocks.forEach(b -> own.addAll(b.instructions()));
    Loops.Edge exit = loop.exits().getFirst();
    boolean guarded = exit.from().equals(loop.header());
    if (!own.stream().allMatch(AccumulatorSearch::isPlain)
        || flow.predecessors(exit.to()).size() != 1
        || (guarded && !loop.header().instructions().stream().allMatch(i -> isCheap(i, true)))) {
      return Optional.empty();
    }
    List<Instruction> accesses =
        blocks.stream()
            .flatMap(b -> b.instructions().stream())
            .filter(i -> i instanceof Load || i instanceof Store)
            .toList();
    return blocks.stream()
        .filter(b -> isInEachIteration(b, loop, guarded ? null : exit.from()))
        .flatMap(b -> b.instructions().stream())
        .filter(Store.class::isInstance)
        .filter(i -> isFixed(pointer(i), own, DEEPEST) && isAlone(pointer(i), type(i), accesses))
        .map(AccumulatorSearch::pointer)
        .findFirst()
        .map(
            p -> {
              List<Instruction> through =
                  accesses.stream().filter(i -> isSame(pointer(i), p, DEEPEST)).toList();
              Type type = type(through.getFirst());
              return new Accumulator(
                  loop, entries.getFirst(), exit, guarded, p, type, through, own);
            });
  }

  private boolean isInEachIteration(Block block, Loops.Loop loop, @Nullable Block last) {
    return loop.backEdges().stream().allMatch(e -> dominators.dominates(block, e.from()))
        && (last == null || dominators.dominates(block, last));
  }

  /** Returns the pointer of a load or store. */
  static Value pointer(Instruction access) {
    return access instanceof Load load ? load.pointer() : ((Store) access).pointer();
  }

  /** Returns the type of what is loaded or stored. */
  static Type type(Instruction access) {
    return access instanceof Store store ? store.value().type() : access.type();
  }

  /** Returns whether nothing but accesses as a whole through a pointer reaches what is there. */
  private boolean isAlone(Value pointer, Type type, List<Instruction> accesses) {
    return (pointer.isIn(AddressSpace.GLOBAL) || pointer.isIn(AddressSpace.LOCAL))
        && accesses.stream()
            .allMatch(
                i ->
                    isSame(pointer(i), pointer, DEEPEST)
                        ? type(i).equals(type) && isWhole(i)
                        : aliases.areApart(pointer(i), pointer));
  }

  /** Returns whether two values are computed alike from the same ones. */
  private static boolean isSame(Value one, Value other, int depth) {
    if (one.equals(other)) {
      return true;
    }
    if (depth == 0
        || !(one instanceof Instruction i)
        || !(other instanceof Instruction j)
        || !isSameOperation(i, j)
        || i.operands().size() != j.operands().size()) {
      return false;
    }
    for (int k = 0; k < i.operands().size(); k++) {
      if (!isSame(i.operand(k), j.operand(k), depth - 1)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSameOperation(Instruction one, Instruction other) {
    return one.type().equals(other.type())
        && switch (one) {
          case Binary i -> other instanceof Binary j && i.op() == j.op();
          case Cast i -> other instanceof Cast j && i.op() == j.op();
          case WorkItemQuery i -> other instanceof WorkItemQuery j && i.kind() == j.kind();
          case PointerAdd _ -> other instanceof PointerAdd;
          default -> false;
        };
  }

  private static boolean isWhole(Instruction access) {
    return !(access instanceof Store store) || store.components().isEmpty();
  }

  /** Returns whether a value is the same in each iteration, and can be computed before them. */
  static boolean isFixed(Value value, Set<Instruction> own, int depth) {
    return !(value instanceof Instruction i)
        || !own.contains(i)
        || (depth > 0
            && !(i instanceof Phi)
            && isCheap(i, false)
            && i.operands().stream().allMatch(o -> isFixed(o, own, depth - 1)));
  }

  /** Returns whether an instruction may be done once more, and also where it was not asked for. */
  private static boolean isCheap(Instruction instruction, boolean inHeader) {
    return switch (instruction) {
      case Binary b ->
          switch (b.op()) {
            case UDIV, SDIV, UREM, SREM -> b.operand(1) instanceof IntConstant c && c.value() > 0;
            case FDIV, FREM -> false;
            default -> true;
          };
      case Unary _, Compare _, Cast _, Select _, PointerAdd _, WorkItemQuery _ -> true;
      case Phi _, ConditionalBranch _ -> inHeader;
      default -> false;
    };
  }

  /** Returns whether an instruction has no part in how work-items synchronise, nor in output. */
  static boolean isPlain(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !load.isVolatile();
      case Store store -> !store.isVolatile();
      case WorkItemQuery query -> !query.kind().isOfSubGroups();
      case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _, PointerAdd _, Phi _ -> true;
      case Branch _, ConditionalBranch _ -> true;
      default -> false;
    };
  }
}
