// Sums the pixels of every 32 work-items, which a sub-group barrier is to keep together.
// Faulty: the 32 are several sub-groups on this device, and a sub-group barrier is one sub-group's.
kernel void cluster_sums(global const int *pixel, global int *sum, local int *part)
{
  const int t = get_local_id(0), lane = t % 32;
  part[t] = pixel[get_global_id(0)];
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (lane == 0) {
    int total = 0;
    for (int i = 0; i < 32; i++)
      total += part[t + i];
    sum[get_global_id(0) / 32] = total;
  }
}
