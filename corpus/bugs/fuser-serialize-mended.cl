// The work-groups add their parts to the sums one after the other, each when it is its turn.
// Mended: with a release.
kernel void split_k(global const int *part, global int *sum, global atomic_int *turn)
{
  const int t = get_local_id(0), g = get_group_id(0);
  if (t == 0)
    while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) != g)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  sum[t] += part[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    atomic_store_explicit(turn, g + 1, memory_order_release, memory_scope_device);
}
