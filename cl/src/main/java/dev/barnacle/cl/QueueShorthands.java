package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;

/**
 * The part of a {@link CommandQueue} in Java's own ways: what the host reads and writes may be
 * arrays, and the events that a command waits for follow its other arguments, if there are any.
 * Each method is short for one of the queue's with a {@link MemorySegment} or a list of events, and
 * throws what that throws.
 *
 * <p>Arrays are not copied when a command is enqueued: a read has filled its array when the
 * command's event ends, and what a write takes must stay as it is until then. {@code
 * queue.read(…).waitFor()} is a blocking call.
 */
abstract sealed class QueueShorthands extends ClObject permits CommandQueue {
  /** Returns the queue that it is. */
  abstract CommandQueue self();

  /** Returns the commands for unified shared memory. */
  public UsmCommands usm() {
    return new UsmCommands(self());
  }

  /** Enqueues a kernel; see {@link CommandQueue#run(BoundKernel, NDRange, List)}. */
  public Event run(BoundKernel kernel, NDRange range, Event... waitList) {
    return self().run(kernel, range, List.of(waitList));
  }

  /** Enqueues a copy from the buffer's start to memory of the host. */
  public Event read(Buffer buffer, MemorySegment to, Event... waitList) {
    return self().read(buffer, 0, to, List.of(waitList));
  }

  /** Enqueues a copy from a buffer to memory of the host. */
  public Event read(Buffer buffer, long byteOffset, MemorySegment to, Event... waitList) {
    return self().read(buffer, byteOffset, to, List.of(waitList));
  }

  /** Enqueues a copy from memory of the host to the buffer's start. */
  public Event write(Buffer buffer, MemorySegment from, Event... waitList) {
    return self().write(buffer, 0, from, List.of(waitList));
  }

  /** Enqueues a copy from memory of the host to a buffer. */
  public Event write(Buffer buffer, long byteOffset, MemorySegment from, Event... waitList) {
    return self().write(buffer, byteOffset, from, List.of(waitList));
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, byte[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, byte[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, byte[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, byte[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, short[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, short[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, short[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, short[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, char[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, char[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, char[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, char[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, int[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, int[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, int[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, int[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, long[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, long[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, long[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, long[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, float[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, float[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, float[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, float[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Enqueues a copy from the buffer's start to all of an array. */
  public Event read(Buffer buffer, double[] to, Event... waitList) {
    return read(buffer, MemorySegment.ofArray(to), waitList);
  }

  /** Enqueues a copy from a buffer to {@code count} elements of an array, from {@code first} on. */
  public Event read(
      Buffer buffer, long byteOffset, double[] to, int first, int count, Event... waitList) {
    return read(
        buffer, byteOffset, part(MemorySegment.ofArray(to), to.length, first, count), waitList);
  }

  /** Enqueues a copy from all of an array to the buffer's start. */
  public Event write(Buffer buffer, double[] from, Event... waitList) {
    return write(buffer, MemorySegment.ofArray(from), waitList);
  }

  /**
   * Enqueues a copy from {@code count} elements of an array, from {@code first} on, to a buffer.
   */
  public Event write(
      Buffer buffer, long byteOffset, double[] from, int first, int count, Event... waitList) {
    return write(
        buffer, byteOffset, part(MemorySegment.ofArray(from), from.length, first, count), waitList);
  }

  /** Returns a part of an array of so many elements. */
  private static MemorySegment part(MemorySegment array, int length, int first, int count) {
    if (first < 0 || count < 0 || first > length - count) {
      throw new ClException(
          ErrorCode.CL_INVALID_VALUE,
          count + " elements from index " + first + " on are not within an array of " + length);
    }
    long elementBytes = length == 0 ? 0 : array.byteSize() / length;
    return array.asSlice(first * elementBytes, count * elementBytes);
  }

  /** Enqueues a copy between buffers. */
  public Event copy(
      Buffer from, long fromOffset, Buffer to, long toOffset, long bytes, Event... waitList) {
    return self().copy(from, fromOffset, to, toOffset, bytes, List.of(waitList));
  }

  /** Enqueues the filling of a part of a buffer with a pattern. */
  public Event fill(
      Buffer buffer, MemorySegment pattern, long byteOffset, long bytes, Event... waitList) {
    return self().fill(buffer, pattern, byteOffset, bytes, List.of(waitList));
  }

  /** Enqueues a copy of a rectangular region from a buffer to the host. */
  public Event readRect(
      Buffer buffer,
      RectLayout layout,
      MemorySegment to,
      RectLayout toLayout,
      RectRegion region,
      Event... waitList) {
    return self().readRect(buffer, layout, to, toLayout, region, List.of(waitList));
  }

  /** Enqueues a copy of a rectangular region from the host to a buffer. */
  public Event writeRect(
      Buffer buffer,
      RectLayout layout,
      MemorySegment from,
      RectLayout fromLayout,
      RectRegion region,
      Event... waitList) {
    return self().writeRect(buffer, layout, from, fromLayout, region, List.of(waitList));
  }

  /** Enqueues a copy of a rectangular region between buffers, or within one. */
  public Event copyRect(
      Buffer from,
      RectLayout fromLayout,
      Buffer to,
      RectLayout toLayout,
      RectRegion region,
      Event... waitList) {
    return self().copyRect(from, fromLayout, to, toLayout, region, List.of(waitList));
  }

  /** Enqueues the mapping of a part of a buffer. */
  public Mapping map(
      Buffer buffer, Set<MapFlag> flags, long byteOffset, long bytes, Event... waitList) {
    return self().map(buffer, flags, byteOffset, bytes, List.of(waitList));
  }

  /** Enqueues the end of a mapping. */
  public Event unmap(MemoryObject object, long address, Event... waitList) {
    return self().unmap(object, address, List.of(waitList));
  }

  /** Enqueues the migration of memory objects to the queue's device. */
  public Event migrate(List<? extends MemoryObject> objects, Event... waitList) {
    return self().migrate(objects, List.of(waitList));
  }

  /** Enqueues a function of the program. */
  public Event call(Runnable function, List<? extends MemoryObject> uses, Event... waitList) {
    return self().call(function, uses, List.of(waitList));
  }

  /** Enqueues a command that does nothing; without events it waits for all commands before it. */
  public Event marker(Event... waitList) {
    return self().marker(List.of(waitList));
  }

  /** Enqueues a marker for which all commands behind it wait. */
  public Event barrier(Event... waitList) {
    return self().barrier(List.of(waitList));
  }
}
