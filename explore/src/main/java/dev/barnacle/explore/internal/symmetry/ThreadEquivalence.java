package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.program.Code;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Unary;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Decides whether two threads are the same but for their names: the same place, and code that is
 * the same instruction by instruction, on the same memory.
 */
final class ThreadEquivalence {
  private final Scenario scenario;
  private final IdentityHashMap<Instruction, Integer> positions = new IdentityHashMap<>();

  ThreadEquivalence(Scenario scenario, List<ThreadCode> code) {
    this.scenario = scenario;
    for (ThreadCode c : code) {
      for (Code[] block : c.blocks) {
        for (Code i : block) {
          positions.put(i.source, i.position);
        }
      }
    }
  }

  boolean same(ThreadCode a, ThreadCode b) {
    return a.worker.subGroup() == b.worker.subGroup()
        && a.worker.workGroup() == b.worker.workGroup()
        && a.worker.device() == b.worker.device()
        && a.cells == b.cells
        && a.template.equals(b.template)
        && a.fixed.equals(b.fixed)
        && sameMoves(a, b)
        && sameBlocks(a.blocks, b.blocks);
  }

  private static boolean sameMoves(ThreadCode a, ThreadCode b) {
    return a.edgeMoves.keySet().equals(b.edgeMoves.keySet())
        && a.edgeMoves.entrySet().stream()
            .allMatch(e -> Arrays.equals(e.getValue(), b.edgeMoves.get(e.getKey())));
  }

  private boolean sameBlocks(List<Code[]> a, List<Code[]> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i).length != b.get(i).length) {
        return false;
      }
      for (int k = 0; k < a.get(i).length; k++) {
        if (!same(a.get(i)[k], b.get(i)[k])) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean same(Code a, Code b) {
    return a.kind == b.kind
        && a.result == b.result
        && a.a == b.a
        && a.b == b.b
        && a.c == b.c
        && a.bytes == b.bytes
        && a.order == b.order
        && a.failureOrder == b.failureOrder
        && a.scope == b.scope
        && a.global == b.global
        && a.local == b.local
        && a.undefinedCondition == b.undefinedCondition
        && a.barrier == b.barrier
        && Arrays.equals(a.targets, b.targets)
        && sameOperation(a.source, b.source)
        && unsequenced(a).equals(unsequenced(b));
  }

  private static boolean sameOperation(Instruction a, Instruction b) {
    return a.type().equals(b.type())
        && switch (a) {
          case Binary x -> b instanceof Binary y && x.op() == y.op();
          case Cast x ->
              b instanceof Cast y
                  && x.op() == y.op()
                  && x.operand(0).type().equals(y.operand(0).type());
          case Compare x ->
              b instanceof Compare y
                  && x.predicate() == y.predicate()
                  && x.operand(0).type().equals(y.operand(0).type());
          case Unary x -> b instanceof Unary y && x.op() == y.op();
          case Intrinsic x ->
              b instanceof Intrinsic y
                  && x.op() == y.op()
                  && x.operand(0).type().equals(y.operand(0).type());
          case AtomicRmw x -> b instanceof AtomicRmw y && x.op() == y.op();
          default -> true;
        };
  }

  private BitSet unsequenced(Code code) {
    BitSet set = new BitSet();
    for (Instruction i : scenario.unsequenced().getOrDefault(code.source, Set.of())) {
      Integer position = positions.get(i);
      if (position != null) {
        set.set(position);
      }
    }
    return set;
  }
}
