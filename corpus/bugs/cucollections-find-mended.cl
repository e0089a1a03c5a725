// Looks 70 keys up, a grid of 32 at a time, and writes a group's results the other way round.
// Mended: the barriers stand outside of the bounds check.
kernel void find(global const int *key, global int *out, int n, local int *buffer)
{
  const int t = get_local_id(0), size = get_local_size(0);
  for (int base = get_group_id(0) * size; base < n; base += get_global_size(0)) {
    const int idx = base + t, last = min(size, n - base) - 1;
    if (idx < n)
      buffer[t] = key[idx];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (idx < n)
      out[idx] = buffer[last - t];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
