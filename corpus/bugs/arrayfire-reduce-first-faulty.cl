// The last steps of a reduction, of 64 numbers a work-group.
// Faulty: the barrier between the steps stands in the branch of the first 32 work-items.
kernel void reduce_first(global const int *in, global int *out, local int *s)
{
  const int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 32) {
    for (int n = 32; n > 0; n /= 2) {
      if (t < n)
        s[t] += s[t + n];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
