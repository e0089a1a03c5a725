package dev.barnacle.cl;

import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.queue.CommandWork;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Records commands for one queue of a {@link CommandBuffer} (OpenCL API, "Recording Commands to a
 * Command-Buffer"). The methods take what those of a queue take and check it now; in place of
 * events a command waits for recorded commands of the same command-buffer, as a list or one after
 * the other. Recording changes nothing of the queue.
 *
 * <p>All throw {@code CL_INVALID_OPERATION} once the recording has ended, and {@code
 * CL_INVALID_SYNC_POINT_WAIT_LIST_KHR} for a command of another command-buffer.
 */
public final class CommandRecorder {
  private final CommandBuffer buffer;
  private final int place;

  /**
   * Makes one.
   *
   * @param place that of the queue among the command-buffer's
   */
  CommandRecorder(CommandBuffer buffer, int place) {
    this.buffer = buffer;
    this.place = place;
  }

  /** Returns the command-buffer. */
  public CommandBuffer commandBuffer() {
    return buffer;
  }

  /** Returns the queue. */
  public CommandQueue queue() {
    return buffer.queues().get(place);
  }

  private RecordedCommand record(CommandWork work, List<RecordedCommand> waitList) {
    return buffer.record(place, work.type(), work, waitList);
  }

  private Context context() {
    buffer.checkRecording();
    return buffer.context();
  }

  /**
   * Records a launch ({@code clCommandNDRangeKernelKHR}).
   *
   * @throws ClException as {@link CommandQueue#run}
   */
  public RecordedCommand run(BoundKernel kernel, NDRange range, List<RecordedCommand> waitList) {
    CommandWork work = kernel.work(context(), range, queue().device());
    return buffer.recordLaunch(place, work, new RecordedCommand.Launch(kernel, range), waitList);
  }

  /** Does the same; the commands to wait for, if any, come one after the other. */
  public RecordedCommand run(BoundKernel kernel, NDRange range, RecordedCommand... waitList) {
    return run(kernel, range, List.of(waitList));
  }

  /**
   * Records a launch whose arguments come later, by {@link CommandBuffer#update}; until then the
   * command-buffer can't be enqueued.
   *
   * @throws ClException {@code CL_INVALID_CONTEXT} if the kernel is of another context; {@code
   *     CL_INVALID_WORK_GROUP_SIZE} if the range does not fit it
   */
  public RecordedCommand reserve(Kernel kernel, NDRange range, List<RecordedCommand> waitList) {
    BufferWork.checkContext(context(), kernel.program().context(), "kernel");
    if (!range.isEmpty()) {
      kernel.localSize(range);
    }
    return buffer.record(place, CommandType.NDRANGE_KERNEL, null, waitList);
  }

  /** Does the same; the commands to wait for, if any, come one after the other. */
  public RecordedCommand reserve(Kernel kernel, NDRange range, RecordedCommand... waitList) {
    return reserve(kernel, range, List.of(waitList));
  }

  /**
   * Records a copy between buffers ({@code clCommandCopyBufferKHR}).
   *
   * @throws ClException as {@link CommandQueue#copy}
   */
  public RecordedCommand copy(
      Buffer from,
      long fromOffset,
      Buffer to,
      long toOffset,
      long bytes,
      List<RecordedCommand> waitList) {
    return record(BufferWork.copy(context(), from, fromOffset, to, toOffset, bytes), waitList);
  }

  /** Does the same; the commands to wait for, if any, come one after the other. */
  public RecordedCommand copy(
      Buffer from,
      long fromOffset,
      Buffer to,
      long toOffset,
      long bytes,
      RecordedCommand... waitList) {
    return copy(from, fromOffset, to, toOffset, bytes, List.of(waitList));
  }

  /**
   * Records a copy of a rectangular region between buffers, or within one ({@code
   * clCommandCopyBufferRectKHR}).
   *
   * @throws ClException as {@link CommandQueue#copyRect}
   */
  public RecordedCommand copyRect(
      Buffer from,
      RectLayout fromLayout,
      Buffer to,
      RectLayout toLayout,
      RectRegion region,
      List<RecordedCommand> waitList) {
    return record(BufferWork.copyRect(context(), from, fromLayout, to, toLayout, region), waitList);
  }

  /**
   * Records the filling of a part of a buffer with a pattern ({@code clCommandFillBufferKHR}).
   *
   * @throws ClException as {@link CommandQueue#fill}
   */
  public RecordedCommand fill(
      Buffer buffer,
      MemorySegment pattern,
      long byteOffset,
      long bytes,
      List<RecordedCommand> waitList) {
    return record(BufferWork.fill(context(), buffer, pattern, byteOffset, bytes), waitList);
  }

  /** Does the same; the commands to wait for, if any, come one after the other. */
  public RecordedCommand fill(
      Buffer buffer,
      MemorySegment pattern,
      long byteOffset,
      long bytes,
      RecordedCommand... waitList) {
    return fill(buffer, pattern, byteOffset, bytes, List.of(waitList));
  }

  /**
   * Records a copy between images of one format ({@code clCommandCopyImageKHR}).
   *
   * @throws ClException as {@link ImageCommands#copy}
   */
  public RecordedCommand copyImage(
      Image from,
      ImageRegion region,
      Image to,
      long toX,
      long toY,
      long toZ,
      List<RecordedCommand> waitList) {
    return copyImage(from, region, to, toX, toY, toZ, 0, waitList);
  }

  /**
   * Records a copy to a mip level of an image.
   *
   * @throws ClException as {@link ImageCommands#copy}
   */
  public RecordedCommand copyImage(
      Image from,
      ImageRegion region,
      Image to,
      long toX,
      long toY,
      long toZ,
      long toLevel,
      List<RecordedCommand> waitList) {
    return record(ImageWork.copy(context(), from, region, to, toX, toY, toZ, toLevel), waitList);
  }

  /**
   * Records a copy of an image's texels to a buffer ({@code clCommandCopyImageToBufferKHR}).
   *
   * @throws ClException as {@link ImageCommands#copyToBuffer}
   */
  public RecordedCommand copyImageToBuffer(
      Image from, ImageRegion region, Buffer to, long byteOffset, List<RecordedCommand> waitList) {
    return record(ImageWork.copyToBuffer(context(), from, region, to, byteOffset), waitList);
  }

  /**
   * Records a copy of texels in a buffer to an image ({@code clCommandCopyBufferToImageKHR}).
   *
   * @throws ClException as {@link ImageCommands#copyFromBuffer}
   */
  public RecordedCommand copyBufferToImage(
      Buffer from, long byteOffset, Image to, ImageRegion region, List<RecordedCommand> waitList) {
    return record(ImageWork.copyFromBuffer(context(), from, byteOffset, to, region), waitList);
  }

  /**
   * Records the filling of a region of an image with a colour ({@code clCommandFillImageKHR}).
   *
   * @throws ClException as {@link ImageCommands#fill}
   */
  public RecordedCommand fillImage(
      Image image, MemorySegment color, ImageRegion region, List<RecordedCommand> waitList) {
    return record(ImageWork.fill(context(), image, color, region), waitList);
  }

  /**
   * Records a copy of shared virtual memory ({@code clCommandSVMMemcpyKHR}), of as many bytes as
   * {@code from} has.
   *
   * @throws ClException as {@link SvmCommands#copy}
   */
  public RecordedCommand copySvm(
      MemorySegment to, MemorySegment from, List<RecordedCommand> waitList) {
    return record(SvmWork.copy(CommandType.SVM_MEMCPY, context(), to, from), waitList);
  }

  /**
   * Records the filling of shared virtual memory with a pattern ({@code clCommandSVMMemFillKHR}).
   *
   * @throws ClException as {@link SvmCommands#fill}
   */
  public RecordedCommand fillSvm(
      MemorySegment to, MemorySegment pattern, List<RecordedCommand> waitList) {
    return record(SvmWork.fill(CommandType.SVM_MEMFILL, context(), to, pattern), waitList);
  }

  /**
   * Records a barrier ({@code clCommandBarrierWithWaitListKHR}): all commands of the queue that are
   * recorded behind it wait for it.
   *
   * @param waitList what it waits for; if empty, all commands recorded for the queue so far
   */
  public RecordedCommand barrier(List<RecordedCommand> waitList) {
    return record(
        new CommandWork(CommandType.BARRIER, c -> {}, List.of(), AccessedRanges.none()), waitList);
  }

  /** Does the same; the commands to wait for, if any, come one after the other. */
  public RecordedCommand barrier(RecordedCommand... waitList) {
    return barrier(List.of(waitList));
  }
}
