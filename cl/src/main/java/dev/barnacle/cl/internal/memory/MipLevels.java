package dev.barnacle.cl.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The places of a mipmapped image's levels ({@code cl_khr_mipmap_image}). They lie one after the
 * other, each half the size of the one before, rounded down. An image without mipmaps has one.
 */
public final class MipLevels {
  /** The least alignment of a level's texels, in bytes. */
  private static final long ALIGNMENT = 64;

  private final List<ImageLayout> layouts;
  private final List<Long> begins;

  private MipLevels(List<ImageLayout> layouts, List<Long> begins) {
    this.layouts = List.copyOf(layouts);
    this.begins = List.copyOf(begins);
  }

  /** An image without mipmaps. */
  public static MipLevels of(ImageLayout layout) {
    return new MipLevels(List.of(layout), List.of(0L));
  }

  /**
   * Levels whose rows follow one another.
   *
   * @param base the first one
   * @param layered whether the slices are layers, of which each level has as many
   */
  public static MipLevels of(ImageLayout base, int count, boolean layered) {
    List<ImageLayout> layouts = new ArrayList<>();
    List<Long> begins = new ArrayList<>();
    long begin = 0;
    for (int level = 0; level < count; level++) {
      long width = half(base.width(), level);
      long height = half(base.height(), level);
      long slices = layered ? base.slices() : half(base.slices(), level);
      long row = width * base.format().texelBytes();
      ImageLayout layout = new ImageLayout(base.format(), width, height, slices, row, row * height);
      layouts.add(layout);
      begins.add(begin);
      begin += Math.ceilDiv(layout.byteSize(), ALIGNMENT) * ALIGNMENT;
    }
    return new MipLevels(layouts, begins);
  }

  private static long half(long size, int level) {
    return Math.max(1, size >> level);
  }

  /** Returns how many there are. */
  public int count() {
    return layouts.size();
  }

  /** Returns how the texels of a level lie. */
  public ImageLayout layout(int level) {
    return layouts.get(level);
  }

  /** Returns where a level begins, in bytes behind the first texel. */
  public long begin(int level) {
    return begins.get(level);
  }

  /** Returns the bytes from the first texel to the end of the last level's last. */
  public long byteSize() {
    return begins.getLast() + layouts.getLast().byteSize();
  }

  /** Returns the bytes of the descriptions of all levels. */
  public long descriptionBytes() {
    return count() * ImageLayout.BYTES;
  }

  /** Writes the levels' descriptions, of an image whose texels start at {@code texels}. */
  public void write(MemorySegment to, long texels) {
    for (int level = 0; level < count(); level++) {
      layouts
          .get(level)
          .write(to.asSlice(level * ImageLayout.BYTES), texels + begin(level), count() - level);
    }
  }
}
