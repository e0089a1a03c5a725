// Work-items change a variable in two branches.
// Race: only one branch takes the lock.
kernel void branches(global atomic_int *lock, global int *x)
{
  const int odd = get_global_id(0) % 2;
  if (!odd)
    *x -= 1;
  else {
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
      ;
    *x += 1;
    atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
  }
}
