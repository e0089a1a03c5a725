package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * The memory objects that an operation may write, and those that operations after it may: sets of
 * objects as bits. A pointer that comes from memory may point anywhere.
 */
public final class Targets {
  /** Local memory, whosever. */
  public static final long LOCAL = 1L << 62;

  private static final int MOST = 61;

  private final KernelCode code;
  private final IdentityHashMap<Value, Long> values = new IdentityHashMap<>();
  private final Map<Update, Long> updates = new HashMap<>();
  private long mixed;
  private boolean changed;

  /** An update that nobody sees, by what it may change places with. */
  private record Update(AtomicRmw.Op kind, MemoryScope scope, int bits) {}

  /** Begins; {@link #argument} and {@link #variable} say where pointers point to at first. */
  public Targets(KernelCode code) {
    this.code = code;
  }

  /** Returns the set of one object that is not local memory. */
  public static long object(int number) {
    return 1L << Math.min(number - 1, MOST);
  }

  /** Returns whether a set is that of one object which shares it with no other. */
  public static boolean isOne(long set) {
    return set != LOCAL && set != 1L << MOST;
  }

  /** Says what a kernel's parameter may point to. */
  public void argument(Parameter parameter, long objects) {
    values.merge(parameter, objects, (a, b) -> a | b);
  }

  /** Says what a variable's address points to. */
  public void variable(GlobalVariable variable, long objects) {
    values.put(variable, objects);
  }

  /** Finds out what each operation may write. */
  public void run() {
    changed = true;
    while (changed) {
      changed = false;
      for (FunctionCode function : code.functions()) {
        for (Instruction i : function.function.instructions()) {
          visit(i);
        }
        for (Op op : function.ops) {
          visit(op.source); // some stand in no block
        }
      }
    }
    for (FunctionCode function : code.functions()) {
      reach(function);
    }
  }

  private void visit(Instruction i) {
    if (i instanceof Call call) {
      for (int k = 0; k < call.operands().size(); k++) {
        add(call.callee().parameters().get(k), of(call.operand(k)));
      }
    }
    if (i.hasResult() && i.type().isPointer()) {
      add(
          i,
          switch (i) {
            case PointerAdd p -> of(p.operand(0));
            case Select s -> of(s.operand(1)) | of(s.operand(2));
            case Phi p -> all(p);
            case PipeOperation p -> of(p.operand(0));
            case Cast c when c.op() == Cast.Op.ADDRSPACECAST || c.op() == Cast.Op.BITCAST ->
                of(c.operand(0));
            case Alloca a -> 0L;
            default -> -1L;
          });
    }
  }

  private long all(Phi phi) {
    long set = 0;
    for (Value v : phi.operands()) {
      set |= of(v);
    }
    return set;
  }

  private long of(Value value) {
    return values.getOrDefault(value, 0L);
  }

  private void add(Value value, long set) {
    long before = of(value);
    if ((before | set) != before) {
      values.put(value, before | set);
      changed = true;
    }
  }

  /** The ways in which objects are used. */
  public enum Use {
    WRITES,
    ATOMIC_WRITES,
    /** Stores, atomic or not. */
    STORES,
    /**
     * Reads otherwise than by read-modify-writes that always write: such a read need not read from
     * the last write.
     */
    LOADS,
    /** Accesses that are not atomic. */
    PLAIN,
    /** Accesses, but for updates that nobody sees ({@link Op#blind}). */
    TOUCHES,
    /** The same for a call whose result is not used. */
    TOUCHES_UNUSED,
    /** Touches up to a barrier of the work-group that orders the object's memory. */
    TOUCHES_IN_PHASE,
    /** The same for a call whose result is not used. */
    TOUCHES_IN_PHASE_UNUSED;

    /** Returns the same for a call whose result is used, or is not. */
    public Use ofCall(boolean unused) {
      return switch (this) {
        case TOUCHES, TOUCHES_UNUSED -> unused ? TOUCHES_UNUSED : TOUCHES;
        case TOUCHES_IN_PHASE, TOUCHES_IN_PHASE_UNUSED ->
            unused ? TOUCHES_IN_PHASE_UNUSED : TOUCHES_IN_PHASE;
        default -> this;
      };
    }
  }

  /** Returns the objects that an operation by itself uses in a way. */
  private long of(Use use, Op op) {
    boolean unused = use == Use.TOUCHES_UNUSED || use == Use.TOUCHES_IN_PHASE_UNUSED;
    if (op.kind == Op.Kind.CALL) {
      Use called = use.ofCall(op.unused || (unused && op.blindIfUnused));
      return Objects.requireNonNull(op.callee).uses(called, 0);
    }
    return switch (use) {
      case WRITES -> written(op);
      case ATOMIC_WRITES -> op.strength == null ? 0 : written(op);
      case STORES ->
          switch (op.kind) {
            case ATOMIC_RMW, COMPARE_EXCHANGE -> 0;
            default -> written(op);
          };
      case LOADS ->
          switch (op.kind) {
            case LOAD, ATOMIC_LOAD, COMPARE_EXCHANGE -> shared(op.source.operand(0));
            case MEMORY_COPY, ASYNC_COPY -> shared(op.source.operand(1));
            default -> 0;
          };
      case PLAIN -> op.strength == null ? touched(op) : 0;
      default ->
          op.kind == Op.Kind.ATOMIC_RMW && (op.blind || (unused && op.blindIfUnused))
              ? 0
              : touched(op);
    };
  }

  private long written(Op op) {
    return switch (op.kind) {
      case STORE, ATOMIC_STORE -> shared(op.source.operand(1));
      case MEMORY_COPY, MEMORY_FILL, ATOMIC_RMW, COMPARE_EXCHANGE, ASYNC_COPY ->
          shared(op.source.operand(0));
      default -> 0;
    };
  }

  private long touched(Op op) {
    return switch (op.kind) {
      case LOAD, ATOMIC_LOAD -> shared(op.source.operand(0));
      case MEMORY_COPY, ASYNC_COPY -> shared(op.source.operand(0)) | shared(op.source.operand(1));
      default -> written(op);
    };
  }

  private long shared(Value pointer) {
    return pointer.isIn(AddressSpace.PRIVATE) ? 0 : of(pointer);
  }

  @SuppressWarnings("EnumOrdinal") // its place in the array
  private void reach(FunctionCode function) {
    for (Use use : Use.values()) {
      boolean phase = use == Use.TOUCHES_IN_PHASE || use == Use.TOUCHES_IN_PHASE_UNUSED;
      function.uses[use.ordinal()] = reach(function.ops, op -> of(use, op), phase);
    }
    for (Op op : function.ops) {
      if (op.kind == Op.Kind.ATOMIC_RMW && (op.blind || op.blindIfUnused)) {
        mixed(op);
      }
    }
  }

  /** Updates of different kinds may not change places; others than those of one scope may race. */
  private void mixed(Op op) {
    AtomicRmw.Op kind = ((AtomicRmw) op.source).op().inner(); // no pipe's: its result is used
    Update update = new Update(kind, op.says().scope(), op.bits);
    long objects = shared(op.source.operand(0));
    updates.forEach((other, set) -> mixed |= other.equals(update) ? 0 : set & objects);
    updates.merge(update, objects, (a, b) -> a | b);
  }

  /** Returns the objects that are updated in ways that may not change places. */
  public long mixed() {
    return mixed;
  }

  private static long[] reach(Op[] ops, ToLongFunction<Op> own, boolean phase) {
    long[] sets = new long[ops.length];
    boolean again = true;
    while (again) {
      again = false;
      for (int i = ops.length - 1; i >= 0; i--) {
        long set = sets[i] | own.applyAsLong(ops[i]);
        if (ops[i].edges.length > 0) {
          for (Edge edge : ops[i].edges) {
            set |= sets[edge.target()];
          }
        } else if (i + 1 < ops.length && ops[i].falls()) {
          set |= sets[i + 1] & ~(phase ? ordered(ops[i]) : 0);
        }
        again |= set != sets[i];
        sets[i] = set;
      }
    }
    return sets;
  }

  /** The objects that an operation orders, if it is a barrier of the work-group. */
  private static long ordered(Op op) {
    if (!(op.source instanceof Barrier barrier) || barrier.kind() != Barrier.Kind.WORK_GROUP) {
      return 0;
    }
    return (op.says().flags().contains(FenceFlag.LOCAL) ? LOCAL : 0)
        | (op.says().flags().contains(FenceFlag.GLOBAL) ? ~LOCAL : 0);
  }
}
