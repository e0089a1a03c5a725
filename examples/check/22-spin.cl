// Lesson 22: a loop that waits for a flag ends only if somebody sets it. In `faulty` each of two work-items
// waits for the other before it sets its own flag. Even the other way round it would need both to run at
// once, which OpenCL does not promise: to wait for others of the group is what barriers are for.
kernel void faulty(global atomic_int *flag)
{
  const size_t other = get_global_id(0) ^ 1;
  while (atomic_load_explicit(flag + other, memory_order_acquire, memory_scope_device) == 0)
    ;
  atomic_store_explicit(flag + get_global_id(0), 1, memory_order_release, memory_scope_device);
}

kernel void clean(global atomic_int *flag)
{
  const size_t other = get_global_id(0) ^ 1;
  atomic_store_explicit(flag + get_global_id(0), 1, memory_order_relaxed, memory_scope_device);
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (atomic_load_explicit(flag + other, memory_order_relaxed, memory_scope_device) == 0)
    atomic_store_explicit(flag + other, -1, memory_order_relaxed, memory_scope_device);
}
