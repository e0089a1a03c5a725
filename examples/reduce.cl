// A sum by tree reduction in local memory: each work-item first adds up a strided share of the numbers,
// then the group's sums are halved again and again, with a barrier between.

// partial: one sum for each work-group; a second launch with one group adds those up. scratch: a float
// for each work-item of a group. Works with any local size, a power of two or not.
kernel void reduce_sum(global const float *x, uint n, global float *partial, local float *scratch)
{
  const uint item = get_local_id(0);
  float sum = 0.0f;
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
    sum += x[i];
  scratch[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint active = get_local_size(0); active > 1;) {
    const uint half_way = (active + 1) / 2;
    if (item + half_way < active)
      scratch[item] += scratch[item + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
    active = half_way;
  }
  if (item == 0)
    partial[get_group_id(0)] = scratch[0];
}
