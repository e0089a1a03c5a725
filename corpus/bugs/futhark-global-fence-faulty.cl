// The first work-item writes a number and says so by a flag; others take the number if they see the flag.
// Faulty: mem_fence has the scope of the work-group, and the others are in other work-groups too.
kernel void publish(global int *data, global atomic_int *flag, global int *out)
{
  const int i = get_global_id(0);
  if (i == 0) {
    *data = 42;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
  } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) {
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    out[i] = *data;
  }
}
