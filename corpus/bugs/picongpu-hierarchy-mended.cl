// Each work-group counts in local memory, then adds its counts to those of all.
// Mended: they are atomic for the device.
kernel void count(global const int *energy, global atomic_int *histogram)
{
  local int bins[8];
  const int t = get_local_id(0);
  if (t < 8)
    bins[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[energy[get_global_id(0)] & 7]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 8)
    atomic_fetch_add_explicit(&histogram[t], bins[t], memory_order_relaxed, memory_scope_device);
}
