// The sum of all work-groups up to each one: a group waits for the one before it.
// Faulty: the flag is stored and loaded relaxed, which orders no access to the sum.
kernel void look_back(global const int *in, global int *prefix, global atomic_int *ready)
{
  local int sum;
  const int t = get_local_id(0), g = get_group_id(0);
  if (t == 0)
    sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t > 0)
    return;
  if (g > 0)
    while (atomic_load_explicit(&ready[g - 1], memory_order_relaxed, memory_scope_device) == 0)
      ;
  prefix[g] = sum + (g > 0 ? prefix[g - 1] : 0);
  atomic_store_explicit(&ready[g], 1, memory_order_relaxed, memory_scope_device);
}
