package dev.barnacle.watch.internal.run.exec;

/**
 * A fence of asynchronous copies ({@code cl_khr_async_work_group_copy_fence}).
 *
 * @param flags the memories that it orders, as {@code CLK_LOCAL_MEM_FENCE} and the like
 */
record CopyFence(int flags, int place) implements CopyCall {
  @Override
  public boolean isAs(CopyCall other) {
    return equals(other);
  }
}
