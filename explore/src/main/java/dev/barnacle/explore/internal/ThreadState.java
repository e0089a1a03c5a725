package dev.barnacle.explore.internal;

import java.util.Arrays;

/** Where a thread is, and what it holds. */
final class ThreadState {
  final ThreadCode code;
  long[] slots;
  long[] taint;
  long[] memory;
  long[] memoryTaint;
  long control;
  int block;
  int index;
  int backEdges;
  int[] visits;
  boolean finished;
  boolean waiting;
  int waitingFrom;
  long[] loopStart;
  int loopHeader = -1;
  int sideEffects;
  int readsInLoop;
  boolean cutOff;
  boolean idle;

  ThreadState(ThreadCode code) {
    this.code = code;
    slots = code.template.stream().mapToLong(Long::longValue).toArray();
    taint = new long[slots.length];
    memory = new long[code.privates.size()];
    memoryTaint = new long[memory.length];
    visits = new int[code.blocks.size()];
    loopStart = new long[0];
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
  }

  ThreadState copy() {
    return new ThreadState(this);
  }

  /** The instruction that comes next. */
  Code next() {
    return code.blocks.get(block)[index];
  }

  @Override
  public String toString() {
    return code.worker.name() + "@" + block + ":" + index + Arrays.toString(memory);
  }
}
