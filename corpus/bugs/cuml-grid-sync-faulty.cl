// All work-items write, wait for each other at a barrier of the whole grid, and read what others wrote.
// Faulty: the barrier before the first work-item's release does not order the others' global writes.
kernel void exchange(global int *data, global int *out, global atomic_int *arrived)
{
  const int i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device);
    while (atomic_load_explicit(arrived, memory_order_acquire, memory_scope_device) < (int)get_num_groups(0))
      ;
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[n - 1 - i];
}
