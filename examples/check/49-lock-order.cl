// Lesson 49: work-items of a sub-group, of a work-group or of different ones may wait for each other's locks here, as one that
// waits is put aside. But two of which each holds a lock that the other one wants wait for ever: in `faulty` each locks its own
// account first, and its partner's then. `clean` locks that with the lower number first.
void lock(global atomic_int *l)
{
  while (atomic_exchange_explicit(l, 1, memory_order_acquire, memory_scope_device) != 0)
    ;
}

void unlock(global atomic_int *l)
{
  atomic_store_explicit(l, 0, memory_order_release, memory_scope_device);
}

kernel void faulty(global atomic_int *locks, global int *coins)
{
  const int own = get_global_id(0), other = get_global_size(0) - 1 - own;
  lock(locks + own);
  lock(locks + other);
  coins[own]--;
  coins[other]++;
  unlock(locks + other);
  unlock(locks + own);
}

kernel void clean(global atomic_int *locks, global int *coins)
{
  const int own = get_global_id(0), other = get_global_size(0) - 1 - own;
  lock(locks + min(own, other));
  lock(locks + max(own, other));
  coins[own]--;
  coins[other]++;
  unlock(locks + other);
  unlock(locks + own);
}
