// All work-items add one under the lock of their work-group.
// Race: the lock is local, the variable is not.
kernel void critical(global int *x)
{
  local atomic_int lock;
  if (get_local_id(0) == 0)
    atomic_init(&lock, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire, memory_scope_work_group))
    ;
  *x += 1;
  atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
}
