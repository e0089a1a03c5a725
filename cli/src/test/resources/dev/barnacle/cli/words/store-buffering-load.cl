// --global 2 --local 1
kernel void k(global int *d, global atomic_int *x, global atomic_int *y)
{
  if (get_global_id(0) == 0) {
    atomic_store_explicit(x, 1, memory_order_seq_cst, memory_scope_device);
    if (atomic_load_explicit(y, memory_order_seq_cst, memory_scope_device) == 0)
      d[0] = 1;
  } else {
    atomic_store_explicit(y, 1, memory_order_seq_cst, memory_scope_device);
#ifdef MENDED
    if (atomic_load_explicit(x, memory_order_seq_cst, memory_scope_device) == 0)
#else
    if (atomic_load_explicit(x, memory_order_acquire, memory_scope_device) == 0)
#endif
      d[0] = 2;
  }
}
