// Each sub-group sums its numbers in local memory, and its first work-item writes the sum.
// Mended: a sub-group barrier behind each step.
kernel void sum(global const int *in, global int *out, local int *part)
{
  const uint t = get_local_id(0), lane = get_sub_group_local_id();
  part[t] = in[get_global_id(0)];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = get_sub_group_size() / 2; width > 0; width /= 2) {
    if (lane < width)
      part[t] += part[t + width];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0)
    out[get_global_id(0)] = part[t];
}
