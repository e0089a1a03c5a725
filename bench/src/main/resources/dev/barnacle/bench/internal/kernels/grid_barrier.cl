// All work-groups meet at a barrier, round after round: one of each counts itself in, in `come`, and waits in a loop until all
// have come. There are many more groups than threads. Only platforms with forward progress of work-groups end it.
kernel void grid_barrier(global uint *a, global uint *b, uint rounds, global atomic_uint *come)
{
  const size_t i = get_global_id(0), n = get_global_size(0);
  const uint groups = get_num_groups(0);
  for (uint r = 0; r < rounds; r++) {
    global const uint *from = r % 2 == 0 ? a : b;
    global uint *to = r % 2 == 0 ? b : a;
    to[i] = 3 * from[(i + n / 2 + 1) % n] + r;
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
      const uint before = atomic_fetch_add_explicit(come, 1, memory_order_acq_rel, memory_scope_device);
      const uint all = (before / groups + 1) * groups;
      while (atomic_load_explicit(come, memory_order_acquire, memory_scope_device) < all)
        ;
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
