package dev.barnacle.icd.internal.call;

import static dev.barnacle.icd.internal.abi.Arguments.i;
import static dev.barnacle.icd.internal.abi.Arguments.p;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Event;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageMapping;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.icd.internal.abi.Native;
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
    QueueHandle queue = Handles.queue(p(a, 0));
    Image image = image(queue, p(a, 1));
    ImageRegion region = region(image, p(a, 3), p(a, 4));
    MemorySegment host = host(p(a, 7));
    Event event =
        transfer.enqueue(
            queue.queue().images(), image, region, host, p(a, 5), p(a, 6), Commands.waitList(a, 8));
    return Commands.give(event, queue, p(a, 10), i(a, 2) != 0);
  }

  public static long enqueueFillImage(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Image image = image(queue, p(a, 1));
    BufferCommands.checkPointer(p(a, 2));
    MemorySegment color = Native.at(p(a, 2), COLOR_BYTES);
    ImageRegion region = region(image, p(a, 3), p(a, 4));
    return Commands.give(
        queue.queue().images().fill(image, color, region, Commands.waitList(a, 5)), queue, p(a, 7));
  }

  public static long enqueueCopyImage(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Image from = image(queue, p(a, 1));
    Image to = image(queue, p(a, 2));
    ImageRegion region = region(from, p(a, 3), p(a, 5));
    long[] at = origin(to, p(a, 4));
    return Commands.give(
        queue
            .queue()
            .images()
            .copy(from, region, to, at[0], at[1], at[2], at[3], Commands.waitList(a, 6)),
        queue,
        p(a, 8));
  }

  public static long enqueueCopyImageToBuffer(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Image from = image(queue, p(a, 1));
    Buffer to = BufferCommands.memory(queue, p(a, 2)).buffer();
    ImageRegion region = region(from, p(a, 3), p(a, 4));
    return Commands.give(
        queue.queue().images().copyToBuffer(from, region, to, p(a, 5), Commands.waitList(a, 6)),
        queue,
        p(a, 8));
  }

  public static long enqueueCopyBufferToImage(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Buffer from = BufferCommands.memory(queue, p(a, 1)).buffer();
    Image to = image(queue, p(a, 2));
    ImageRegion region = region(to, p(a, 4), p(a, 5));
    return Commands.give(
        queue.queue().images().copyFromBuffer(from, p(a, 3), to, region, Commands.waitList(a, 6)),
        queue,
        p(a, 8));
  }

  public static long enqueueMapImage(long a) {
    QueueHandle queue = Handles.queue(p(a, 0));
    Image image = image(queue, p(a, 1));
    ImageRegion region = region(image, p(a, 4), p(a, 5));
    long rowPitch = p(a, 6);
    long slicePitch = p(a, 7);
    boolean sliced = image.type().isArray() || image.type().dimensions() > 2;
    Set<MapFlag> flags = MapFlag.of(p(a, 3));
    if (rowPitch == 0 || (sliced && slicePitch == 0)) {
      image.checkMap(flags);
      throw new ClException(ErrorCode.CL_INVALID_VALUE, "no place for a pitch");
    }
    ImageMapping mapping =
        queue.queue().images().map(image, flags, region, Commands.waitList(a, 8));
    Native.putLong(rowPitch, mapping.rowPitch());
    if (slicePitch != 0) {
      Native.putLong(slicePitch, sliced ? mapping.slicePitch() : 0);
    }
    Commands.give(mapping.event(), queue, p(a, 10), i(a, 2) != 0);
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
