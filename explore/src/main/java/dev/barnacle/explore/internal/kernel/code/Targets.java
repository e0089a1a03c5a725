package dev.barnacle.explore.internal.kernel.code;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Value;
import java.util.IdentityHashMap;

/**
 * Which memory objects an operation may write, and those that may come after it: sets of objects as
 * bits. A pointer that comes from memory may point anywhere.
 */
public final class Targets {
  /** Local memory, whosever. */
  public static final long LOCAL = 1L << 62;

  private static final int MOST = 61;

  private final KernelCode code;
  private final IdentityHashMap<Value, Long> values = new IdentityHashMap<>();
  private boolean changed;

  /** Begins; {@link #argument} and {@link #variable} say where pointers point to at first. */
  public Targets(KernelCode code) {
    this.code = code;
  }

  /** Returns the set of one object that is not local memory. */
  public static long object(int number) {
    return 1L << Math.min(number - 1, MOST);
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
      case CALL -> op.callee != null && op.callee.writes.length > 0 ? op.callee.writes[0] : 0;
      default -> 0;
    };
  }

  private long shared(Value pointer) {
    return pointer.isIn(AddressSpace.PRIVATE) ? 0 : of(pointer);
  }

  private void reach(FunctionCode function) {
    Op[] ops = function.ops;
    long[] writes = new long[ops.length];
    boolean again = true;
    while (again) {
      again = false;
      for (int i = ops.length - 1; i >= 0; i--) {
        long set = writes[i] | written(ops[i]);
        if (ops[i].edges.length > 0) {
          for (Edge edge : ops[i].edges) {
            set |= writes[edge.target()];
          }
        } else if (i + 1 < ops.length && ops[i].kind != Op.Kind.RETURN) {
          set |= writes[i + 1];
        }
        again |= set != writes[i];
        writes[i] = set;
      }
    }
    function.writes = writes;
  }
}
