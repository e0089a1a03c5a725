package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.LoopHead;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.Arrays;

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
  public void advance(ThreadState s) {
    for (int steps = 0; steps < STEPS; steps++) {
      if (s.finished || s.cutOff || s.idle || s.dropped || s.lost != null) {
        return;
      }
      Op op = s.next();
      if (isVisible(s, op)) {
        if (op.kind == Op.Kind.STORE && isUnset(s, s.memory.length + op.b)) {
          lose(s, op, UNSET);
        }
        return;
      }
      step(s, op);
    }
    s.cutOff = true;
  }

  private static boolean isVisible(ThreadState s, Op op) {
    return switch (op.kind) {
      case LOAD, STORE -> !s.code.isPrivate(s.slots[op.a]);
      case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_RMW, COMPARE_EXCHANGE, FENCE, BARRIER -> true;
      case BRANCH -> op.operands.length == 0;
      default -> false;
    };
  }

  private void step(ThreadState s, Op op) {
    switch (op.kind) {
      case LOAD -> load(s, op);
      case STORE -> store(s, op);
      case JUMP -> jump(s, op.edges[0]);
      case BRANCH -> {
        depend(s, op);
        jump(s, op.edges[s.slots[op.a] != 0 ? 0 : 1]);
      }
      case SWITCH -> {
        depend(s, op);
        jump(s, op.chosen(s.slots[op.a]));
      }
      case REQUIRED -> {
        depend(s, op);
        s.dropped = s.slots[op.a] == 0;
        s.at++;
      }
      case ASSUMED -> {
        depend(s, op);
        s.at++;
        if (s.slots[op.a] == 0) {
          s.mistake(ThreadState.UNMET);
          s.finished = true;
        }
      }
      case TRAP, UNREACHABLE -> {
        if (op.kind == Op.Kind.TRAP) {
          s.mistake(op, 0);
        } else {
          s.mistake(ThreadState.UNREACHABLE);
        }
        s.finished = true;
      }
      case RETURN -> s.finished = true;
      case REGROUP -> {
        long[] values = new long[op.operands.length];
        for (int k = 0; k < values.length; k++) {
          values[k] = s.slots[op.operands[k]];
        }
        set(s, op, op.regroup(values));
      }
      default -> {
        int count = op.operands.length;
        long b = count > 1 ? s.slots[op.b] : 0;
        if (op.divides && s.unset != null) {
          checkDivision(s, op, b);
        }
        set(s, op, op.apply(s.slots[op.a], b, count > 2 ? s.slots[op.c] : 0));
      }
    }
  }

  /** Notes a division by zero, or one whose quotient the type has not got. */
  private static void checkDivision(ThreadState s, Op op, long divisor) {
    if (divisor == 0) {
      s.mistake(op, 0);
    } else if (op.overflows(s.slots[op.a], divisor)) {
      s.mistake(op, 1);
    }
  }

  /** Notes that what comes from here on depends on what an operation uses. */
  private void depend(ThreadState s, Op op) {
    s.control = dependencies.union(s.control, s.taint[op.a]);
  }

  private void load(ThreadState s, Op op) {
    int cell = s.code.cell(s.slots[op.a]);
    if (cell < 0) {
      lose(s, op, OUTSIDE);
      return;
    }
    if (s.unset != null) {
      if (s.unset.get(cell) && s.code.cells.isUsed(op)) {
        lose(s, op, UNSET);
        return;
      }
      s.unset.set(s.memory.length + op.result, s.unset.get(cell));
    }
    s.slots[op.result] = op.loaded(s.memory[cell]);
    s.taint[op.result] = dependencies.union(s.memoryTaint[cell], s.taint[op.a]);
    s.at++;
  }

  private void store(ThreadState s, Op op) {
    int cell = s.code.cell(s.slots[op.a]);
    if (cell < 0) {
      lose(s, op, OUTSIDE);
      return;
    }
    if (s.unset != null) {
      s.unset.set(cell, isUnset(s, s.memory.length + op.b));
    }
    s.memory[cell] = op.stored(s.slots[op.b]);
    s.memoryTaint[cell] = dependencies.union(s.taint[op.b], s.taint[op.a]);
    s.at++;
  }

  private static boolean isUnset(ThreadState s, int at) {
    return s.unset != null && s.unset.get(at);
  }

  private static void lose(ThreadState s, Op op, String why) {
    s.lost = why + where(op);
  }

  /** Returns the place of an operation in the source, as the end of a sentence. */
  public static String where(Op op) {
    var at = op.source.location();
    return at == null
        ? ""
        : " at " + (at.isWord() ? "word " + at.line() : at.line() + ":" + at.column());
  }

  private void set(ThreadState s, Op op, long value) {
    long taint = 0;
    for (int operand : op.operands) {
      taint = dependencies.union(taint, s.taint[operand]);
    }
    s.slots[op.result] = value;
    s.taint[op.result] = taint;
    s.at++;
  }

  /** Goes along an edge: what registers it sets, and what loops need to know. */
  public void jump(ThreadState s, Edge edge) {
    int count = edge.from().length;
    long[] values = new long[count];
    long[] taints = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = s.slots[edge.from()[i]];
      taints[i] = s.taint[edge.from()[i]];
    }
    for (int i = 0; i < count; i++) {
      s.slots[edge.to()[i]] = values[i];
      s.taint[edge.to()[i]] = taints[i];
    }
    s.at = edge.target();
    if (edge.loop() != null) {
      header(s, edge.loop(), edge.back());
    }
  }

  /**
   * At a loop's head. An iteration that changed nothing is one of waiting: nothing new would come
   * of it, and the execution in which the loop reads the value that ends it is looked at anyway.
   */
  private void header(ThreadState s, LoopHead head, boolean back) {
    long[] now = s.code.loops.snapshot(s, head);
    int target = head.number();
    if (back) {
      s.backEdges++;
      if (s.loopHeader == target && s.sideEffects == 0 && Arrays.equals(now, s.loopStart)) {
        s.idle = true;
        return;
      }
      if (s.readsInLoop > 0 && ++s.visits[target] > bound) {
        s.cutOff = true;
        return;
      }
    }
    s.loopHeader = target;
    s.loopStart = now;
    s.sideEffects = 0;
    s.readsInLoop = 0;
  }
}
