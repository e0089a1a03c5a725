// --global 2 --local 1 --arg f=int[1]
kernel void k(global int *d, global atomic_int *f, global int *out)
{
  if (get_global_id(0) == 0) {
    atomic_store_explicit(f, 1, memory_order_relaxed, memory_scope_device);
    d[0] = 1;
  } else if (atomic_load_explicit(f, memory_order_acquire, memory_scope_device)) {
    out[0] = d[0];
  }
}
