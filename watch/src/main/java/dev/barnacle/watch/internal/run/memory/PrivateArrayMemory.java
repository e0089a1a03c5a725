package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.watch.internal.run.kernel.KernelFacts.PrivateArray;
import java.lang.foreign.Arena;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The private arrays of all work-items of a group. */
public final class PrivateArrayMemory {
  public static final PrivateArrayMemory NONE = new PrivateArrayMemory(null, List.of(), 0);

  private final long[] offsets;
  private final long[] sizes;
  private final long frame;
  private final long byteSize;
  private final long address;
  private final @Nullable WrittenBytes written;

  /** The arrays whose lives have ended with something written in them, for each work-item. */
  private final BitSet ended = new BitSet();

  public PrivateArrayMemory(@Nullable Arena arena, List<PrivateArray> arrays, int items) {
    this.offsets = new long[arrays.size()];
    this.sizes = new long[arrays.size()];
    long end = 0;
    for (int i = 0; i < arrays.size(); i++) {
      long alignment = Math.max(8, arrays.get(i).alignment());
      end = Math.ceilDiv(end, alignment) * alignment;
      offsets[i] = end;
      sizes[i] = arrays.get(i).byteSize();
      end += Math.max(1, sizes[i]);
    }
    this.frame = Math.ceilDiv(end, 128) * 128;
    if (arena == null || arrays.isEmpty()) {
      this.address = 0;
      this.byteSize = 0;
      this.written = null;
    } else {
      this.byteSize = Math.multiplyExact(frame, (long) items);
      this.address = arena.allocate(byteSize, 128).address();
      this.written = new WrittenBytes(byteSize);
    }
  }

  public int arrays() {
    return sizes.length;
  }

  public long size(int array) {
    return sizes[array];
  }

  /** Returns where an array of a work-item starts in the memory of all. */
  public long start(int array, int item) {
    return item * frame + offsets[array];
  }

  /** Returns the bytes of all work-items. */
  public long byteSize() {
    return byteSize;
  }

  public long address() {
    return address;
  }

  public WrittenBytes written() {
    if (written == null) {
      throw new IllegalStateException("no private memory");
    }
    return written;
  }

  /**
   * An array's life ends, or begins: it holds nothing.
   *
   * @param ends whether it ends if the array held something
   */
  public void forget(int array, int item, long bytes, boolean ends) {
    long start = start(array, item);
    ended.set(life(array, item), ends && written().any(start, bytes));
    written().clear(start, bytes);
  }

  /** Returns whether what an array held was in a life that has ended, and no other has begun. */
  public boolean hasEnded(int array, int item) {
    return ended.get(life(array, item));
  }

  private int life(int array, int item) {
    return item * sizes.length + array;
  }

  /** A group starts: nothing is written yet. */
  public void clear() {
    ended.clear();
    if (written != null) {
      written.clear();
    }
  }
}
