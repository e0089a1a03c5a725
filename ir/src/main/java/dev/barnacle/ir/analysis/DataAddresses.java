package dev.barnacle.ir.analysis;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
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
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds whether data that a function reads from memory decides where it writes, or where it reads
 * what it writes. It decides through an index, an offset, a length or a stride from a buffer, or a
 * number whose counting depends on the data. Whether such accesses of different work-items meet
 * depends on what the data mean.
 *
 * <p>A value is data if it was loaded from memory other than private, if an operand is, or if data
 * decides which value it is: at a phi where ways meet that a branch on data parted, and in private
 * variables that are written on such a way. Neither flow nor the parts of a variable are told
 * apart. The same can be asked of the numbers that a kernel is given.
 */
public final class DataAddresses {
  private final Function function;

  /** True if data is the numbers that a kernel is given, and not what it reads. */
  private final boolean numbers;

  private final Set<Value> data = new HashSet<>();
  private final Set<Block> controlled = new HashSet<>();
  private final PostDominators postDominators;
  private final Dominators dominators;
  private final ControlFlow flow;

  private DataAddresses(Function function, boolean numbers) {
    this.function = function;
    this.numbers = numbers;
    this.flow = new ControlFlow(function);
    this.postDominators = new PostDominators(flow);
    this.dominators = new Dominators(flow);
    for (Parameter parameter : function.parameters()) {
      if ((numbers || !function.isKernel()) && !isPointer(parameter)) {
        data.add(parameter);
      }
    }
    int before;
    do {
      before = data.size() + controlled.size();
      for (Block block : flow.reversePostOrder()) {
        follow(block);
      }
    } while (data.size() + controlled.size() > before);
  }

  /** Returns whether one of some functions, which are all that a kernel calls, and it, has such. */
  public static boolean areIn(Collection<Function> functions) {
    return areIn(functions, false);
  }

  /**
   * Tells the same of the numbers and structs that a kernel is given, in place of what it reads.
   */
  public static boolean ofNumbersAreIn(Collection<Function> functions) {
    return areIn(functions, true);
  }

  private static boolean areIn(Collection<Function> functions, boolean numbers) {
    for (Function function : functions) {
      if (!function.blocks().isEmpty() && new DataAddresses(function, numbers).hasSome()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPointer(Value value) {
    return value.type() instanceof PointerType;
  }

  private void follow(Block block) {
    for (Instruction i : block.instructions()) {
      if (i instanceof Store store && store.pointer().isIn(AddressSpace.PRIVATE)) {
        if (data.contains(store.value()) || controlled.contains(block)) {
          data.add(PointerBase.of(store.pointer()));
        }
      } else if (isData(i, block)) {
        data.add(i);
      }
    }
    if (isParted(block)) {
      controlled.addAll(postDominators.controlledBy(block));
    }
  }

  private boolean isData(Instruction i, Block block) {
    for (Value operand : i.operands()) {
      if (data.contains(operand)) {
        return true;
      }
    }
    return switch (i) {
      case Load load ->
          load.pointer().isIn(AddressSpace.PRIVATE)
              ? isHeldData(load)
              : isDescription(load) == numbers;
      case Phi _ -> isMeeting(block);
      case Call call -> !numbers && mayRead(call.callee());
      default -> false;
    };
  }

  /**
   * Returns whether a function that is called may read memory: else it computes of its arguments.
   */
  private static boolean mayRead(Function callee) {
    return callee.instructions().stream().anyMatch(i -> !isComputed(i));
  }

  private static boolean isComputed(Instruction instruction) {
    return switch (instruction) {
      case Load i -> i.pointer().isIn(AddressSpace.PRIVATE);
      case Store i -> i.pointer().isIn(AddressSpace.PRIVATE);
      case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _, Phi _, Terminator _ -> true;
      case ExtractElement _, InsertElement _, Shuffle _, Alloca _, PointerAdd _ -> true;
      default -> false;
    };
  }

  private boolean isHeldData(Load load) {
    Value variable = PointerBase.of(load.pointer());
    return data.contains(variable) || !(variable instanceof Alloca);
  }

  /**
   * Returns whether ways meet at a block that data parted: data decides whether one of them is
   * taken, at a branch between the block and that which all of them come through.
   */
  private boolean isMeeting(Block block) {
    List<Block> ways = flow.predecessors(block);
    return ways.stream().anyMatch(way -> controlled.contains(way) || isParted(way))
        && isPartedSince(dominators.immediateDominator(block), ways);
  }

  private boolean isPartedSince(@Nullable Block common, List<Block> ways) {
    Set<Block> seen = new HashSet<>();
    Deque<Block> waiting = new ArrayDeque<>(ways);
    while (!waiting.isEmpty()) {
      Block next = waiting.removeLast();
      if (!flow.isReachable(next) || !seen.add(next)) {
        continue;
      }
      if (isParted(next)) {
        return true;
      }
      if (!next.equals(common)) {
        waiting.addAll(flow.predecessors(next));
      }
    }
    return false;
  }

  private boolean isParted(Block block) {
    return flow.isReachable(block)
        && flow.successors(block).size() > 1
        && data.contains(block.terminator().operand(0));
  }

  /** Returns whether a load is from a struct that is passed, or from an image's description. */
  private boolean isDescription(Load load) {
    return PointerBase.of(load.pointer()) instanceof Parameter p
        && (p.byValueBytes() > 0 || function.isImage(p));
  }

  private boolean hasSome() {
    Set<Value> written = new LinkedHashSet<>();
    List<Value> read = new ArrayList<>();
    for (Instruction i : function.instructions()) {
      Value target = target(i);
      if (target != null && !target.isIn(AddressSpace.PRIVATE)) {
        if (data.contains(target)) {
          return true;
        }
        written.add(PointerBase.of(target));
      } else if (i instanceof Load load && data.contains(load.pointer())) {
        read.add(load.pointer());
      } else if (i instanceof Call call && passesDataAddress(call)) {
        return true;
      }
    }
    for (Value pointer : read) {
      if (!pointer.isIn(AddressSpace.PRIVATE) && mayBeOf(pointer, written)) {
        return true;
      }
    }
    return false;
  }

  private boolean passesDataAddress(Call call) {
    for (Value operand : call.operands()) {
      if (!call.callee().blocks().isEmpty() && isPointer(operand) && data.contains(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Returns where an instruction writes; null if it doesn't. */
  private static @Nullable Value target(Instruction i) {
    return switch (i) {
      case Store store -> store.pointer();
      case MemoryCopy _, MemoryFill _, AsyncCopy _ -> i.operand(0);
      default -> null;
    };
  }

  private static boolean mayBeOf(Value pointer, Set<Value> written) {
    Value base = PointerBase.of(pointer);
    if (!isKnown(base) || written.contains(base)) {
      return true;
    }
    for (Value other : written) {
      if (!isKnown(other)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKnown(Value base) {
    return base instanceof Parameter || base instanceof GlobalVariable;
  }
}
