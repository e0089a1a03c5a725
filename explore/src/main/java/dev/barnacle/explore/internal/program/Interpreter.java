package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import java.util.Objects;

/** Runs a thread up to the next instruction that other threads can tell. */
public final class Interpreter {
  /** The number of times that a loop's body may run again after reading shared memory. */
  private final int bound;

  private static final int STEPS = 1_000_000;
  private static final String OUTSIDE = "an access outside of private memory";
  private static final String UNSET = "a read of private memory that nothing was written to";

  private final Dependencies dependencies;

  public Interpreter(int bound, Dependencies dependencies) {
    this.bound = bound;
    this.dependencies = dependencies;
  }

  /** Runs until the next visible instruction, the end, or the loop bound. */
  public void advance(ThreadState s) throws ExploreException {
    for (int steps = 0; steps < STEPS; steps++) {
      if (s.finished || s.cutOff || s.idle || s.dropped || s.lost != null) {
        return;
      }
      Code code = s.next();
      if (isVisible(s, code)) {
        if (code.kind == Code.Kind.STORE && isUnset(s, s.code.cells + code.b)) {
          lose(s, code, UNSET);
        }
        return;
      }
      step(s, code);
    }
    s.cutOff = true;
  }

  static boolean isVisible(ThreadState s, Code code) {
    return switch (code.kind) {
      case LOAD, STORE -> !AddressLayout.isPrivate(s.slots[code.a]);
      case ATOMIC_LOAD, ATOMIC_STORE, RMW, EXCHANGE, FENCE, BARRIER -> true;
      case CONDITION -> code.undefinedCondition;
      default -> false;
    };
  }

  private void step(ThreadState s, Code code) throws ExploreException {
    switch (code.kind) {
      case BINARY ->
          set(s, code, Arithmetic.binary((Binary) code.source, s.slots[code.a], s.slots[code.b]));
      case COMPARE -> {
        boolean truth = Arithmetic.compare((Compare) code.source, s.slots[code.a], s.slots[code.b]);
        set(s, code, truth ? -1 : 0);
      }
      case CAST -> set(s, code, Arithmetic.cast((Cast) code.source, s.slots[code.a]));
      case SELECT -> set(s, code, s.slots[s.slots[code.a] != 0 ? code.b : code.c]);
      case POINTER_ADD -> set(s, code, s.slots[code.a] + s.slots[code.b]);
      case APPLY -> {
        long b = code.b < 0 ? 0 : s.slots[code.b];
        long c = code.c < 0 ? 0 : s.slots[code.c];
        set(s, code, Arithmetic.apply(code, s.slots[code.a], b, c));
      }
      case LOAD -> load(s, code);
      case STORE -> store(s, code);
      case DROP -> s.dropped = true;
      case BRANCH -> jump(s, code.targets[0]);
      case CONDITION -> {
        s.control = dependencies.union(s.control, s.taint[code.a]);
        jump(s, code.targets[s.slots[code.a] != 0 ? 0 : 1]);
      }
      case RETURN -> s.finished = true;
      default -> throw new IllegalStateException(code.kind.toString());
    }
  }

  private void load(ThreadState s, Code code) {
    int cell = s.code.cell(s.slots[code.a]);
    if (cell < 0) {
      lose(s, code, OUTSIDE);
      return;
    }
    if (s.unset != null) {
      if (s.unset.get(cell) && !code.copies) {
        lose(s, code, UNSET);
        return;
      }
      s.unset.set(s.code.cells + code.result, s.unset.get(cell));
    }
    s.slots[code.result] = s.memory[cell];
    s.taint[code.result] = dependencies.union(s.memoryTaint[cell], s.taint[code.a]);
    s.index++;
  }

  private void store(ThreadState s, Code code) {
    int cell = s.code.cell(s.slots[code.a]);
    if (cell < 0) {
      lose(s, code, OUTSIDE);
      return;
    }
    if (s.unset != null) {
      s.unset.set(cell, isUnset(s, s.code.cells + code.b));
    }
    s.memory[cell] = s.slots[code.b];
    s.memoryTaint[cell] = dependencies.union(s.taint[code.b], s.taint[code.a]);
    s.index++;
  }

  private static boolean isUnset(ThreadState s, int at) {
    return s.unset != null && s.unset.get(at);
  }

  private static void lose(ThreadState s, Code code, String why) {
    var at = code.source.location();
    s.lost = at == null ? why : why + " at " + at.line() + ":" + at.column();
  }

  private void set(ThreadState s, Code code, long value) {
    long taint = s.taint[code.a];
    if (code.b >= 0) {
      taint = dependencies.union(taint, s.taint[code.b]);
    }
    if (code.c >= 0) {
      taint = dependencies.union(taint, s.taint[code.c]);
    }
    s.slots[code.result] = value;
    s.taint[code.result] = taint;
    s.index++;
  }

  /** Goes to a block: its phis, and what loops need to know. */
  public void jump(ThreadState s, int target) {
    ThreadCode.Move[] moves = s.code.edgeMoves.get(ThreadCode.edge(s.block, target));
    if (moves != null) {
      move(s, moves);
    }
    boolean back = target <= s.block;
    s.block = target;
    s.index = 0;
    if (s.code.loops.isHeader(target)) {
      header(s, target, back);
    }
  }

  private static void move(ThreadState s, ThreadCode.Move[] moves) {
    long[] values = new long[moves.length];
    long[] taints = new long[moves.length];
    for (int i = 0; i < moves.length; i++) {
      values[i] = s.slots[moves[i].from()];
      taints[i] = s.taint[moves[i].from()];
    }
    for (int i = 0; i < moves.length; i++) {
      s.slots[moves[i].to()] = values[i];
      s.taint[moves[i].to()] = taints[i];
    }
  }

  /**
   * At a loop's head. An iteration that changed nothing is one of waiting: nothing new would come
   * of it, and the execution in which the loop reads the value that ends it is looked at anyway.
   */
  private void header(ThreadState s, int target, boolean back) {
    long[] now = s.code.loops.snapshot(s, target);
    if (back) {
      s.backEdges++;
      if (s.loopHeader == target
          && s.sideEffects == 0
          && java.util.Arrays.equals(now, s.loopStart)) {
        s.idle = true;
        return;
      }
      if (s.readsInLoop > 0 && ++s.visits[target] > bound) {
        s.cutOff = true;
        return;
      }
    }
    s.loopHeader = target;
    s.loopStart = Objects.requireNonNull(now);
    s.sideEffects = 0;
    s.readsInLoop = 0;
  }
}
