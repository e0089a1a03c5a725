package dev.barnacle.watch.internal.code;

import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.MemoryScope;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Puts yields into the loops in which a work-item may wait for what another one does: loops without
 * barriers in which what decides on an exit comes from an atomic operation, a volatile load, a load
 * from an address that the loop does not change, or a called function.
 */
final class Yields {
  private final Set<Instruction> made = new LinkedHashSet<>();

  private Yields() {}

  /** Inserts them, and returns the barriers that stand for them. */
  static Set<Instruction> insert(Function kernel) {
    Yields yields = new Yields();
    Loops loops = new Loops(new Dominators(new ControlFlow(kernel)));
    for (Loops.Loop loop : loops.all()) {
      if (!yields.stops(loop) && yields.mayWait(loop)) {
        yields.insert(loop);
      }
    }
    return yields.made;
  }

  private boolean stops(Loops.Loop loop) {
    return loop.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i instanceof Barrier || i instanceof GroupOperation);
  }

  private boolean mayWait(Loops.Loop loop) {
    Set<Value> news = new HashSet<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : loop.blocks()) {
        for (Instruction i : block.instructions()) {
          if (!news.contains(i)
              && (brings(loop, i) || i.operands().stream().anyMatch(news::contains))) {
            changed |= news.add(i);
          }
        }
      }
    }
    return loop.exits().stream().anyMatch(e -> news.contains(e.from().terminator()))
        || loop.exits().isEmpty();
  }

  private static boolean brings(Loops.Loop loop, Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad _, AtomicRmw _, AtomicCompareExchange _, Call _ -> true;
      case Load load -> load.isVolatile() || isInvariant(loop, load.pointer());
      default -> false;
    };
  }

  private static boolean isInvariant(Loops.Loop loop, Value pointer) {
    return !(pointer instanceof Instruction i)
        || loop.blocks().stream().noneMatch(b -> b.instructions().contains(i));
  }

  /** A yield stands before each jump back, behind the phis. */
  private void insert(Loops.Loop loop) {
    for (Loops.Edge edge : loop.backEdges()) {
      Block block = edge.from();
      Barrier mark = new Barrier(Barrier.Kind.SUB_GROUP, Set.of(), MemoryScope.WORK_ITEM);
      mark.setLocation(block.terminator().location());
      made.add(mark);
      int at = block.instructions().size() - 1;
      while (at > 0
          && !(block.instructions().get(at - 1) instanceof Phi)
          && block.terminator().operands().contains(block.instructions().get(at - 1))) {
        at--;
      }
      block.instructions().add(at, mark);
    }
  }
}
