package dev.barnacle.cl;

/** The command of an event ({@code CL_EVENT_COMMAND_TYPE}, OpenCL API, clGetEventInfo). */
public enum CommandType {
  /** {@code CL_COMMAND_NDRANGE_KERNEL}. */
  NDRANGE_KERNEL(0x11F0),
  /** {@code CL_COMMAND_TASK}. */
  TASK(0x11F1),
  /** {@code CL_COMMAND_NATIVE_KERNEL}. */
  NATIVE_KERNEL(0x11F2),
  /** {@code CL_COMMAND_READ_BUFFER}. */
  READ_BUFFER(0x11F3),
  /** {@code CL_COMMAND_WRITE_BUFFER}. */
  WRITE_BUFFER(0x11F4),
  /** {@code CL_COMMAND_COPY_BUFFER}. */
  COPY_BUFFER(0x11F5),
  /** {@code CL_COMMAND_READ_IMAGE}. */
  READ_IMAGE(0x11F6),
  /** {@code CL_COMMAND_WRITE_IMAGE}. */
  WRITE_IMAGE(0x11F7),
  /** {@code CL_COMMAND_COPY_IMAGE}. */
  COPY_IMAGE(0x11F8),
  /** {@code CL_COMMAND_COPY_IMAGE_TO_BUFFER}. */
  COPY_IMAGE_TO_BUFFER(0x11F9),
  /** {@code CL_COMMAND_COPY_BUFFER_TO_IMAGE}. */
  COPY_BUFFER_TO_IMAGE(0x11FA),
  /** {@code CL_COMMAND_MAP_BUFFER}. */
  MAP_BUFFER(0x11FB),
  /** {@code CL_COMMAND_MAP_IMAGE}. */
  MAP_IMAGE(0x11FC),
  /** {@code CL_COMMAND_UNMAP_MEM_OBJECT}. */
  UNMAP_MEM_OBJECT(0x11FD),
  /** {@code CL_COMMAND_MARKER}. */
  MARKER(0x11FE),
  /** {@code CL_COMMAND_READ_BUFFER_RECT}. */
  READ_BUFFER_RECT(0x1201),
  /** {@code CL_COMMAND_WRITE_BUFFER_RECT}. */
  WRITE_BUFFER_RECT(0x1202),
  /** {@code CL_COMMAND_COPY_BUFFER_RECT}. */
  COPY_BUFFER_RECT(0x1203),
  /** {@code CL_COMMAND_USER}. */
  USER(0x1204),
  /** {@code CL_COMMAND_BARRIER}. */
  BARRIER(0x1205),
  /** {@code CL_COMMAND_MIGRATE_MEM_OBJECTS}. */
  MIGRATE_MEM_OBJECTS(0x1206),
  /** {@code CL_COMMAND_FILL_BUFFER}. */
  FILL_BUFFER(0x1207),
  /** {@code CL_COMMAND_FILL_IMAGE}. */
  FILL_IMAGE(0x1208),
  /** {@code CL_COMMAND_SVM_FREE}. */
  SVM_FREE(0x1209),
  /** {@code CL_COMMAND_SVM_MEMCPY}. */
  SVM_MEMCPY(0x120A),
  /** {@code CL_COMMAND_SVM_MEMFILL}. */
  SVM_MEMFILL(0x120B),
  /** {@code CL_COMMAND_SVM_MAP}. */
  SVM_MAP(0x120C),
  /** {@code CL_COMMAND_SVM_UNMAP}. */
  SVM_UNMAP(0x120D),
  /** {@code CL_COMMAND_SVM_MIGRATE_MEM}. */
  SVM_MIGRATE_MEM(0x120E),
  /** {@code CL_COMMAND_COMMAND_BUFFER_KHR}. */
  COMMAND_BUFFER(0x12A8),
  /** {@code CL_COMMAND_SEMAPHORE_WAIT_KHR}. */
  SEMAPHORE_WAIT(0x2042),
  /** {@code CL_COMMAND_SEMAPHORE_SIGNAL_KHR}. */
  SEMAPHORE_SIGNAL(0x2043),
  /** {@code CL_COMMAND_MEMFILL_INTEL}. */
  MEMFILL_INTEL(0x4204),
  /** {@code CL_COMMAND_MEMCPY_INTEL}. */
  MEMCPY_INTEL(0x4205),
  /** {@code CL_COMMAND_MIGRATEMEM_INTEL}. */
  MIGRATEMEM_INTEL(0x4206),
  /** {@code CL_COMMAND_MEMADVISE_INTEL}. */
  MEMADVISE_INTEL(0x4207);

  private final int value;

  CommandType(int value) {
    this.value = value;
  }

  /** Returns the number that the C API has for it. */
  public int value() {
    return value;
  }
}
