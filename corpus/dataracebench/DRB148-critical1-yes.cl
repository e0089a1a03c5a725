// One variable that two critical sections change.
// Race: each section has its lock.
void enter(global atomic_int *lock)
{
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device))
    ;
}

void leave(global atomic_int *lock)
{
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}

kernel void two_sections(global atomic_int *locks, global int *x)
{
  const int odd = get_global_id(0) % 2;
  global atomic_int *lock = locks + odd;
  enter(lock);
  if (odd)
    *x -= 2;
  else
    *x += 1;
  leave(lock);
}
