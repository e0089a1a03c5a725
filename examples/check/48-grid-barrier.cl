// Lesson 48: a barrier across all work-groups, made of atomic operations. Groups that wait in its loop are put aside, so all
// others begin, however many there are. But to count is not enough: what was written before the barrier is there behind it only
// if whoever comes releases, and whoever goes on acquires. `faulty` counts with memory_order_relaxed.
kernel void faulty(global int *data, global atomic_int *come, global int *out)
{
  const size_t i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_fetch_add_explicit(come, 1, memory_order_relaxed, memory_scope_device);
    while (atomic_load_explicit(come, memory_order_relaxed, memory_scope_device) < get_num_groups(0))
      ;
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[n - 1 - i];
}

kernel void clean(global int *data, global atomic_int *come, global int *out)
{
  const size_t i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_fetch_add_explicit(come, 1, memory_order_acq_rel, memory_scope_device);
    while (atomic_load_explicit(come, memory_order_acquire, memory_scope_device) < get_num_groups(0))
      ;
  }
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[n - 1 - i];
}
