package dev.barnacle.explore.internal.program;

import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The memories, as their numbers, and the pieces of private memory that a work-item's pointers may
 * point into.
 */
final class PointerBases {
  private final ThreadMaker thread;
  private final int memories;
  private final Map<Integer, Op> origins = new HashMap<>();
  private final Map<Integer, Set<Integer>> moves;

  /** The registers that it stores as pointers. */
  private final List<Integer> stored = new ArrayList<>();

  /** The loads whose pointers are being looked at: a pointer may come of the one that it gives. */
  private final Set<Op> open = Collections.newSetFromMap(new IdentityHashMap<>());

  PointerBases(ThreadMaker thread, int memories) {
    this.thread = thread;
    this.memories = memories;
    this.moves = thread.moves();
    for (ThreadBlock block : thread.blocks()) {
      for (Op op : block.ops) {
        if (op.result >= 0) {
          origins.put(op.result, op);
        }
        if (op.kind == Op.Kind.STORE && op.source.operand(0).type().scalar().isPointer()) {
          stored.add(op.b);
        }
      }
    }
  }

  /** Returns what a register may point into. */
  Set<Object> of(Op at, int register) throws ExploreException {
    Set<Object> found = new LinkedHashSet<>();
    add(at, register, new HashSet<>(), found);
    return found;
  }

  private void add(Op at, int register, Set<Integer> seen, Set<Object> found)
      throws ExploreException {
    if (!seen.add(register)) {
      return;
    }
    if (thread.values.fixed.get(register)) {
      known(at, thread.values.template.get(register), found);
      return;
    }
    for (int from : moves.getOrDefault(register, Set.of())) {
      add(at, from, seen, found);
    }
    Op origin = origins.get(register);
    if (origin == null) {
      return;
    }
    switch (origin.kind) {
      case POINTER_ADD, CAST -> add(at, origin.a, seen, found);
      case SELECT -> {
        add(at, origin.b, seen, found);
        add(at, origin.c, seen, found);
      }
      case LOAD -> loaded(at, origin, seen, found);
      default -> throw fromMemory(at);
    }
  }

  private void known(Op at, long address, Set<Object> found) throws ExploreException {
    int object = Address.object(address);
    int piece = object - memories - 1;
    if (object >= 1 && object <= memories) {
      found.add(object - 1);
    } else if (piece >= 0 && piece < thread.pieces().size()) {
      found.add(thread.pieces().get(piece));
    } else if (object != 0) {
      throw fromMemory(at);
    }
  }

  /** A pointer that comes from private memory is any of those that are stored there. */
  private void loaded(Op at, Op load, Set<Integer> seen, Set<Object> found)
      throws ExploreException {
    if (!open.add(load)) {
      return;
    }
    boolean isPrivate = of(at, load.a).stream().allMatch(base -> base instanceof ThreadMaker.Piece);
    open.remove(load);
    if (!isPrivate) {
      throw fromMemory(at);
    }
    for (int value : stored) {
      add(at, value, seen, found);
    }
  }

  private static ExploreException fromMemory(Op at) {
    return new ExploreException(
        "a .cat file takes no accesses through pointers that come from memory",
        at.source.location());
  }
}
