package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.TexelRows;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/**
 * The commands of a queue that move texels (OpenCL API, "Image Objects"). Regions are in texels,
 * pitches in bytes; each method returns at once.
 */
public final class ImageCommands {
  private final CommandQueue queue;

  ImageCommands(CommandQueue queue) {
    this.queue = queue;
  }

  /**
   * Enqueues a copy from an image to the host ({@code clEnqueueReadImage}).
   *
   * @param to must stay alive until the command has ended
   * @param rowPitch bytes from row to row there; 0 if they follow one another
   * @param slicePitch bytes from slice to slice, or layer to layer; 0 if they follow one another
   * @throws ClException {@code CL_INVALID_CONTEXT} if the image is of another context; {@code
   *     CL_INVALID_VALUE} if the region is not in the image, or the pitches or the memory are too
   *     small; {@code CL_INVALID_OPERATION} if the image's flags keep the host from reading
   */
  public Event read(
      Image image,
      ImageRegion region,
      MemorySegment to,
      long rowPitch,
      long slicePitch,
      List<Event> waitList) {
    return transfer(CommandType.READ_IMAGE, image, region, to, rowPitch, slicePitch, waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event read(
      Image image,
      ImageRegion region,
      MemorySegment to,
      long rowPitch,
      long slicePitch,
      Event... waitList) {
    return read(image, region, to, rowPitch, slicePitch, List.of(waitList));
  }

  /**
   * Enqueues a copy from the host to an image ({@code clEnqueueWriteImage}).
   *
   * @param from must stay alive and as it is until the command has ended
   * @throws ClException as {@link #read}
   */
  public Event write(
      Image image,
      ImageRegion region,
      MemorySegment from,
      long rowPitch,
      long slicePitch,
      List<Event> waitList) {
    return transfer(CommandType.WRITE_IMAGE, image, region, from, rowPitch, slicePitch, waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event write(
      Image image,
      ImageRegion region,
      MemorySegment from,
      long rowPitch,
      long slicePitch,
      Event... waitList) {
    return write(image, region, from, rowPitch, slicePitch, List.of(waitList));
  }

  /** Enqueues a copy between an image and memory of the host. */
  private Event transfer(
      CommandType type,
      Image image,
      ImageRegion region,
      MemorySegment memory,
      long rowPitch,
      long slicePitch,
      List<Event> waitList) {
    boolean reads = type == CommandType.READ_IMAGE;
    check(image, region);
    TexelRows host = image.hostRows(HostSegments.anyThread(memory), region, rowPitch, slicePitch);
    image.checkHostAccess(reads, !reads);
    TexelRows texels = image.rows(region);
    TexelRows from = reads ? texels : host;
    TexelRows to = reads ? host : texels;
    long rowBytes = region.width() * image.texelBytes();
    return queue.submit(
        type,
        waitList,
        c -> TexelRows.copy(from, to, rowBytes, region),
        List.of(image.lifetime()),
        AccessedRanges.copy(
            () -> from.place(rowBytes, region, !reads), () -> to.place(rowBytes, region, reads)));
  }

  /**
   * Enqueues a copy between images of one format ({@code clEnqueueCopyImage}).
   *
   * @param to takes the region at ({@code toX}, {@code toY}, {@code toZ})
   * @throws ClException {@code CL_INVALID_CONTEXT} if one is of another context; {@code
   *     CL_IMAGE_FORMAT_MISMATCH}; {@code CL_INVALID_VALUE} if the region is not in both images;
   *     {@code CL_MEM_COPY_OVERLAP} if both are one image and the regions share texels
   */
  public Event copy(
      Image from,
      ImageRegion region,
      Image to,
      long toX,
      long toY,
      long toZ,
      List<Event> waitList) {
    return copy(from, region, to, toX, toY, toZ, 0, waitList);
  }

  /**
   * Enqueues a copy to a mip level of an image, as {@link #copy(Image, ImageRegion, Image, long,
   * long, long, List)} does to the first.
   *
   * @throws ClException as there, and {@code CL_INVALID_MIP_LEVEL} if there is no such level
   */
  public Event copy(
      Image from,
      ImageRegion region,
      Image to,
      long toX,
      long toY,
      long toZ,
      long toLevel,
      List<Event> waitList) {
    return queue.submit(
        ImageWork.copy(queue.context(), from, region, to, toX, toY, toZ, toLevel), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event copy(
      Image from, ImageRegion region, Image to, long toX, long toY, long toZ, Event... waitList) {
    return copy(from, region, to, toX, toY, toZ, List.of(waitList));
  }

  /**
   * Enqueues a copy of an image's texels to a buffer, where they follow one another ({@code
   * clEnqueueCopyImageToBuffer}).
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if one is of another context; {@code
   *     CL_INVALID_VALUE} if the region is not in the image or the buffer is too small; {@code
   *     CL_INVALID_MEM_OBJECT} for the buffer that the image's texels are in
   */
  public Event copyToBuffer(
      Image from, ImageRegion region, Buffer to, long byteOffset, List<Event> waitList) {
    return queue.submit(
        ImageWork.copyToBuffer(queue.context(), from, region, to, byteOffset), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event copyToBuffer(
      Image from, ImageRegion region, Buffer to, long byteOffset, Event... waitList) {
    return copyToBuffer(from, region, to, byteOffset, List.of(waitList));
  }

  /**
   * Enqueues a copy of texels that follow one another in a buffer to an image ({@code
   * clEnqueueCopyBufferToImage}).
   *
   * @throws ClException as {@link #copyToBuffer}
   */
  public Event copyFromBuffer(
      Buffer from, long byteOffset, Image to, ImageRegion region, List<Event> waitList) {
    return queue.submit(
        ImageWork.copyFromBuffer(queue.context(), from, byteOffset, to, region), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event copyFromBuffer(
      Buffer from, long byteOffset, Image to, ImageRegion region, Event... waitList) {
    return copyFromBuffer(from, byteOffset, to, region, List.of(waitList));
  }

  /**
   * Enqueues the filling of a region with a colour ({@code clEnqueueFillImage}), which is converted
   * as by {@code write_image}.
   *
   * @param color of 16 bytes: four floats, or four ints or uints for a format of integers; it is
   *     copied now
   * @throws ClException {@code CL_INVALID_CONTEXT} if the image is of another context; {@code
   *     CL_INVALID_VALUE} if the region is not in the image
   */
  public Event fill(Image image, MemorySegment color, ImageRegion region, List<Event> waitList) {
    return queue.submit(ImageWork.fill(queue.context(), image, color, region), waitList);
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public Event fill(Image image, MemorySegment color, ImageRegion region, Event... waitList) {
    return fill(image, color, region, List.of(waitList));
  }

  /**
   * Enqueues a map of a region ({@code clEnqueueMapImage}). There is one memory, so nothing moves.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the image is of another context; {@code
   *     CL_INVALID_VALUE} if the region is not in the image or the flags don't go together; {@code
   *     CL_INVALID_OPERATION} if the image's flags keep the host from that
   */
  public ImageMapping map(
      Image image, Set<MapFlag> flags, ImageRegion region, List<Event> waitList) {
    check(image, region);
    image.checkMap(flags);
    TexelRows rows = image.rows(region);
    long rowBytes = region.width() * image.texelBytes();
    long end = rows.row(region.height() - 1, region.depth() - 1) + rowBytes;
    MemorySegment memory = image.texels().asSlice(rows.begin(), end - rows.begin());
    Event event =
        queue.submit(
            CommandType.MAP_IMAGE,
            waitList,
            c -> {},
            List.of(image.lifetime()),
            AccessedRanges.map(flags, () -> rows.place(rowBytes, region, false)));
    image.maps().add(memory.address());
    int level = (int) region.level();
    return new ImageMapping(event, memory, image.rowPitch(level), image.slicePitch(level));
  }

  /** Does the same; the events to wait for, if any, come one after the other. */
  public ImageMapping map(Image image, Set<MapFlag> flags, ImageRegion region, Event... waitList) {
    return map(image, flags, region, List.of(waitList));
  }

  private void check(Image image, ImageRegion region) {
    queue.checkContext(image.context(), "image");
    image.check(region);
  }
}
