// All work-items add one under a lock.
// None: all have the first one.
kernel void add_one(global atomic_int *locks, global int *x)
{
  global atomic_int *lock = locks;
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
  *x += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
