// Lesson 22: a loop that waits for a flag ends only if somebody sets it. In `faulty` the one who should is
// behind a loop of its own; and no rule makes a device run the others in the meantime, so that even `clean`
// waits only for what stands earlier in its own work-item.
kernel void faulty(global atomic_int *flag)
{
  const size_t other = get_global_id(0) ^ 1;
  while (atomic_load_explicit(flag + other, memory_order_acquire, memory_scope_device) == 0)
    ;
  atomic_store_explicit(flag + get_global_id(0), 1, memory_order_release, memory_scope_device);
}

kernel void clean(global atomic_int *flag)
{
  atomic_store_explicit(flag + get_global_id(0), 1, memory_order_release, memory_scope_device);
  while (atomic_load_explicit(flag + get_global_id(0), memory_order_acquire, memory_scope_device) == 0)
    ;
}
