package dev.barnacle.cl;

import dev.barnacle.cl.internal.host.HostSegments;
import dev.barnacle.cl.internal.memory.AccessedRanges;
import dev.barnacle.cl.internal.memory.AccessedRanges.Place;
import dev.barnacle.cl.internal.memory.FillPattern;
import dev.barnacle.cl.internal.memory.RectCopy;
import dev.barnacle.cl.internal.queue.CommandWork;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Checks the arguments of commands on buffers that can be both enqueued and recorded. */
final class BufferWork {
  private BufferWork() {}

  /** See {@link CommandQueue#copy}. */
  static CommandWork copy(
      Context context, Buffer from, long fromOffset, Buffer to, long toOffset, long bytes) {
    checkContext(context, from.context(), "memory object");
    checkContext(context, to.context(), "memory object");
    from.checkRange(fromOffset, bytes);
    to.checkRange(toOffset, bytes);
    to.checkMutable();
    HostSegments.checkOverlap(from.address() + fromOffset, to.address() + toOffset, bytes);
    return new CommandWork(
        CommandType.COPY_BUFFER,
        c -> MemorySegment.copy(from.bytes(), fromOffset, to.bytes(), toOffset, bytes),
        List.of(from.lifetime(), to.lifetime()),
        AccessedRanges.copy(
            () -> Place.in(from.bytes(), fromOffset, bytes),
            () -> Place.in(to.bytes(), toOffset, bytes)));
  }

  /** See {@link CommandQueue#fill}. */
  static CommandWork fill(
      Context context, Buffer buffer, MemorySegment pattern, long byteOffset, long bytes) {
    checkContext(context, buffer.context(), "memory object");
    buffer.checkRange(byteOffset, bytes);
    buffer.checkMutable();
    FillPattern copy = FillPattern.of(pattern, byteOffset, bytes);
    return new CommandWork(
        CommandType.FILL_BUFFER,
        c -> copy.fill(buffer.bytes().asSlice(byteOffset, bytes)),
        List.of(buffer.lifetime()),
        AccessedRanges.write(() -> Place.in(buffer.bytes(), byteOffset, bytes)));
  }

  /** See {@link CommandQueue#copyRect}. */
  static CommandWork copyRect(
      Context context,
      Buffer from,
      RectLayout fromLayout,
      Buffer to,
      RectLayout toLayout,
      RectRegion region) {
    checkContext(context, from.context(), "memory object");
    checkContext(context, to.context(), "memory object");
    to.checkMutable();
    RectCopy copy = RectCopy.of(from.bytes(), fromLayout, to.bytes(), toLayout, region);
    if (from.equals(to)) {
      copy.checkSamePitches();
    }
    copy.checkOverlap();
    return new CommandWork(
        CommandType.COPY_BUFFER_RECT,
        c -> copy.run(),
        List.of(from.lifetime(), to.lifetime()),
        AccessedRanges.copy(
            () -> Place.of(copy.source(), false), () -> Place.of(copy.target(), false)));
  }

  /** Throws {@code CL_INVALID_CONTEXT} unless something is of a context. */
  static void checkContext(Context context, Context other, String what) {
    if (!other.equals(context)) {
      throw new ClException(ErrorCode.CL_INVALID_CONTEXT, "the " + what + " is of another context");
    }
  }
}
