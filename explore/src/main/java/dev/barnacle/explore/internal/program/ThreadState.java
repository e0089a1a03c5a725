package dev.barnacle.explore.internal.program;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** The position of a thread, and its values. */
public final class ThreadState {
  public final ThreadCode code;
  public long[] slots;
  public long[] taint;
  public long[] memory;
  public long[] memoryTaint;
  public long control;
  public int block;
  public int index;
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
    slots = code.template.stream().mapToLong(Long::longValue).toArray();
    taint = new long[slots.length];
    memory = new long[code.cells];
    memoryTaint = new long[memory.length];
    visits = new int[code.blocks.size()];
    loopStart = new long[0];
    unset = code.launched ? new BitSet() : null;
    if (unset != null) {
      unset.set(0, code.cells);
    }
  }

  private ThreadState(ThreadState other) {
    code = other.code;
    slots = other.slots.clone();
    taint = other.taint.clone();
    memory = other.memory.clone();
    memoryTaint = other.memoryTaint.clone();
    control = other.control;
    block = other.block;
    index = other.index;
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

  /** The instruction that comes next. */
  public Code next() {
    return code.blocks.get(block)[index];
  }

  @Override
  public String toString() {
    return code.worker.name() + "@" + block + ":" + index + Arrays.toString(memory);
  }
}
