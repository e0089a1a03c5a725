// Lesson 2: a barrier orders the memory that its flags name. All work-items wait for each other here, yet
// CLK_LOCAL_MEM_FENCE says nothing of `data`, which is global: it needs CLK_GLOBAL_MEM_FENCE.
kernel void faulty(global int *data, global int *out)
{
  const uint base = get_group_id(0) * get_local_size(0), i = get_local_id(0), n = get_local_size(0);
  data[base + i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + i] = data[base + n - 1 - i];
}

kernel void clean(global int *data, global int *out)
{
  const uint base = get_group_id(0) * get_local_size(0), i = get_local_id(0), n = get_local_size(0);
  data[base + i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[base + i] = data[base + n - 1 - i];
}
