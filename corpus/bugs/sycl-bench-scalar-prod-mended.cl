// One step of a scalar product: each work-group sums its part.
// Mended: they go to an array of their own.
kernel void reduce(global int *data, global int *partial, local int *s)
{
  const int t = get_local_id(0);
  s[t] = data[get_global_id(0)];
  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < n)
      s[t] += s[t + n];
  }
  if (t == 0)
    partial[get_group_id(0)] = s[0];
}
