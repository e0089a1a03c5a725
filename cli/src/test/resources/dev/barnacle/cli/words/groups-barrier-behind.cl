// --global 64 --local 16
kernel void k(global int *d, global atomic_int *c, global int *out)
{
  d[get_global_id(0)] = get_global_id(0);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    atomic_fetch_add_explicit(c, 1, memory_order_acq_rel, memory_scope_device);
    while (atomic_load_explicit(c, memory_order_acquire, memory_scope_device) < (int)get_num_groups(0))
      ;
  }
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#else
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = d[(get_global_id(0) + get_local_size(0)) % get_global_size(0)];
}
