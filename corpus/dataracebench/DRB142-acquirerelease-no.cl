// One work-group writes x and tells the other one so by y.
// None: write, then release.
kernel void publish(global int *x, global atomic_int *y, global int *out)
{
  if (get_group_id(0) == 0) {
    *x = 10;
    atomic_store_explicit(y, 1, memory_order_release, memory_scope_device);
  } else {
    while (atomic_load_explicit(y, memory_order_acquire, memory_scope_device) == 0)
      ;
    *out = *x;
  }
}
