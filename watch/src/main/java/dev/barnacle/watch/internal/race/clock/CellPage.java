package dev.barnacle.watch.internal.race.clock;

import dev.barnacle.watch.internal.race.shadow.Page;
import org.jspecify.annotations.Nullable;

/** The clock detector's record of some neighbouring bytes, in cells of one size. */
final class CellPage {
  /** Bytes of a cell, as a power of two. */
  final int shift;

  /** The content of each cell: null, a {@link PastAccess} or a {@link ShadowCell} of several. */
  final @Nullable Object[] cells;

  /** The atomic locations, by half their offset in the page; null while there are none. */
  @Nullable AtomicLocation @Nullable [] locations;

  /** True if some location is no word, so that locations may share bytes. */
  private boolean mixed;

  CellPage(int shift) {
    this.shift = shift;
    this.cells = new @Nullable Object[Page.BYTES >>> shift];
  }

  /** Returns a page with the same contents in smaller cells. */
  CellPage split(int newShift) {
    CellPage page = new CellPage(newShift);
    int parts = shift - newShift;
    for (int i = 0; i < page.cells.length; i++) {
      Object cell = cells[i >>> parts];
      page.cells[i] = cell instanceof ShadowCell several ? new ShadowCell(several) : cell;
    }
    page.locations = locations;
    page.mixed = mixed;
    return page;
  }

  /** Adds a location, which lies in the page. */
  void add(AtomicLocation location, int slot) {
    @Nullable AtomicLocation[] made = locations;
    if (made == null) {
      made = new @Nullable AtomicLocation[Page.BYTES / AtomicLocation.SMALLEST];
      locations = made;
    }
    made[slot] = location;
    mixed |= location.bytes != Integer.BYTES || location.offset % Integer.BYTES != 0;
  }

  /** Returns whether no location shares bytes with another. */
  boolean areSeparate() {
    return !mixed;
  }
}
