package dev.barnacle.explore.internal.kernel.state;

import dev.barnacle.explore.internal.kernel.code.KernelCode;
import dev.barnacle.explore.internal.kernel.code.Op;
import dev.barnacle.explore.internal.kernel.graph.ScopeRule;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.item.Item;
import dev.barnacle.explore.internal.kernel.item.Writes;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.MemoryScope;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives executions keys of their states. Two with the same key have the same future, but for who is
 * who, so that it is enough to follow one of them. Of what has happened, a key has what may still
 * be read, be the last write, order something or be in a data race. This is stateful model checking
 * (Holzmann, "The model checker SPIN", IEEE TSE 23(5), 1997) over execution graphs that are cut
 * down to that.
 *
 * @param groups whether work-groups may change places
 * @param members whether work-items of a work-group may
 * @param races whether atomic operations may be in a race with each other, by narrow scopes
 * @param acquires whether there are fences or barriers, which acquire from earlier reads
 * @param meets whether there are barriers or other functions of groups
 * @param writes where work-items may write
 */
public record States(
    boolean groups,
    boolean members,
    boolean races,
    boolean acquires,
    boolean meets,
    Writes writes) {

  /**
   * Returns what tells the states of kernels.
   *
   * @param subGroups whether it matters which work-items share a sub-group
   * @return null if more of an execution matters: the order of seq_cst operations, or which fences
   *     of image memory there were
   */
  public static @Nullable States of(
      KernelCode code, List<MemoryObject> objects, boolean subGroups) {
    if (objects.stream().anyMatch(o -> o.image() && !o.constant())) {
      return null;
    }
    Set<MemoryScope> scopes = EnumSet.noneOf(MemoryScope.class);
    boolean acquires = false;
    boolean meets = false;
    for (Op op : code.ops()) {
      boolean fence = op.kind == Op.Kind.FENCE || op.kind == Op.Kind.BARRIER;
      acquires |= fence;
      meets |= op.kind.meets();
      if (op.isSequential()) {
        return null;
      }
      if (op.strength != null && !fence) {
        scopes.add(op.says().scope());
      }
    }
    boolean races = scopes.size() > 1 || scopes.stream().anyMatch(ScopeRule::isNarrow);
    boolean local = objects.stream().anyMatch(o -> o.space() == AddressSpace.LOCAL);
    return new States(!local, !subGroups, races, acquires, meets, new Writes(code));
  }

  /** Returns whether there may be loops of compare-exchanges that need not fail. */
  public boolean hasRetries() {
    return !races && !meets;
  }

  /**
   * Returns the key of an execution in which no work-item can run: each reads, waits for others or
   * has ended.
   *
   * @param reader the work-item that a write is offered to, -1 for none
   * @param outlook tells which writes need not be read; null if all do
   * @return null for one whose state depends on more than is looked at
   */
  public @Nullable StateKey key(Execution x, int reader, @Nullable Outlook outlook) {
    if (!x.isSettled()) {
      return null;
    }
    for (int i = 0; i < x.items(); i++) {
      Item.Status status = x.item(i).status;
      if (status == Item.Status.QUEUED) {
        return null;
      }
    }
    return new StateWriter(this, x, outlook).key(reader);
  }
}
