// All work-items update one variable one after the other.
// None: they take turns by a counter with release and acquire.
kernel void ordered(global int *x, global atomic_int *turn)
{
  while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) != (int)get_global_id(0))
    ;
  (*x)++;
  atomic_fetch_add_explicit(turn, 1, memory_order_release, memory_scope_device);
}
