package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The number of writes that a thread can still make to a memory, from its code alone.
 *
 * <p>A loop that may write again and again has no such number, but one that ends once its
 * compare-exchange succeeds has one. After each compare-exchange the code is followed as it goes
 * after a success, where the old value is the expected one, up to the first branch that this does
 * not decide.
 */
public final class WriteCounts {
  /** There is no bound. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  private static final int STEPS = 1000;

  private record Key(int from, int memory) {}

  private final ThreadCode code;
  private final Map<Key, Integer> known = new ConcurrentHashMap<>();

  WriteCounts(ThreadCode code) {
    this.code = code;
  }

  /** The most writes to a memory from a place on, the instruction there included. */
  public int from(int from, int memory) {
    return known.computeIfAbsent(
        new Key(from, memory), k -> new Longest(memory).longest(code.writesFrom(from, memory)));
  }

  /** The longest row of writes to one memory. */
  private final class Longest {
    private final int memory;
    private final Map<Op, Integer> rows = new HashMap<>();
    private final Set<Op> open = new HashSet<>();

    Longest(int memory) {
      this.memory = memory;
    }

    private int longest(List<Op> firsts) {
      int most = 0;
      for (Op write : firsts) {
        most = Math.max(most, beginningWith(write));
      }
      return most;
    }

    private int beginningWith(Op write) {
      Integer row = rows.get(write);
      if (row == null) {
        if (!open.add(write)) {
          return UNBOUNDED;
        }
        int rest = longest(new AfterSuccess(write, memory).writes());
        open.remove(write);
        row = rest == UNBOUNDED ? UNBOUNDED : rest + 1;
        rows.put(write, row);
      }
      return row;
    }
  }

  /** The code after a write: of a compare-exchange, after it has succeeded. */
  private final class AfterSuccess {
    private final Op write;
    private final int memory;

    /** The known values of slots that are not fixed, and, in {@link #cells}, of private memory. */
    private final Map<Integer, Long> slots = new HashMap<>();

    private final Map<Integer, Long> cells = new HashMap<>();

    /** True if the old value and the expected one are still in their slots. */
    private boolean bothThere;

    private int at;

    AfterSuccess(Op write, int memory) {
      this.write = write;
      this.memory = memory;
      this.bothThere = write.kind == Op.Kind.COMPARE_EXCHANGE;
      this.at = write.number + 1;
    }

    /** Those of the writes to the memory that can come next. */
    List<Op> writes() {
      for (int i = 0; i < STEPS && step(next()); i++) {
        if (code.mayWrite(next(), memory)) {
          return List.of(next());
        }
      }
      return code.writesFrom(at, memory);
    }

    private Op next() {
      return code.ops[at];
    }

    /** Goes one operation further; false where what comes next is not known. */
    private boolean step(Op op) {
      switch (op.kind) {
        case RETURN, TRAP, UNREACHABLE -> {
          return false;
        }
        case JUMP -> jump(op.edges[0]);
        case BRANCH, SWITCH -> {
          Long value = op.operands.length == 0 ? null : value(op.a);
          if (value == null) {
            return false;
          }
          boolean branch = op.kind == Op.Kind.BRANCH;
          jump(branch ? op.edges[value != 0 ? 0 : 1] : op.chosen(value));
        }
        case STORE -> {
          store(op);
          at++;
        }
        default -> {
          if (op.result >= 0) {
            set(op.result, result(op));
          }
          at++;
        }
      }
      return true;
    }

    private void jump(Edge edge) {
      List<@Nullable Long> values = new ArrayList<>();
      for (int from : edge.from()) {
        values.add(value(from));
      }
      for (int i = 0; i < values.size(); i++) {
        set(edge.to()[i], values.get(i));
      }
      at = edge.target();
    }

    private @Nullable Long value(int slot) {
      if (slot == write.result && bothThere && code.fixed.get(write.b)) {
        return code.template[write.b];
      }
      return code.fixed.get(slot) ? (Long) code.template[slot] : slots.get(slot);
    }

    private void set(int slot, @Nullable Long value) {
      bothThere &= slot != write.result && slot != write.b;
      if (value == null) {
        slots.remove(slot);
      } else {
        slots.put(slot, value);
      }
    }

    private void store(Op c) {
      Long value = value(c.b);
      int cell = cell(c);
      if (cell < 0) {
        cells.clear();
      } else if (value == null) {
        cells.remove(cell);
      } else {
        cells.put(cell, c.stored(value));
      }
    }

    /** The cell that an access is to, -1 if that is not known. */
    private int cell(Op op) {
      return code.fixed.get(op.a) ? code.cell(code.template[op.a]) : -1;
    }

    private @Nullable Long result(Op op) {
      return switch (op.kind) {
        case LOAD -> {
          Long value = cells.get(cell(op));
          yield value == null ? null : op.loaded(value);
        }
        case SELECT -> {
          Long condition = value(op.a);
          yield condition == null ? null : value(condition != 0 ? op.b : op.c);
        }
        case COMPARE -> areTheTwo(op) ? (Long) op.apply(0, 0, 0) : computed(op);
        case BINARY, CAST, NEGATE, INTRINSIC, POINTER_ADD -> computed(op);
        default -> null;
      };
    }

    private boolean areTheTwo(Op op) {
      return bothThere
          && ((op.a == write.result && op.b == write.b)
              || (op.b == write.result && op.a == write.b));
    }

    private @Nullable Long computed(Op op) {
      long[] values = new long[3];
      for (int k = 0; k < op.operands.length; k++) {
        Long value = value(op.operands[k]);
        if (value == null) {
          return null;
        }
        values[k] = value;
      }
      return op.apply(values[0], values[1], values[2]);
    }
  }
}
