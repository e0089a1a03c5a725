package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.cl.internal.memory.ImageLayout;
import dev.barnacle.cl.internal.memory.MipLevels;
import dev.barnacle.cl.internal.memory.TexelRows;
import dev.barnacle.engine.Argument;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Texels that kernels read through samplers and write one at a time ({@code cl_mem} of an image).
 * They lie in native memory row by row, slice by slice. {@link CommandQueue#images} moves them.
 */
public final class Image extends MemoryObject {
  private final ImageDescription shape;
  private final MipLevels levels;
  private final ImageLayout layout;
  private final MemorySegment texels;
  private final MemorySegment description;

  /**
   * Makes an image of texels that are there.
   *
   * @param description where {@link MipLevels#descriptionBytes} are free for what kernels read
   */
  Image(
      Context context,
      ImageDescription shape,
      MipLevels levels,
      MemorySegment texels,
      MemorySegment description,
      Runnable free,
      Set<MemoryFlag> flags,
      @Nullable MemorySegment hostPointer) {
    super(context, "image", free, flags, hostPointer);
    this.shape = shape;
    this.levels = levels;
    this.layout = levels.layout(0);
    this.texels = texels;
    this.description = description;
    levels.write(description, texels.address());
  }

  /** Returns what a texel is ({@code CL_IMAGE_FORMAT}). */
  public ImageFormat format() {
    return layout.format();
  }

  /** Returns its shape ({@code CL_MEM_TYPE}). */
  public ImageType type() {
    return shape.type();
  }

  /** Returns the bytes of a texel ({@code CL_IMAGE_ELEMENT_SIZE}). */
  public int texelBytes() {
    return layout.format().texelBytes();
  }

  /** Returns the width in texels. */
  public long width() {
    return layout.width();
  }

  /** Returns the height in texels; 0 of 1D images and their arrays. */
  public long height() {
    return type().dimensions() > 1 ? layout.height() : 0;
  }

  /** Returns the depth in texels; 0 of all but 3D images. */
  public long depth() {
    return type().dimensions() > 2 ? layout.slices() : 0;
  }

  /** Returns the number of layers; 0 of what is no array. */
  public long arraySize() {
    return type().isArray() ? layout.slices() : 0;
  }

  /** Returns the bytes from row to row. */
  public long rowPitch() {
    return layout.rowPitch();
  }

  /** Returns the bytes from slice to slice, or layer to layer; 0 where there are none. */
  public long slicePitch() {
    return type().isArray() || type().dimensions() > 2 ? layout.slicePitch() : 0;
  }

  /** Returns how many mip levels it was made with; 0 where none were asked for. */
  public int mipLevels() {
    return shape.mipLevels();
  }

  /** Returns the bytes from row to row of a mip level. */
  long rowPitch(int level) {
    return levels.layout(level).rowPitch();
  }

  /** Returns the bytes from slice to slice of a mip level; 0 where there are none. */
  long slicePitch(int level) {
    return slicePitch() == 0 ? 0 : levels.layout(level).slicePitch();
  }

  @Override
  public long byteSize() {
    return levels.count() == 1 ? layout.slices() * layout.slicePitch() : levels.byteSize();
  }

  @Override
  public Optional<MemoryObject> parent() {
    return Optional.ofNullable(shape.source());
  }

  /** Returns all of the image as a region, or of the first level of a mipmapped one. */
  public ImageRegion all() {
    return all(0);
  }

  /**
   * Returns all of a mip level as a region.
   *
   * @throws ClException {@code CL_INVALID_MIP_LEVEL} if there is no such level
   */
  public ImageRegion all(int level) {
    checkLevel(level);
    ImageLayout its = levels.layout(level);
    boolean lines = type() == ImageType.IMAGE1D_ARRAY;
    return new ImageRegion(
        0, 0, 0, its.width(), lines ? its.slices() : its.height(), lines ? 1 : its.slices(), level);
  }

  private void checkLevel(long level) {
    if (level < 0 || level >= levels.count()) {
      throw new ClException(
          ErrorCode.CL_INVALID_MIP_LEVEL,
          "mip level " + level + " of an image with " + levels.count());
    }
  }

  /**
   * Throws {@code CL_INVALID_VALUE} unless the region is in the image and not empty, and where the
   * image has no coordinate, at 0 and of size 1; {@code CL_INVALID_MIP_LEVEL} if it is of a level
   * that there is not.
   */
  void check(ImageRegion region) {
    checkLevel(region.level());
    ImageRegion all = all((int) region.level());
    if (!within(region.x(), region.width(), all.width())
        || !within(region.y(), region.height(), all.height())
        || !within(region.z(), region.depth(), all.depth())) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, region + " is not within an image with " + all);
    }
  }

  private static boolean within(long origin, long size, long limit) {
    return origin >= 0 && size >= 1 && size <= limit && origin <= limit - size;
  }

  /** Returns a region of it as rows of bytes. */
  TexelRows rows(ImageRegion region) {
    int level = (int) region.level();
    ImageLayout its = levels.layout(level);
    long step = type() == ImageType.IMAGE1D_ARRAY ? its.slicePitch() : its.rowPitch();
    long begin = region.x() * texelBytes() + region.y() * step + region.z() * its.slicePitch();
    return new TexelRows(texels, levels.begin(level) + begin, step, its.slicePitch());
  }

  /**
   * Returns rows of host memory for a region of it.
   *
   * @param rowPitch or 0 for rows that follow one another
   * @param slicePitch or 0 for slices that follow one another
   * @throws ClException {@code CL_INVALID_VALUE} if the memory is too small or the pitches are
   */
  TexelRows hostRows(MemorySegment memory, ImageRegion region, long rowPitch, long slicePitch) {
    try {
      return pitched(memory, region, rowPitch, slicePitch);
    } catch (ArithmeticException e) {
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "pitches that overflow", e);
    }
  }

  private TexelRows pitched(
      MemorySegment memory, ImageRegion region, long rowPitch, long slicePitch) {
    long dense = region.width() * texelBytes();
    long row = rowPitch == 0 ? dense : rowPitch;
    boolean layers = type() == ImageType.IMAGE1D_ARRAY;
    long step = layers && slicePitch != 0 ? slicePitch : row;
    long least = Math.multiplyExact(step, region.height());
    long slice = layers || slicePitch == 0 || slicePitch() == 0 ? least : slicePitch;
    if (row < dense || step < row || slice < least) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          "a row pitch of " + rowPitch + " and a slice pitch of " + slicePitch + " for " + region);
    }
    TexelRows rows = new TexelRows(memory, 0, step, slice);
    rows.check(dense, region);
    return rows;
  }

  /** Returns the texels, for a command that uses the image, closed by now or not. */
  MemorySegment texels() {
    return texels;
  }

  @Override
  MemorySegment contents() {
    return texels;
  }

  /** Returns the image as kernels get it. */
  Argument argument() {
    return new Argument.Image(description, texels);
  }

  /**
   * Copies all texels (of the first mip level) to memory, row after row without gaps.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it is too small
   */
  public void read(MemorySegment to) {
    try (Lifetime.Use use = lifetime().use()) {
      java.util.Objects.requireNonNull(use);
      hostAccess(false);
      TexelRows.copy(rows(all()), hostRows(to, all(), 0, 0), width() * texelBytes(), all());
    }
  }

  /**
   * Copies all texels (of the first mip level) from memory, row after row without gaps.
   *
   * @throws ClException {@code CL_INVALID_VALUE} if it is too small
   */
  public void write(MemorySegment from) {
    try (Lifetime.Use use = lifetime().use()) {
      java.util.Objects.requireNonNull(use);
      hostAccess(true);
      TexelRows.copy(hostRows(from, all(), 0, 0), rows(all()), width() * texelBytes(), all());
    }
  }

  /** Says its shape, its format and its flags. */
  @Override
  public String toString() {
    String layers = type().isArray() ? ", " + arraySize() + " layers" : "";
    String sizes =
        width() + (height() > 0 ? "x" + height() : "") + (depth() > 0 ? "x" + depth() : "");
    return type() + " of " + sizes + " texels" + layers + ", " + format() + state();
  }

  private void hostAccess(boolean writes) {
    if (writes) {
      checkMutable();
    }
    context().memory().hostAccess(writes, texels.address(), byteSize());
  }
}
