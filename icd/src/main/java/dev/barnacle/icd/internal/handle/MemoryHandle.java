package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MemoryObject;
import dev.barnacle.icd.internal.abi.Properties;
import dev.barnacle.icd.internal.record.BufferRecord;
import dev.barnacle.icd.internal.record.Records;
import org.jspecify.annotations.Nullable;

/** {@code cl_mem}. */
public final class MemoryHandle extends Handle {
  private final MemoryObject object;
  private final ContextHandle context;
  private final Creation creation;
  private final @Nullable BufferRecord record;

  /** Ends the use by launches in the shim that it was released beside. */
  private Runnable endUse = () -> {};

  /**
   * The arguments that it was made with.
   *
   * @param flags {@code CL_MEM_FLAGS}
   * @param hostPointer {@code CL_MEM_HOST_PTR}
   * @param properties {@code CL_MEM_PROPERTIES}
   * @param parent what it is a part of, or lies in, if it does
   * @param offset where in the parent it begins, in bytes
   */
  public record Creation(
      long flags,
      long hostPointer,
      Properties properties,
      @Nullable MemoryHandle parent,
      long offset) {}

  public MemoryHandle(MemoryObject object, ContextHandle context, Creation creation) {
    super(ErrorCode.CL_INVALID_MEM_OBJECT);
    this.object = object;
    this.context = context;
    this.creation = creation;
    this.record =
        Records.areUsed() && object instanceof Buffer buffer && BufferRecord.isFor(buffer)
            ? new BufferRecord(context.address(), buffer)
            : null;
    hold(context);
    if (creation.parent() != null) {
      hold(creation.parent());
    }
  }

  public MemoryObject object() {
    return object;
  }

  /** Returns the buffer that it is, or an error if it is none. */
  public Buffer buffer() {
    if (object instanceof Buffer buffer) {
      return buffer;
    }
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no buffer");
  }

  /** Returns how many of its regions are mapped. */
  public int mapCount() {
    return object.mapCount();
  }

  public ContextHandle context() {
    return context;
  }

  public Creation creation() {
    return creation;
  }

  @Override
  long record() {
    return record == null ? 0 : record.address();
  }

  @Override
  boolean retire() {
    if (record == null || !record.retire(address())) {
      return false;
    }
    endUse = object.keep();
    object.close();
    return true;
  }

  @Override
  void free() {
    object.close();
    endUse.run();
  }
}
