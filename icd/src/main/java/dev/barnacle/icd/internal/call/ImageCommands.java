package dev.barnacle.icd.internal.call;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageMapping;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.icd.internal.abi.Native;
import dev.barnacle.icd.internal.entry.EnqueueCopyBufferToImage;
import dev.barnacle.icd.internal.entry.EnqueueCopyImage;
import dev.barnacle.icd.internal.entry.EnqueueCopyImageToBuffer;
import dev.barnacle.icd.internal.entry.EnqueueFillImage;
import dev.barnacle.icd.internal.entry.EnqueueMapImage;
import dev.barnacle.icd.internal.entry.EnqueueReadImage;
import dev.barnacle.icd.internal.handle.Handles;
import dev.barnacle.icd.internal.handle.QueueHandle;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/** Commands on images (OpenCL API, 5.3.2 to 5.3.5). */
public final class ImageCommands {
  public static final int COLOR_BYTES = 16;

  private ImageCommands() {}

  public static long enqueueReadImage(long a) {
    return transfer(a, dev.barnacle.cl.ImageCommands::read);
  }

  public static long enqueueWriteImage(long a) {
    return transfer(a, dev.barnacle.cl.ImageCommands::write);
  }

  /** A command between an image and host memory. */
  private interface Transfer {
    Event enqueue(
        dev.barnacle.cl.ImageCommands commands,
        Image image,
        ImageRegion region,
        MemorySegment host,
        long rowPitch,
        long slicePitch,
        List<Event> waitList);
  }

  /** Both commands have the same parameters. */
  private static long transfer(long a, Transfer transfer) {
    EnqueueReadImage call = new EnqueueReadImage(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Image image = image(queue, call.image());
    ImageRegion region = region(image, call.origin(), call.region());
    MemorySegment host = host(call.ptr());
    Event event =
        transfer.enqueue(
            queue.queue().images(),
            image,
            region,
            host,
            call.rowPitch(),
            call.slicePitch(),
            Commands.waitList(call));
    return Commands.give(event, queue, call.event(), call.blockingRead() != 0);
  }

  public static long enqueueFillImage(long a) {
    EnqueueFillImage call = new EnqueueFillImage(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Image image = image(queue, call.image());
    BufferCommands.checkPointer(call.fillColor());
    MemorySegment color = Native.at(call.fillColor(), COLOR_BYTES);
    ImageRegion region = region(image, call.origin(), call.region());
    return Commands.give(
        queue.queue().images().fill(image, color, region, Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueCopyImage(long a) {
    EnqueueCopyImage call = new EnqueueCopyImage(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Image from = image(queue, call.srcImage());
    Image to = image(queue, call.dstImage());
    ImageRegion region = region(from, call.srcOrigin(), call.region());
    long[] at = origin(to, call.dstOrigin());
    return Commands.give(
        queue
            .queue()
            .images()
            .copy(from, region, to, at[0], at[1], at[2], at[3], Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueCopyImageToBuffer(long a) {
    EnqueueCopyImageToBuffer call = new EnqueueCopyImageToBuffer(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Image from = image(queue, call.srcImage());
    Buffer to = BufferCommands.memory(queue, call.dstBuffer()).buffer();
    ImageRegion region = region(from, call.srcOrigin(), call.region());
    return Commands.give(
        queue
            .queue()
            .images()
            .copyToBuffer(from, region, to, call.dstOffset(), Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueCopyBufferToImage(long a) {
    EnqueueCopyBufferToImage call = new EnqueueCopyBufferToImage(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Buffer from = BufferCommands.memory(queue, call.srcBuffer()).buffer();
    Image to = image(queue, call.dstImage());
    ImageRegion region = region(to, call.dstOrigin(), call.region());
    return Commands.give(
        queue
            .queue()
            .images()
            .copyFromBuffer(from, call.srcOffset(), to, region, Commands.waitList(call)),
        queue,
        call.event());
  }

  public static long enqueueMapImage(long a) {
    EnqueueMapImage call = new EnqueueMapImage(a);
    QueueHandle queue = Handles.queue(call.commandQueue());
    Image image = image(queue, call.image());
    ImageRegion region = region(image, call.origin(), call.region());
    long rowPitch = call.imageRowPitch();
    long slicePitch = call.imageSlicePitch();
    boolean sliced = image.type().isArray() || image.type().dimensions() > 2;
    Set<MapFlag> flags = MapFlag.of(call.mapFlags());
    if (rowPitch == 0 || (sliced && slicePitch == 0)) {
      image.checkMap(flags);
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for a pitch");
    }
    ImageMapping mapping =
        queue.queue().images().map(image, flags, region, Commands.waitList(call));
    Native.putLong(rowPitch, mapping.rowPitch());
    if (slicePitch != 0) {
      Native.putLong(slicePitch, sliced ? mapping.slicePitch() : 0);
    }
    Commands.give(mapping.event(), queue, call.event(), call.blockingMap() != 0);
    return mapping.memory().address();
  }

  private static Image image(QueueHandle queue, long address) {
    return ImageCalls.image(BufferCommands.memory(queue, address));
  }

  public static long[] three(long address) {
    BufferCommands.checkPointer(address);
    return Native.longs(address, 3);
  }

  public static ImageRegion region(Image image, long origin, long size) {
    long[] at = origin(image, origin);
    long[] extent = three(size);
    return new ImageRegion(at[0], at[1], at[2], extent[0], extent[1], extent[2], at[3]);
  }

  /**
   * Returns an origin in an image and its mip level, which is behind the coordinates that the image
   * has ("Specifying Mipmap Levels to Image Operations").
   */
  public static long[] origin(Image image, long address) {
    long[] three = three(address);
    long[] at = {three[0], three[1], three[2], 0};
    if (image.mipLevels() > 1) {
      int behind = image.type().dimensions() + (image.type().isArray() ? 1 : 0);
      at[3] = behind < 3 ? at[behind] : Native.getLong(address + 3L * Long.BYTES);
      if (behind < 3) {
        at[behind] = 0;
      }
    }
    return at;
  }

  private static MemorySegment host(long pointer) {
    BufferCommands.checkPointer(pointer);
    return Native.at(pointer, Long.MAX_VALUE - pointer);
  }
}
