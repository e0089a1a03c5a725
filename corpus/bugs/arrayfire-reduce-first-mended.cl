// The last steps of a reduction, of 64 numbers a work-group.
// Mended: the branch is around the sum alone.
kernel void reduce_first(global const int *in, global int *out, local int *s)
{
  const int t = get_local_id(0);
  s[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 32; n > 0; n /= 2) {
    if (t < n)
      s[t] += s[t + n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    out[get_group_id(0)] = s[0];
}
