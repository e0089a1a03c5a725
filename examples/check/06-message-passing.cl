// Lesson 6: a flag that says "the data is there". Relaxed atomics don't race themselves, but order nothing
// else: who sees the flag may still read old data. A release before and an acquire after make it safe.
kernel void faulty(global int *data, global atomic_int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
    out[get_global_id(0)] = *data;
  }
}

kernel void clean(global int *data, global atomic_int *flag, global int *out)
{
  if (get_global_id(0) == 0) {
    *data = 42;
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
    out[get_global_id(0)] = *data;
  }
}
