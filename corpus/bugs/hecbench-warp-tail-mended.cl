// Each work-group sums 64 numbers in local memory.
// Mended: the loop runs down to the last step, with a barrier before each.
kernel void sum(global const int *in, global int *out, local volatile int *s)
{
  const int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < n)
      s[t] += s[t + n];
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
