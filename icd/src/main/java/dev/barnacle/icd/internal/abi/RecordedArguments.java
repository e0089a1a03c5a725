package dev.barnacle.icd.internal.abi;

/** The arguments of each call that records a command ({@code cl_khr_command_buffer}). */
public interface RecordedArguments {
  /** Returns {@code cl_command_buffer_khr command_buffer}. */
  long commandBuffer();

  /** Returns {@code cl_command_queue command_queue}. */
  long commandQueue();

  /** Returns {@code const cl_command_properties_khr *properties}. */
  long properties();

  /** Returns {@code cl_uint num_sync_points_in_wait_list}. */
  int numSyncPointsInWaitList();

  /** Returns {@code const cl_sync_point_khr *sync_point_wait_list}. */
  long syncPointWaitList();

  /** Returns {@code cl_sync_point_khr *sync_point}. */
  long syncPoint();

  /** Returns {@code cl_mutable_command_khr *mutable_handle}. */
  long mutableHandle();
}
