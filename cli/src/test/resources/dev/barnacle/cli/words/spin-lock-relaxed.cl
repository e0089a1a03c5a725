// --global 8 --local 1
#ifdef MENDED
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#else
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#endif
kernel void k(global atomic_int *lock, global int *sum, global int *n)
{
  int i = get_global_id(0);
  while (atomic_exchange_explicit(lock, 1, ACQUIRE, memory_scope_device))
    ;
  *sum += i;
  n[0] = n[0] + 1;
  n[1] = i;
  atomic_store_explicit(lock, 0, RELEASE, memory_scope_device);
}
