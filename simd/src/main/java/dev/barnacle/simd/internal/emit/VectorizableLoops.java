package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AsyncCopy;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryCopy;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.llvm.text.LlvmText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which loops LLVM's loop vectoriser may transform: those in which it can take no value for
 * a linear function of a counter that is none.
 *
 * <p>LLVM 20 takes {@code (i * 7) & 255}, {@code i % 4}, {@code (uchar)i} and the like for linear
 * functions, and means to test before the loop that they do not wrap around. The test is wrong, or
 * left out (llvm-project issues 156849 and 215690), so that vectors are loaded from behind the
 * array. Here a value is {@linkplain Trace#FOLDED folded} if it comes of a counter by an operation
 * that can bring it back to where it was: a mask, quotient, remainder, shift to the right, or
 * anything of less than 32 bits. A loop is left to the scalar code where
 *
 * <ul>
 *   <li>an address in it, or what it ends by, is folded;
 *   <li>a counter is folded on its way round the loop, as {@code k = (k + 1) & 31};
 *   <li>a variable keeps a counter's value of some iteration (issue 173459);
 *   <li>a function is called that uses memory, which may do any of these with its arguments.
 * </ul>
 *
 * <p>What was loaded is no counter, unless it may have been stored by an earlier iteration, or lies
 * in private memory, which may become a register.
 */
public final class VectorizableLoops {
  /** The kinds of values in a loop; of several operands, the last kind holds for the result. */
  private enum Trace {
    /** The same in all iterations. */
    FIXED,
    /** Loaded, or computed from what was. */
    DATA,
    /** It may be a linear function of a counter. */
    COUNTED,
    /** It comes of a counter, and LLVM may take it for a linear function of it, which it is not. */
    FOLDED;

    Trace or(Trace other) {
      return compareTo(other) >= 0 ? this : other;
    }
  }

  private static final int WIDTH = 32;

  /**
   * A mark that LLVM's loop vectoriser takes for a call that writes to memory of its own. It is
   * done once in each iteration, so no pass can take it out of a loop (loops' metadata get lost
   * where passes change loops). Code selection drops it: it has no result and no side effect there.
   */
  private static final String MARK =
      "call void asm \"\", \"\"() nounwind willreturn memory(inaccessiblemem: readwrite)";

  private final ControlFlow flow;
  private final Set<Block> refused = new HashSet<>();
  private final boolean items;

  VectorizableLoops(Function function) {
    this.flow = new ControlFlow(function);
    Loops loops = new Loops(new Dominators(flow));
    for (Loops.Loop loop : loops.all()) {
      if (!new Body(loop.blocks(), loop).isFine()) {
        refused.add(loop.header());
      }
    }
    this.items = new Body(new HashSet<>(flow.reversePostOrder()), null).isFine();
    if (!items && !loops.isReducible()) {
      refused.addAll(flow.reversePostOrder()); // passes may make loops of other cycles
    }
  }

  /** Returns whether the loop that begins with {@code header} may be vectorised. */
  boolean allows(Block header) {
    return !refused.contains(header);
  }

  /** Returns whether loops over work-items, of which each runs the function, may be vectorised. */
  boolean allowsItems() {
    return items;
  }

  /** Adds the mark of a loop that is refused, where {@code block} is what it begins with. */
  public void markLoop(Block block, LlvmText out) {
    if (!allows(block)) {
      out.line(MARK);
    }
  }

  /** Adds the mark of loops over work-items to the code of one, if they are refused. */
  public void markItem(LlvmText out) {
    if (!items) {
      out.line(MARK);
    }
  }

  /** The blocks of one loop, or of the whole function as the body of the loops over work-items. */
  private final class Body {
    private final Set<Block> blocks;
    private final Loops.@Nullable Loop loop;
    private final Map<Instruction, Trace> traces = new HashMap<>();
    private final Set<Long> stored = new HashSet<>();

    Body(Set<Block> blocks, Loops.@Nullable Loop loop) {
      this.blocks = blocks;
      this.loop = loop;
    }

    boolean isFine() {
      for (Block block : blocks) {
        for (Instruction i : block.instructions()) {
          switch (i) {
            case Store s -> stored.add(s.value().type().byteSize());
            case AtomicStore _, AtomicRmw _, AtomicCompareExchange _ -> stored.add(4L);
            case Call c when usesMemory(c.callee(), new HashSet<>()) -> {
              return false;
            }
            default -> {}
          }
        }
      }
      boolean changed = true;
      while (changed) {
        changed = false;
        for (Block block : flow.reversePostOrder()) {
          changed |= blocks.contains(block) && trace(block);
        }
      }
      return blocks.stream().allMatch(this::isFine) && (loop == null || hasFineCounters(loop));
    }

    private boolean trace(Block block) {
      boolean changed = false;
      for (Instruction i : block.instructions()) {
        Trace now = transfer(i);
        changed |= traces.put(i, now) != now && now != Trace.FIXED;
      }
      return changed;
    }

    private Trace of(Value value) {
      return value instanceof Instruction i ? traces.getOrDefault(i, Trace.FIXED) : Trace.FIXED;
    }

    private Trace transfer(Instruction i) {
      Trace trace = Trace.FIXED;
      for (Value operand : i.operands()) {
        trace = trace.or(of(operand));
      }
      return switch (i) {
        case Load load -> loaded(load);
        case AtomicLoad _, AtomicRmw _, AtomicCompareExchange _, Call _, Phi _ ->
            trace.or(Trace.COUNTED);
        case WorkItemQuery query -> loop == null && isOfItem(query) ? Trace.COUNTED : trace;
        default -> trace == Trace.COUNTED && folds(i) ? Trace.FOLDED : trace;
      };
    }

    private Trace loaded(Load load) {
      AddressSpace space = ((PointerType) load.pointer().type()).space();
      return switch (space) {
        case CONSTANT -> Trace.DATA;
        case GLOBAL, LOCAL -> stored.contains(load.type().byteSize()) ? Trace.COUNTED : Trace.DATA;
        default -> Trace.COUNTED;
      };
    }

    private boolean isFine(Block block) {
      for (Instruction i : block.instructions()) {
        for (Value address : addresses(i)) {
          if (of(address) == Trace.FOLDED) {
            return false;
          }
        }
      }
      boolean leaves =
          loop != null && flow.successors(block).stream().anyMatch(s -> !blocks.contains(s));
      return !leaves || of(block.terminator().operand(0)) != Trace.FOLDED;
    }

    private boolean hasFineCounters(Loops.Loop counted) {
      for (Phi phi : counted.header().phis()) {
        for (Loops.Edge edge : counted.backEdges()) {
          if (!phi.type().isFloat() && !isFine(phi, phi.incoming(edge.from()))) {
            return false;
          }
        }
      }
      return true;
    }

    /** Looks at what stands between a variable's value in an iteration and in the next one. */
    private boolean isFine(Phi phi, Value next) {
      Set<Value> derived = derived(phi);
      Set<Value> seen = new HashSet<>();
      Deque<Value> work = new ArrayDeque<>(List.of(next));
      while (!work.isEmpty()) {
        Value value = work.pop();
        if (derived.contains(value)
            && value instanceof Instruction i
            && !i.equals(phi)
            && seen.add(i)) {
          if (foldsItself(i, derived) || keepsOther(i, phi, derived)) {
            return false;
          }
          work.addAll(i.operands());
        }
      }
      return true;
    }

    /** Returns what is computed from a variable, but through memory, and it. */
    private Set<Value> derived(Phi phi) {
      Set<Value> derived = new HashSet<>(Set.of(phi));
      int before;
      do {
        before = derived.size();
        for (Block block : flow.reversePostOrder()) {
          if (blocks.contains(block)) {
            block.instructions().stream()
                .filter(
                    i -> !(i instanceof Load) && i.operands().stream().anyMatch(derived::contains))
                .forEach(derived::add);
          }
        }
      } while (derived.size() > before);
      return derived;
    }

    /** Returns whether {@code i} is a mask or the like of the variable, not a sum with others. */
    private boolean foldsItself(Instruction i, Set<Value> derived) {
      if (!folds(i)) {
        return false;
      }
      for (Value operand : i.operands()) {
        boolean other = !derived.contains(operand) && of(operand) != Trace.FIXED;
        if (other && i instanceof Binary b && isBitwise(b.op()) && width(i.type()) >= WIDTH) {
          return false;
        }
      }
      return true;
    }

    private boolean keepsOther(Instruction i, Phi phi, Set<Value> derived) {
      boolean chooses = i instanceof Select || (i instanceof Phi other && !phi.equals(other));
      if (!chooses || width(i.type()) == 0) {
        return false;
      }
      List<Value> operands = i.operands();
      for (Value operand : i instanceof Select ? operands.subList(1, 3) : operands) {
        if (!derived.contains(operand)
            && !(operand instanceof Constant)
            && of(operand).compareTo(Trace.COUNTED) >= 0) {
          return true;
        }
      }
      return false;
    }
  }

  private static boolean isOfItem(WorkItemQuery query) {
    return switch (query.kind()) {
      case GLOBAL_ID,
          LOCAL_ID,
          GLOBAL_LINEAR_ID,
          LOCAL_LINEAR_ID,
          SUB_GROUP_ID,
          SUB_GROUP_LOCAL_ID ->
          true;
      default -> false;
    };
  }

  private static boolean isBitwise(Binary.Op op) {
    return op == Binary.Op.AND || op == Binary.Op.OR || op == Binary.Op.XOR;
  }

  /** Returns whether an operation may bring a counter's value back to where it was. */
  private static boolean folds(Instruction i) {
    boolean narrow = isNarrow(i.type());
    for (Value operand : i.operands()) {
      narrow |= isNarrow(operand.type());
    }
    return switch (i) {
      case Binary b ->
          switch (b.op()) {
            case ADD, SUB, MUL, SHL -> narrow;
            case UDIV, SDIV, UREM, SREM, LSHR, ASHR, AND, OR, XOR -> true;
            default -> false;
          };
      case Cast _, Compare _ -> narrow;
      case Intrinsic f ->
          switch (f.op()) {
            case SMIN, SMAX, UMIN, UMAX, ABS -> narrow;
            default -> !f.op().isFloat() && !f.op().isExpectation();
          };
      case Alloca _ -> false;
      default -> false;
    };
  }

  /** Returns whether a type is of integers of less than 32 bits, but for conditions. */
  private static boolean isNarrow(Type type) {
    int width = width(type);
    return width > 1 && width < WIDTH;
  }

  private static int width(Type type) {
    return type.scalar() instanceof IntType integer ? integer.bits() : 0;
  }

  private static List<Value> addresses(Instruction i) {
    return switch (i) {
      case Load load -> List.of(load.pointer());
      case Store store -> List.of(store.pointer());
      case AtomicLoad load -> List.of(load.pointer());
      case AtomicStore store -> List.of(store.pointer());
      case AtomicRmw rmw -> List.of(rmw.pointer());
      case AtomicCompareExchange exchange -> List.of(exchange.pointer());
      case MemoryCopy _, AsyncCopy _ -> i.operands().subList(0, 2);
      case MemoryFill _ -> i.operands().subList(0, 1);
      default -> List.of();
    };
  }

  private static boolean usesMemory(Function callee, Set<Function> seen) {
    if (!seen.add(callee)) {
      return false;
    }
    for (Instruction i : callee.instructions()) {
      if (!addresses(i).isEmpty() || (i instanceof Call c && usesMemory(c.callee(), seen))) {
        return true;
      }
    }
    return false;
  }
}
