package dev.barnacle.ir;

import java.util.List;

/**
 * An asynchronous copy by a work-group between local and global memory ({@code
 * async_work_group_copy} and {@code async_work_group_strided_copy}); all work-items of the group
 * come to it with the same operands: target, source, i64 count of elements, i64 target stride, i64
 * source stride (both in elements), event. The result is the event to wait for.
 */
public final class AsyncCopy extends Instruction {
  private final long elementBytes;

  /** Makes a copy of elements of {@code elementBytes} bytes. */
  public AsyncCopy(
      Value target,
      Value source,
      Value count,
      Value targetStride,
      Value sourceStride,
      Value event,
      long elementBytes) {
    super(event.type(), List.of(target, source, count, targetStride, sourceStride, event));
    this.elementBytes = elementBytes;
  }

  /** Returns the size of an element in bytes. */
  public long elementBytes() {
    return elementBytes;
  }

  @Override
  public String mnemonic() {
    return "async.copy";
  }
}
