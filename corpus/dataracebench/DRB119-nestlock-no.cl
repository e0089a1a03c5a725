// Two variables under a lock.
// None: both are changed under it.
kernel void locked(global atomic_int *lock, global int *a, global int *b)
{
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
  *a += 1;
  *b += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
