// Each work-item adds one to a sum under a lock.
// Mended: the loop has the release in it, so that no work-item waits behind another one of its wavefront.
kernel void add_one(global atomic_int *lock, global int *sum)
{
  int done = 0;
  while (!done)
    if (!atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device)) {
      *sum += 1;
      atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
      done = 1;
    }
}
