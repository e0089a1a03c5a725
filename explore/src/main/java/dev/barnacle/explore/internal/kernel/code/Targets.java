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
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
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
  private final Map<AtomicRmw.Op, Long> kinds = new EnumMap<>(AtomicRmw.Op.class);
  private long mixed;
  private boolean changed;

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

  private long written(Op op) {
    return switch (op.kind) {
      case STORE, ATOMIC_STORE -> shared(op.source.operand(1));
      case MEMORY_COPY, MEMORY_FILL, ATOMIC_RMW, COMPARE_EXCHANGE -> shared(op.source.operand(0));
      case ASYNC_COPY -> shared(op.source.operand(0));
      case CALL -> first(op, FunctionKind.WRITES, false);
      default -> 0;
    };
  }

  private long writtenAtomically(Op op) {
    return switch (op.kind) {
      case ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE -> written(op);
      case CALL -> first(op, FunctionKind.ATOMIC_WRITES, false);
      default -> 0;
    };
  }

  private long stored(Op op) {
    return switch (op.kind) {
      case ATOMIC_RMW, COMPARE_EXCHANGE -> 0;
      case CALL -> first(op, FunctionKind.STORES, false);
      default -> written(op);
    };
  }

  private long touched(Op op, FunctionKind kind, boolean unused) {
    return switch (op.kind) {
      case LOAD, ATOMIC_LOAD -> shared(op.source.operand(0));
      case MEMORY_COPY, ASYNC_COPY -> shared(op.source.operand(0)) | shared(op.source.operand(1));
      case ATOMIC_RMW ->
          op.blind || (unused && op.blindIfUnused) ? 0 : shared(op.source.operand(0));
      case CALL -> first(op, kind, op.unused || (unused && op.blindIfUnused));
      default -> written(op);
    };
  }

  private long loaded(Op op) {
    return switch (op.kind) {
      case LOAD, ATOMIC_LOAD, COMPARE_EXCHANGE -> shared(op.source.operand(0));
      case MEMORY_COPY, ASYNC_COPY -> shared(op.source.operand(1));
      case CALL -> first(op, FunctionKind.LOADS, false);
      default -> 0;
    };
  }

  private long plain(Op op) {
    return switch (op.kind) {
      case LOAD -> shared(op.source.operand(0));
      case MEMORY_COPY, ASYNC_COPY -> shared(op.source.operand(0)) | shared(op.source.operand(1));
      case STORE -> shared(op.source.operand(1));
      case MEMORY_FILL -> shared(op.source.operand(0));
      case CALL -> first(op, FunctionKind.PLAIN, false);
      default -> 0;
    };
  }

  /** The sets that are collected of a function. */
  private enum FunctionKind {
    WRITES,
    ATOMIC_WRITES,
    STORES,
    LOADS,
    PLAIN,
    TOUCHES,
    TOUCHES_IN_PHASE
  }

  private static long first(Op call, FunctionKind kind, boolean unused) {
    FunctionCode callee = call.callee;
    if (callee == null) {
      return 0;
    }
    long[] sets =
        switch (kind) {
          case WRITES -> callee.writes;
          case ATOMIC_WRITES -> callee.atomicWrites;
          case STORES -> callee.stores;
          case LOADS -> callee.loads;
          case PLAIN -> callee.plain;
          case TOUCHES -> unused ? callee.touchesUnused : callee.touches;
          case TOUCHES_IN_PHASE -> unused ? callee.touchesInPhaseUnused : callee.touchesInPhase;
        };
    return sets.length > 0 ? sets[0] : 0;
  }

  private long shared(Value pointer) {
    return pointer.isIn(AddressSpace.PRIVATE) ? 0 : of(pointer);
  }

  private void reach(FunctionCode function) {
    function.writes = reach(function.ops, this::written, false);
    function.atomicWrites = reach(function.ops, this::writtenAtomically, false);
    function.stores = reach(function.ops, this::stored, false);
    function.loads = reach(function.ops, this::loaded, false);
    function.plain = reach(function.ops, this::plain, false);
    Op[] ops = function.ops;
    FunctionKind all = FunctionKind.TOUCHES;
    FunctionKind phase = FunctionKind.TOUCHES_IN_PHASE;
    function.touches = reach(ops, op -> touched(op, all, false), false);
    function.touchesUnused = reach(ops, op -> touched(op, all, true), false);
    function.touchesInPhase = reach(ops, op -> touched(op, phase, false), true);
    function.touchesInPhaseUnused = reach(ops, op -> touched(op, phase, true), true);
    for (Op op : function.ops) {
      if (op.kind == Op.Kind.ATOMIC_RMW && (op.blind || op.blindIfUnused)) {
        mixed(op);
      }
    }
  }

  /** Updates of different kinds may not change places. */
  private void mixed(Op op) {
    AtomicRmw.Op kind = ((AtomicRmw) op.source).op().inner(); // no pipe's: its result is used
    long objects = shared(op.source.operand(0));
    kinds.forEach((other, set) -> mixed |= other == kind ? 0 : set & objects);
    kinds.merge(kind, objects, (a, b) -> a | b);
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
        } else if (i + 1 < ops.length && ops[i].kind != Op.Kind.RETURN) {
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
