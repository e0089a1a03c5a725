// Work-items change a variable in two branches.
// None: both do.
kernel void branches(global atomic_int *lock, global int *x)
{
  const int odd = get_global_id(0) % 2;
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
  *x += odd ? 1 : -1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
