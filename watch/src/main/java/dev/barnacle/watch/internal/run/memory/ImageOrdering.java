package dev.barnacle.watch.internal.run.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last writer of each texel of an image: which work-item, where, and how many fences of image
 * memory it had executed by then. A work-item that reads what it has written itself without such a
 * fence in between need not see it (OpenCL architecture, "Memory Ordering: Fence": {@code
 * CLK_IMAGE_MEM_FENCE}). Accesses of several work-items to one texel are for the race detector; if
 * they race, the record here may be of any of them.
 */
public final class ImageOrdering {
  /** Texels of a page. */
  private static final int PAGE = 1024;

  private final int texelShift;
  private final AtomicReferenceArray<@Nullable Page> pages;

  /** The last writes of some texels: two words for each, of which 0 says that there was none. */
  private static final class Page {
    /** The work-item, by {@link #who}. */
    final long[] writers = new long[PAGE];

    /** Its fences so far, and in the low half where it wrote. */
    final long[] writes = new long[PAGE];
  }

  /**
   * Makes one where nothing has been written.
   *
   * @param byteSize of all texels
   * @param texelBytes of one: a power of two
   */
  public ImageOrdering(long byteSize, int texelBytes) {
    this.texelShift = Integer.numberOfTrailingZeros(texelBytes);
    long texels = (byteSize >>> texelShift) + 1;
    this.pages = new AtomicReferenceArray<>(Math.toIntExact(texels / PAGE + 1));
  }

  /**
   * Notes a write.
   *
   * @param fences how many fences of image memory the work-item has executed
   */
  public void write(long group, int item, int fences, long offset, int place) {
    long texel = offset >>> texelShift;
    int number = (int) (texel / PAGE);
    Page page = pages.get(number);
    if (page == null) {
      pages.compareAndSet(number, null, new Page());
      page = pages.get(number);
    }
    int at = (int) (texel % PAGE);
    page.writers[at] = who(group, item);
    page.writes[at] = (long) fences << 32 | place;
  }

  /**
   * Returns where a work-item has written a texel itself that it reads, without a fence since; -1
   * where it has not.
   */
  public int unfenced(long group, int item, int fences, long offset) {
    long texel = offset >>> texelShift;
    Page page = pages.get((int) (texel / PAGE));
    int at = (int) (texel % PAGE);
    if (page == null || page.writers[at] != who(group, item)) {
      return -1;
    }
    long write = page.writes[at];
    return write >>> 32 == fences ? (int) write : -1;
  }

  private static long who(long group, int item) {
    return (group << 20 | item) + 1;
  }
}
