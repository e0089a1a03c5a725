// options: -cl-std=CL3.0
kernel void k(global atomic_int *g, global int *p) {
  p[0] = atomic_load_explicit(g, memory_order_release);
  atomic_store_explicit(g, 1, memory_order_acquire);
}
