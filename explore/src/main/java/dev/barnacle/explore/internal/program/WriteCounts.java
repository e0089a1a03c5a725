package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
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

  private record Key(int block, int index, int memory) {}

  private final ThreadCode code;
  private final Map<Key, Integer> known = new ConcurrentHashMap<>();

  WriteCounts(ThreadCode code) {
    this.code = code;
  }

  /** The most writes to a memory from a place on, the instruction there included. */
  public int from(int block, int index, int memory) {
    return known.computeIfAbsent(
        new Key(block, index, memory), k -> new Longest(memory).from(block, index));
  }

  /** The longest row of writes to one memory. */
  private final class Longest {
    private final int memory;
    private final Map<Code, Integer> rows = new HashMap<>();
    private final Set<Code> open = new HashSet<>();

    Longest(int memory) {
      this.memory = memory;
    }

    int from(int block, int index) {
      return longest(code.writesFrom(block, index, memory));
    }

    private int longest(List<Code> firsts) {
      int most = 0;
      for (Code write : firsts) {
        most = Math.max(most, beginningWith(write));
      }
      return most;
    }

    private int beginningWith(Code write) {
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
    private final Code write;
    private final int memory;

    /** The known values of slots that are not fixed, and, in {@link #cells}, of private memory. */
    private final Map<Integer, Long> slots = new HashMap<>();

    private final Map<Integer, Long> cells = new HashMap<>();

    /** True if the old value and the expected one are still in their slots. */
    private boolean bothThere;

    private int block;
    private int index;

    AfterSuccess(Code write, int memory) {
      this.write = write;
      this.memory = memory;
      this.bothThere = write.kind == Code.Kind.EXCHANGE;
      while (!List.of(code.blocks.get(block)).contains(write)) {
        block++;
      }
      index = List.of(code.blocks.get(block)).indexOf(write) + 1;
    }

    /** Those of the writes to the memory that can come next. */
    List<Code> writes() {
      for (int i = 0; i < STEPS && step(next()); i++) {
        if (code.mayWrite(next(), memory)) {
          return List.of(next());
        }
      }
      return code.writesFrom(block, index, memory);
    }

    private Code next() {
      return code.blocks.get(block)[index];
    }

    /** Goes one instruction further; false where what comes next is not known. */
    private boolean step(Code c) {
      switch (c.kind) {
        case RETURN -> {
          return false;
        }
        case BRANCH -> jump(c.targets[0]);
        case CONDITION -> {
          Long truth = c.undefinedCondition ? null : value(c.a);
          if (truth == null) {
            return false;
          }
          jump(c.targets[truth != 0 ? 0 : 1]);
        }
        case STORE -> {
          store(c);
          index++;
        }
        default -> {
          if (c.result >= 0) {
            set(c.result, result(c));
          }
          index++;
        }
      }
      return true;
    }

    private void jump(int target) {
      ThreadCode.Move[] moves = code.edgeMoves.get(ThreadCode.edge(block, target));
      if (moves != null) {
        List<@Nullable Long> values = new ArrayList<>();
        for (ThreadCode.Move move : moves) {
          values.add(value(move.from()));
        }
        for (int i = 0; i < moves.length; i++) {
          set(moves[i].to(), values.get(i));
        }
      }
      block = target;
      index = 0;
    }

    private @Nullable Long value(int slot) {
      if (slot == write.result && bothThere && code.fixed.get(write.b)) {
        return code.template.get(write.b);
      }
      return code.fixed.get(slot) ? code.template.get(slot) : slots.get(slot);
    }

    private void set(int slot, @Nullable Long value) {
      bothThere &= slot != write.result && slot != write.b;
      if (value == null) {
        slots.remove(slot);
      } else {
        slots.put(slot, value);
      }
    }

    private void store(Code c) {
      Long value = value(c.b);
      int cell = cell(c);
      if (cell < 0) {
        cells.clear();
      } else if (value == null) {
        cells.remove(cell);
      } else {
        cells.put(cell, value);
      }
    }

    /** The cell that an access is to, -1 if that is not known. */
    private int cell(Code c) {
      long address = code.fixed.get(c.a) ? code.template.get(c.a) : 0;
      return AddressLayout.isPrivate(address) ? code.cell(address) : -1;
    }

    private @Nullable Long result(Code c) {
      Long a = c.a < 0 ? null : value(c.a);
      Long b = c.b < 0 ? null : value(c.b);
      try {
        return switch (c.kind) {
          case COMPARE -> compared((Compare) c.source, c, a, b);
          case BINARY -> a == null || b == null ? null : Arithmetic.binary((Binary) c.source, a, b);
          case CAST -> a == null ? null : Arithmetic.cast((Cast) c.source, a);
          case SELECT -> a == null ? null : value(a != 0 ? c.b : c.c);
          case LOAD -> cells.get(cell(c));
          default -> null;
        };
      } catch (ExploreException e) {
        return null;
      }
    }

    private @Nullable Long compared(Compare x, Code c, @Nullable Long a, @Nullable Long b)
        throws ExploreException {
      boolean theTwo =
          bothThere
              && ((c.a == write.result && c.b == write.b)
                  || (c.b == write.result && c.a == write.b));
      if (theTwo) {
        return Arithmetic.compare(x, 0, 0) ? -1L : 0L;
      }
      return a == null || b == null ? null : Arithmetic.compare(x, a, b) ? -1L : 0L;
    }
  }
}
