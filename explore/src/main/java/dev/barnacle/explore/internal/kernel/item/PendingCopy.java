package dev.barnacle.explore.internal.kernel.item;

import dev.barnacle.explore.internal.kernel.code.Address;
import dev.barnacle.explore.internal.kernel.code.Op;
import java.util.BitSet;
import java.util.List;

/**
 * An asynchronous copy by a work-group that nobody has waited for yet.
 *
 * @param op the operation
 * @param event the event to wait for
 * @param target where the elements go to
 * @param source where they come from
 * @param toLocal whether it writes local memory and reads global memory
 * @param fences the fences of copies before it
 */
record PendingCopy(Op op, long event, Side target, Side source, boolean toLocal, Fences fences) {
  /**
   * The asynchronous copies of a work-group (OpenCL C, "Async Copies from Global to Local Memory,
   * Local to Global Memory, and Prefetch"). Never changed once made, but for the agent by the
   * execution that owns it.
   *
   * @param agent who accesses memory for them, behind the group's work-items: barriers order what
   *     it has done before what the work-items do then, and the other way round
   * @param pending those that nobody has waited for
   * @param events how many events there are
   * @param fences the fences of copies so far
   */
  record Group(Item agent, List<PendingCopy> pending, long events, Fences fences) {
    /** Makes those of a group that has not begun. */
    static Group none(Item agent) {
      return new Group(agent, List.of(), 0, new Fences(0, 0));
    }

    Group with(Item owned) {
      return new Group(owned, pending, events, fences);
    }
  }

  /** No copy has more elements: local memory has fewer bytes. */
  private static final long MOST_ELEMENTS = 1 << 20;

  /** Offsets of bytes that may overlap lie below this. */
  private static final long MOST_OFFSET = 1L << 30;

  /**
   * Elements of memory.
   *
   * @param address the first one's
   * @param stride bytes from one to the next
   * @param count how many there are
   * @param bytes the bytes of each
   */
  record Side(long address, long stride, long count, int bytes) {
    static Side of(long address, long stride, long count, int bytes) {
      long most = Long.compareUnsigned(count, MOST_ELEMENTS) > 0 ? MOST_ELEMENTS : count;
      return new Side(address, stride * bytes, most, bytes);
    }

    long at(long element) {
      return address + element * stride;
    }

    private BitSet all() {
      BitSet set = new BitSet();
      for (long i = 0; i < count; i++) {
        long offset = Address.offset(at(i));
        if (offset >= 0 && offset < MOST_OFFSET) {
          set.set((int) offset, (int) offset + bytes);
        }
      }
      return set;
    }

    boolean overlaps(Side other) {
      return Address.object(address) == Address.object(other.address)
          && all().intersects(other.all());
    }
  }

  /**
   * The numbers of fences of copies that a group has executed, for each memory that they order.
   *
   * @param local those with {@code CLK_LOCAL_MEM_FENCE}
   * @param global those with {@code CLK_GLOBAL_MEM_FENCE}
   */
  record Fences(int local, int global) {
    private static final int LOCAL = 1;
    private static final int GLOBAL = 2;

    Fences and(long flags) {
      return new Fences(
          local + ((flags & LOCAL) == 0 ? 0 : 1), global + ((flags & GLOBAL) == 0 ? 0 : 1));
    }

    boolean isBefore(Fences later, boolean inLocal) {
      return inLocal ? local < later.local : global < later.global;
    }
  }

  /** Returns whether this and an earlier copy access the same bytes, one to write, in any order. */
  boolean races(PendingCopy earlier) {
    return meets(true, earlier, true) || meets(true, earlier, false) || meets(false, earlier, true);
  }

  private boolean meets(boolean writes, PendingCopy earlier, boolean earlierWrites) {
    boolean inLocal = writes == toLocal;
    return inLocal == (earlierWrites == earlier.toLocal)
        && !earlier.fences.isBefore(fences, inLocal)
        && (writes ? target : source).overlaps(earlierWrites ? earlier.target : earlier.source);
  }
}
