package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.icd.internal.abi.Native;
import java.util.ArrayList;
import java.util.List;

/** The objects of handles, by what they should be: each class has its own error. */
public final class Handles {
  private Handles() {}

  /** Returns the object of a handle of a certain class, or throws the error for another. */
  public static <T extends Handle> T get(long address, Class<T> type, ErrorCode invalid) {
    Handle found = HandleTable.find(address);
    if (!type.isInstance(found)) {
      throw new ClException(
          invalid, "no " + type.getSimpleName() + ": " + Long.toHexString(address));
    }
    return type.cast(found);
  }

  public static DeviceHandle device(long address) {
    return get(address, DeviceHandle.class, ErrorCode.CL_INVALID_DEVICE);
  }

  public static ContextHandle context(long address) {
    return get(address, ContextHandle.class, ErrorCode.CL_INVALID_CONTEXT);
  }

  public static QueueHandle queue(long address) {
    return get(address, QueueHandle.class, ErrorCode.CL_INVALID_COMMAND_QUEUE);
  }

  /**
   * Returns a queue of the host or on the device.
   *
   * @throws ClException {@code CL_INVALID_COMMAND_QUEUE} if it is none
   */
  public static CommandQueueHandle anyQueue(long address) {
    return get(address, CommandQueueHandle.class, ErrorCode.CL_INVALID_COMMAND_QUEUE);
  }

  public static MemoryHandle memory(long address) {
    return get(address, MemoryHandle.class, ErrorCode.CL_INVALID_MEM_OBJECT);
  }

  public static SamplerHandle sampler(long address) {
    return get(address, SamplerHandle.class, ErrorCode.CL_INVALID_SAMPLER);
  }

  public static ProgramHandle program(long address) {
    return get(address, ProgramHandle.class, ErrorCode.CL_INVALID_PROGRAM);
  }

  public static KernelHandle kernel(long address) {
    return get(address, KernelHandle.class, ErrorCode.CL_INVALID_KERNEL);
  }

  public static EventHandle event(long address) {
    return get(address, EventHandle.class, ErrorCode.CL_INVALID_EVENT);
  }

  /** Reads an array of handles; so many as half of the addresses can't be. */
  public static <T extends Handle> List<T> list(
      long array, int count, Class<T> type, ErrorCode invalid) {
    if (count < 0) {
      throw new ClException(invalid, Integer.toUnsignedString(count) + " objects");
    }
    List<T> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      all.add(get(Native.getLong(array + 8L * i), type, invalid));
    }
    return all;
  }
}
