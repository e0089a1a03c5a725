package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The position of a thread, and its values. */
public final class ThreadState {
  /** The mistake of coming to an unreachable place. */
  public static final int UNREACHABLE = -1;

  /** The mistake, though it is none, of an assumption that is false. */
  public static final int UNMET = -2;

  public final ThreadCode code;
  public long[] slots;
  public long[] taint;
  public long[] memory;
  public long[] memoryTaint;
  public long control;

  /** The number of the operation that comes next. */
  public int at;

  public int backEdges;
  public int[] visits;
  public boolean finished;
  public boolean waiting;
  public int waitingFrom;
  public long[] loopStart;
  public int loopHeader = -1;
  public int sideEffects;
  public int readsInLoop;
  public boolean cutOff;
  public boolean idle;

  /** True if it came to where the execution is none that is looked at. */
  public boolean dropped;

  /** The reason why it is not followed further; null if it is. */
  public @Nullable String lost;

  /**
   * Of a launch, the cells of private memory that nothing was written to, and behind them the slots
   * that hold such a value.
   */
  final @Nullable BitSet unset;

  public ThreadState(ThreadCode code) {
    this.code = code;
    slots = code.template.clone();
    taint = new long[slots.length];
    memory = code.memory.clone();
    memoryTaint = new long[memory.length];
    visits = new int[code.loops.count()];
    loopStart = new long[0];
    unset = code.launched ? code.cells.unset() : null;
  }

  private ThreadState(ThreadState other) {
    code = other.code;
    slots = other.slots.clone();
    taint = other.taint.clone();
    memory = other.memory.clone();
    memoryTaint = other.memoryTaint.clone();
    control = other.control;
    at = other.at;
    backEdges = other.backEdges;
    visits = other.visits.clone();
    finished = other.finished;
    waiting = other.waiting;
    waitingFrom = other.waitingFrom;
    loopStart = other.loopStart;
    loopHeader = other.loopHeader;
    sideEffects = other.sideEffects;
    readsInLoop = other.readsInLoop;
    cutOff = other.cutOff;
    idle = other.idle;
    dropped = other.dropped;
    lost = other.lost;
    unset = other.unset == null ? null : (BitSet) other.unset.clone();
  }

  public ThreadState copy() {
    return new ThreadState(this);
  }

  /** Notes a mistake that it makes by itself at an operation, of which there are two kinds. */
  void mistake(Op op, int kind) {
    mistake(2 * op.number + kind + 1);
  }

  /** Notes a mistake, the last of which counts. */
  void mistake(int number) {
    memory[0] = number;
  }

  /** The operation that comes next. */
  public Op next() {
    return code.ops[at];
  }

  @Override
  public String toString() {
    return code.worker.name() + "@" + at + Arrays.toString(memory);
  }
}
