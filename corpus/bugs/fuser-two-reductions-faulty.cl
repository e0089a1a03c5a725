// Sums two arrays for each work-group, by one helper that uses one piece of local memory.
// Faulty: the helper returns before the others have read tmp[0]; the next call overwrites it.
int group_sum(int value, local int *tmp)
{
  const int t = get_local_id(0);
  tmp[t] = value;
  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < n)
      tmp[t] += tmp[t + n];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  return tmp[0];
}

kernel void sums(global const int *a, global const int *b, global int *out, local int *tmp)
{
  const int i = get_global_id(0);
  const int first = group_sum(a[i], tmp);
  const int second = group_sum(b[i], tmp);
  if (get_local_id(0) == 0) {
    out[2 * get_group_id(0)] = first;
    out[2 * get_group_id(0) + 1] = second;
  }
}
