// Lesson 3: a barrier is one work-group's. At the edge of its group a work-item of `faulty` reads what the
// next group writes, and no barrier orders two groups: that takes a second launch, or memory of the group's own.
kernel void faulty(global int *data, global int *out)
{
  const size_t i = get_global_id(0), n = get_global_size(0);
  data[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[(i + 1) % n];
}

kernel void clean(global int *data, global int *out)
{
  const size_t i = get_global_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  data[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = data[base + (i + 1) % n];
}
