// Each work-group leaves its carries and a flag; the next one waits for the flag and takes them.
// Mended: an atomic flag with release and acquire.
kernel void carry_shuttle(global int *carry, volatile global atomic_int *ready, global int *out)
{
  const int t = get_local_id(0), g = get_group_id(0), n = get_local_size(0);
  carry[g * n + t] = g + t;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (t == 0)
    atomic_store_explicit(&ready[g], 1, memory_order_release, memory_scope_device);
  if (g == 0)
    return;
  if (t == 0)
    while (atomic_load_explicit(&ready[g - 1], memory_order_acquire, memory_scope_device) == 0)
      ;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[g * n + t] = carry[(g - 1) * n + t];
}
