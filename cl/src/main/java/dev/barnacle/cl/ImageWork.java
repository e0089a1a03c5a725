package dev.barnacle.cl;

import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.FillPattern;
import dev.barnacle.cl.internal.memory.TexelColor;
import dev.barnacle.cl.internal.memory.TexelRows;
import dev.barnacle.cl.internal.queue.CommandWork;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Checks the arguments of commands on images that can be both enqueued and recorded. */
final class ImageWork {
  private ImageWork() {}

  /** See {@link ImageCommands#copy}. */
  static CommandWork copy(
      Context context,
      Image from,
      ImageRegion region,
      Image to,
      long toX,
      long toY,
      long toZ,
      long toLevel) {
    BufferWork.checkContext(context, from.context(), "image");
    BufferWork.checkContext(context, to.context(), "image");
    if (!from.format().equals(to.format())) {
      throw new ClException(
          ErrorCode.CL_IMAGE_FORMAT_MISMATCH,
          "a copy of texels " + from.format() + " to texels " + to.format());
    }
    to.checkMutable();
    ImageRegion target = region.at(toX, toY, toZ, toLevel);
    from.check(region);
    to.check(target);
    boolean same = from.texels().address() == to.texels().address();
    if (same && region.meets(target)) {
      throw new ClException(
          ErrorCode.CL_MEM_COPY_OVERLAP, "source and destination of the copy overlap");
    }
    return move(CommandType.COPY_IMAGE, from, to, from.rows(region), to.rows(target), region);
  }

  /** See {@link ImageCommands#copyToBuffer}. */
  static CommandWork copyToBuffer(
      Context context, Image from, ImageRegion region, Buffer to, long byteOffset) {
    TexelRows target = inBuffer(context, to, byteOffset, from, region);
    to.checkMutable();
    return move(CommandType.COPY_IMAGE_TO_BUFFER, from, to, from.rows(region), target, region);
  }

  /** See {@link ImageCommands#copyFromBuffer}. */
  static CommandWork copyFromBuffer(
      Context context, Buffer from, long byteOffset, Image to, ImageRegion region) {
    TexelRows source = inBuffer(context, from, byteOffset, to, region);
    to.checkMutable();
    return move(CommandType.COPY_BUFFER_TO_IMAGE, to, from, source, to.rows(region), region);
  }

  private static CommandWork move(
      CommandType type,
      Image image,
      MemoryObject other,
      TexelRows from,
      TexelRows to,
      ImageRegion region) {
    long rowBytes = region.width() * image.texelBytes();
    return new CommandWork(
        type,
        c -> TexelRows.copy(from, to, rowBytes, region),
        List.of(image.lifetime(), other.lifetime()),
        AccessedRanges.copy(
            () -> from.place(rowBytes, region, false), () -> to.place(rowBytes, region, false)));
  }

  private static TexelRows inBuffer(
      Context context, Buffer buffer, long byteOffset, Image image, ImageRegion region) {
    BufferWork.checkContext(context, buffer.context(), "buffer");
    BufferWork.checkContext(context, image.context(), "image");
    image.check(region);
    if (image.parent().filter(buffer::equals).isPresent()) {
      throw new ClException(
          ErrorCode.CL_INVALID_MEM_OBJECT, "the image's texels are in that buffer");
    }
    long row = region.width() * image.texelBytes();
    buffer.checkRange(byteOffset, row * region.height() * region.depth());
    return new TexelRows(buffer.bytes(), byteOffset, row, row * region.height());
  }

  /** See {@link ImageCommands#fill}. */
  static CommandWork fill(Context context, Image image, MemorySegment color, ImageRegion region) {
    BufferWork.checkContext(context, image.context(), "image");
    image.check(region);
    image.checkMutable();
    if (color.byteSize() != TexelColor.BYTES) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE, "a colour of " + color.byteSize() + " bytes");
    }
    MemorySegment texel = TexelColor.texel(image.format(), color);
    TexelRows rows = image.rows(region);
    long rowBytes = region.width() * image.texelBytes();
    FillPattern pattern = FillPattern.of(texel, 0, rowBytes);
    return new CommandWork(
        CommandType.FILL_IMAGE,
        c -> fill(rows, pattern, rowBytes, region),
        List.of(image.lifetime()),
        AccessedRanges.write(() -> rows.place(rowBytes, region, false)));
  }

  /** Fills the first row, and copies it to the others. */
  private static void fill(TexelRows rows, FillPattern texel, long rowBytes, ImageRegion region) {
    MemorySegment memory = rows.memory();
    long first = rows.row(0, 0);
    texel.fill(memory.asSlice(first, rowBytes));
    for (long slice = 0; slice < region.depth(); slice++) {
      for (long row = slice == 0 ? 1 : 0; row < region.height(); row++) {
        MemorySegment.copy(memory, first, memory, rows.row(row, slice), rowBytes);
      }
    }
  }
}
