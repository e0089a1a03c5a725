package dev.barnacle.icd.internal;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.MemoryObject;
import org.jspecify.annotations.Nullable;

/** {@code cl_mem}. */
final class MemoryHandle extends Handle {
  private final MemoryObject object;
  private final ContextHandle context;
  private final Creation creation;

  /**
   * What it was made with.
   *
   * @param flags {@code CL_MEM_FLAGS}
   * @param hostPointer {@code CL_MEM_HOST_PTR}
   * @param properties {@code CL_MEM_PROPERTIES}
   * @param parent what it is a part of, or lies in, if it does
   * @param offset where in the parent it begins, in bytes
   */
  record Creation(
      long flags,
      long hostPointer,
      Properties properties,
      @Nullable MemoryHandle parent,
      long offset) {}

  MemoryHandle(MemoryObject object, ContextHandle context, Creation creation) {
    super(ErrorCode.CL_INVALID_MEM_OBJECT);
    this.object = object;
    this.context = context;
    this.creation = creation;
    hold(context);
    if (creation.parent() != null) {
      hold(creation.parent());
    }
  }

  MemoryObject object() {
    return object;
  }

  /** Returns the buffer that it is, or an error if it is none. */
  Buffer buffer() {
    if (object instanceof Buffer buffer) {
      return buffer;
    }
    throw new ClException(ErrorCode.CL_INVALID_MEM_OBJECT, "the memory object is no buffer");
  }

  /** Returns how many of its regions are mapped. */
  int mapCount() {
    return object.mapCount();
  }

  ContextHandle context() {
    return context;
  }

  Creation creation() {
    return creation;
  }

  @Override
  void free() {
    object.close();
  }
}
