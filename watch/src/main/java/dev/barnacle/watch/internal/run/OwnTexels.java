package dev.barnacle.watch.internal.run;

import dev.barnacle.watch.FindingKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Which work-item has written each texel of an image last, where, and how many fences of image
 * memory it had executed by then. A work-item that reads what it has written itself without such a
 * fence in between need not see it (OpenCL architecture, "Memory Ordering: Fence": {@code
 * CLK_IMAGE_MEM_FENCE}). What several work-items do to one texel is for the race detector; where
 * these race, what is remembered here may be of any of them.
 */
final class OwnTexels {
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
  OwnTexels(long byteSize, int texelBytes) {
    this.texelShift = Integer.numberOfTrailingZeros(texelBytes);
    long texels = (byteSize >>> texelShift) + 1;
    this.pages = new AtomicReferenceArray<>(Math.toIntExact(texels / PAGE + 1));
  }

  /** Notes a write. */
  void write(WorkItem item, long offset, int place) {
    long texel = offset >>> texelShift;
    int number = (int) (texel / PAGE);
    Page page = pages.get(number);
    if (page == null) {
      pages.compareAndSet(number, null, new Page());
      page = pages.get(number);
    }
    int at = (int) (texel % PAGE);
    page.writers[at] = who(item);
    page.writes[at] = (long) item.group().imageFences(item.item) << 32 | place;
  }

  /** Tells of a read of what the work-item itself has written, unless it has fenced it since. */
  void read(WorkItem item, MemoryObject object, long offset, int bytes, int place) {
    long texel = offset >>> texelShift;
    Page page = pages.get((int) (texel / PAGE));
    int at = (int) (texel % PAGE);
    if (page == null || page.writers[at] != who(item)) {
      return;
    }
    long write = page.writes[at];
    if (write >>> 32 == item.group().imageFences(item.item)) {
      tell(item, object, offset, bytes, (int) write, place);
    }
  }

  private static long who(WorkItem item) {
    return (item.group().shape().number() << 20 | item.item) + 1;
  }

  private static void tell(
      WorkItem item, MemoryObject object, long offset, int bytes, int written, int place) {
    long group = item.group().shape().number();
    int number = item.item;
    item.faults()
        .add(
            FindingKind.MISSING_FENCE,
            place,
            () ->
                new Fault(
                    FindingKind.MISSING_FENCE,
                    "read of a texel that the work-item has written itself need not see that write",
                    List.of(
                        new Fault.Access(written, "write", group, number),
                        new Fault.Access(place, "read", group, number)),
                    Fault.Target.of(object, offset, bytes),
                    offset,
                    "no fence of image memory lies between them: without one, even what a"
                        + " work-item writes to an image itself is not surely visible to it",
                    "Put atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,"
                        + " memory_scope_work_item) between them."));
  }
}
