package dev.barnacle.explore.internal.kernel.search;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.graph.Cell;
import dev.barnacle.explore.internal.kernel.item.Execution;
import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The possible contents of memory at the end of an execution: the last write of each atomic object
 * in modification order, where several may be.
 */
final class FinalMemory {
  private final List<MemoryObject> objects;
  private final SequentialOrder order;

  /**
   * Makes one.
   *
   * @param objects what is looked at, one behind the other
   */
  FinalMemory(List<MemoryObject> objects, SequentialOrder order) {
    this.objects = objects;
    this.order = order;
  }

  /** Gives every content that the model allows, at least once, with what it decides. */
  void each(Execution x, BiConsumer<byte[], List<Cell>> found) {
    byte[] memory = plain(x);
    each(x, new ArrayList<>(x.memory().cells()), 0, memory, found);
  }

  /** Returns whether modification order can be such that the model allows an execution. */
  boolean isPossible(Execution x) {
    return order.isPossible(x, x.memory().cells());
  }

  private byte[] plain(Execution x) {
    int size = 0;
    for (MemoryObject object : objects) {
      size += (int) object.size();
    }
    byte[] memory = new byte[size];
    int at = 0;
    for (MemoryObject object : objects) {
      for (int i = 0; i < object.size(); i++) {
        memory[at++] = x.memory().get(object.number(), i);
      }
    }
    return memory;
  }

  private int position(long address) {
    int at = 0;
    for (MemoryObject object : objects) {
      if (object.number() == Address.object(address)) {
        return at + (int) Address.offset(address);
      }
      at += (int) object.size();
    }
    return -1;
  }

  private void each(
      Execution x,
      List<Cell> cells,
      int next,
      byte[] memory,
      BiConsumer<byte[], List<Cell>> found) {
    if (next == cells.size()) {
      if (order.isPossible(x, cells)) {
        found.accept(memory.clone(), cells);
      }
      return;
    }
    Cell cell = cells.get(next);
    int at = position(cell.address);
    for (int chain = 0; chain < cell.chains(); chain++) {
      if (!cell.mayBeLast(chain)) {
        continue;
      }
      if (at >= 0) {
        long value = cell.value(cell.lastOf(chain));
        for (int i = 0; i < cell.size; i++) {
          memory[at + i] = (byte) (value >> (8 * i));
        }
        cells.set(next, withLast(cell, chain));
      }
      each(x, cells, next + 1, memory, found);
      if (at < 0) {
        break; // nobody looks
      }
    }
    cells.set(next, cell);
  }

  private static Cell withLast(Cell cell, int chain) {
    Cell decided = cell.ownedBy(new Object());
    for (int i = 0; i < cell.chains(); i++) {
      if (i != chain && !decided.order(decided.lastOf(i), decided.lastOf(chain))) {
        throw new IllegalStateException("a chain that may not be last");
      }
    }
    return decided;
  }
}
