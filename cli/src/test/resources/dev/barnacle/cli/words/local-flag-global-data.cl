// --global 4 --local 2
kernel void k(global int *d, global int *out)
{
  local atomic_int f;
  if (get_local_id(0) == 0) {
    atomic_init(&f, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    d[get_group_id(0)] = 1;
#ifdef MENDED
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
#endif
    atomic_store_explicit(&f, 1, memory_order_release, memory_scope_work_group);
  } else {
    while (!atomic_load_explicit(&f, memory_order_acquire, memory_scope_work_group))
      ;
#ifdef MENDED
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
#endif
    out[get_global_id(0)] = d[get_group_id(0)];
  }
}
