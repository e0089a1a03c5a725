package dev.barnacle.explore.internal.symmetry;

import dev.barnacle.explore.Scenario;
import dev.barnacle.explore.internal.kernel.code.Edge;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.program.ThreadCode;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Intrinsic;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Tells threads from each other but for their names: the same are those at the same place with code
 * that is the same operation by operation, on the same memory.
 */
final class ThreadEquivalence {
  private final Scenario scenario;
  private final IdentityHashMap<Instruction, Integer> positions = new IdentityHashMap<>();

  ThreadEquivalence(Scenario scenario, List<ThreadCode> code) {
    this.scenario = scenario;
    for (ThreadCode c : code) {
      for (Op op : c.ops) {
        positions.put(op.source, op.number);
      }
    }
  }

  /** Returns what is equal for threads that are the same. */
  List<Object> tell(ThreadCode code) {
    List<Object> all = new ArrayList<>();
    all.add(List.of(code.worker.subGroup(), code.worker.workGroup(), code.worker.device()));
    all.add(LongBuffer.wrap(code.memory));
    all.add(LongBuffer.wrap(code.template));
    all.add(code.fixed);
    for (Op op : code.ops) {
      all.add(List.of(op.kind, op.result, op.barrier, what(op.source), op.source.type()));
      all.add(List.of(op.bits, op.resultBits, op.floating, op.resultFloating, op.shift));
      all.add(op.strength);
      all.add(IntBuffer.wrap(op.operands));
      all.add(LongBuffer.wrap(op.cases));
      for (Edge edge : op.edges) {
        all.add(edge.target());
        all.add(List.of(IntBuffer.wrap(edge.from()), IntBuffer.wrap(edge.to())));
      }
      all.add(unsequenced(op));
    }
    return all;
  }

  /** Returns what tells an instruction from others of its kind. */
  private static Object what(Instruction i) {
    return switch (i) {
      case Binary x -> x.op();
      case Cast x -> x.op();
      case Compare x -> x.predicate();
      case Intrinsic x -> x.op();
      case AtomicRmw x -> x.op();
      default -> "";
    };
  }

  private BitSet unsequenced(Op op) {
    BitSet set = new BitSet();
    for (Instruction i : scenario.unsequenced().getOrDefault(op.source, Set.of())) {
      Integer position = positions.get(i);
      if (position != null) {
        set.set(position);
      }
    }
    return set;
  }
}
