// Each work-group hands the last number of its part to all, plus a value to start with.
// Faulty: work-item 0 finishes the result in local memory while the others read it.
kernel void last_of_group(global const int *in, int start, global int *out, local int *shared)
{
  const int t = get_local_id(0), n = get_local_size(0);
  shared[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    shared[n - 1] += start;
  out[get_global_id(0)] = t == 0 ? start : shared[n - 1];
}
