package dev.barnacle.watch.internal.code.cut;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.GroupOperation;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Load;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.PipeOperation;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Store;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.BranchDivergence;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Dominators;
import dev.barnacle.ir.analysis.Loops;
import dev.barnacle.watch.internal.run.kernel.SyntheticBarrier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Puts yields into the loops in which a work-item may wait for what another one does: loops without
 * barriers in which what decides on an exit comes from an atomic operation, a pipe, a volatile
 * load, a load from an address that the loop does not change, or a called function, as a value or
 * by the way taken in the loop.
 */
public final class Yields {
  private final Set<Instruction> made = new LinkedHashSet<>();
  private final Set<Instruction> endless = new HashSet<>();
  private final Map<Block, Set<Block>> joins = new HashMap<>();
  private final ControlFlow flow;
  private final Loops loops;

  /**
   * Yields, as the barriers that stand for them.
   *
   * @param endless those in loops without a way out
   */
  public record Made(Set<Instruction> all, Set<Instruction> endless) {}

  private Yields(ControlFlow flow) {
    this.flow = flow;
    this.loops = new Loops(new Dominators(flow));
  }

  /** Inserts them. */
  public static Made insert(Function kernel) {
    Yields yields = new Yields(new ControlFlow(kernel));
    for (Loops.Loop loop : yields.loops.all()) {
      if (!yields.stops(loop) && yields.mayWait(loop)) {
        yields.insert(loop);
      }
    }
    return new Made(yields.made, yields.endless);
  }

  private boolean stops(Loops.Loop loop) {
    return loop.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i instanceof Barrier || i instanceof GroupOperation);
  }

  private boolean mayWait(Loops.Loop loop) {
    Set<Value> news = new HashSet<>();
    Set<Block> informed = new HashSet<>();
    boolean inMemory = false;
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : loop.blocks()) {
        for (Instruction i : block.instructions()) {
          boolean learns = i.operands().stream().anyMatch(news::contains);
          boolean kept = inMemory && i instanceof Load load && isPrivate(load);
          if (!news.contains(i) && (learns || kept || brings(loop, i))) {
            changed |= news.add(i);
            // What is kept in a private variable may come back by any load of one.
            inMemory |= learns && i instanceof Store;
          }
        }
        if (flow.successors(block).size() > 1
            && news.contains(block.terminator())
            && informed.add(block)) {
          changed = true;
          inMemory |= storesAnything(loop);
          joins(block).stream().filter(loop::contains).forEach(b -> news.addAll(b.phis()));
        }
      }
    }
    return loop.exits().stream().anyMatch(e -> informed.contains(e.from()))
        || loop.exits().isEmpty();
  }

  /**
   * Returns where ways meet again that part at the end of a block: their phis tell which it was.
   */
  private Set<Block> joins(Block branch) {
    return joins.computeIfAbsent(branch, b -> new BranchDivergence(flow, loops, b).joins());
  }

  private static boolean storesAnything(Loops.Loop loop) {
    return loop.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i instanceof Store store && isPrivate(store.pointer()));
  }

  private static boolean brings(Loops.Loop loop, Instruction instruction) {
    return switch (instruction) {
      case AtomicLoad _, AtomicRmw _, AtomicCompareExchange _, PipeOperation _, Call _ -> true;
      case Load load ->
          load.isVolatile() || (!isPrivate(load) && isInvariant(loop, load.pointer()));
      default -> false;
    };
  }

  private static boolean isPrivate(Load load) {
    return isPrivate(load.pointer());
  }

  private static boolean isPrivate(Value pointer) {
    return pointer.type() instanceof PointerType type && type.space() == AddressSpace.PRIVATE;
  }

  /** Returns whether the loop computes the same value each time, from values of before the loop. */
  private static boolean isInvariant(Loops.Loop loop, Value value) {
    if (!(value instanceof Instruction i)
        || loop.blocks().stream().noneMatch(b -> b.instructions().contains(i))) {
      return true;
    }
    return switch (i) {
      case PointerAdd _, Cast _, Binary _, WorkItemQuery _ ->
          i.operands().stream().allMatch(o -> isInvariant(loop, o));
      case Load load ->
          isPrivate(load) && isInvariant(loop, load.pointer()) && !isWritten(loop, load.pointer());
      default -> false;
    };
  }

  private static boolean isWritten(Loops.Loop loop, Value pointer) {
    return loop.blocks().stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> i instanceof Store store && store.pointer().equals(pointer));
  }

  /** A yield stands before each jump back, behind the phis. */
  private void insert(Loops.Loop loop) {
    for (Loops.Edge edge : loop.backEdges()) {
      Block block = edge.from();
      Instruction mark = SyntheticBarrier.at(block.terminator().location());
      made.add(mark);
      if (loop.exits().isEmpty()) {
        endless.add(mark);
      }
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
