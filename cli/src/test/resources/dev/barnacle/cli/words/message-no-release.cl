// --global 2 --local 1
kernel void k(global int *d, global atomic_int *f, global int *out)
{
  if (get_global_id(0) == 0) {
    d[0] = 1;
#ifdef MENDED
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
#endif
    atomic_store_explicit(f, 1, memory_order_relaxed, memory_scope_device);
  } else {
    while (!atomic_load_explicit(f, memory_order_acquire, memory_scope_device))
      ;
    out[get_global_id(0)] = d[0];
  }
}
