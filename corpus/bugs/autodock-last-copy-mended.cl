// Makes the next generation in local memory and copies it to global memory.
// Mended: wait_group_events at the end.
kernel void next_generation(global const int *genes, global int *next, local int *offspring)
{
  const int t = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  offspring[t] = genes[base + t] + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t copied = async_work_group_copy(next + base, offspring, n, 0);
  wait_group_events(1, &copied);
}
