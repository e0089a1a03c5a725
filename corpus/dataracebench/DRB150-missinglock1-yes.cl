// All work-items add one under a lock.
// Race: each work-item has a lock of its own.
kernel void add_one(global atomic_int *locks, global int *x)
{
  global atomic_int *lock = locks + get_global_id(0);
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
  *x += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
