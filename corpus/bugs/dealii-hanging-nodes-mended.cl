// Replaces each odd node by the mean of its two neighbours, in local memory.
// Mended: all read, then comes a barrier, then all write.
kernel void interpolate(global float *nodes, local float *v)
{
  const int t = get_local_id(0), n = get_local_size(0);
  v[t] = nodes[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float mean = (v[max(t - 1, 0)] + v[min(t + 1, n - 1)]) / 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t % 2 == 1)
    v[t] = mean;
  barrier(CLK_LOCAL_MEM_FENCE);
  nodes[get_global_id(0)] = v[t];
}
