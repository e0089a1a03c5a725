// Each work-item adds one to a sum under a lock.
// Faulty: each spins for itself; work-items that run in step never come to the release of the one that has the lock.
kernel void add_one(global atomic_int *lock, global int *sum)
{
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
  *sum += 1;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
