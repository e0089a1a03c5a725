// --global 64 --local 16
kernel void k(global int *p, global atomic_int *c, global int *out)
{
  p[get_global_id(0)] = get_global_id(0);
#ifdef MENDED
  if (atomic_fetch_add_explicit(c, 1, memory_order_acq_rel, memory_scope_device) == (int)get_global_size(0) - 1) {
#else
  if (atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_device) == (int)get_global_size(0) - 1) {
#endif
    int s = 0;
    for (int i = 0; i < (int)get_global_size(0); i++)
      s += p[i];
    out[0] = s;
  }
}
