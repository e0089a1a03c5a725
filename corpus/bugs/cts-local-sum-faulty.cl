// The first half of a work-group sums all numbers, the second half doubles its own.
// Faulty: the sums begin with what local memory happens to hold.
kernel void sum_or_double(global const int *src, global int *dst)
{
  local int copy[32], result[32];
  const int t = get_local_id(0);
  copy[t] = src[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16)
    for (int i = 0; i < 32; i++)
      result[t] += copy[i];
  else
    result[t] = 2 * copy[t];
  dst[t] = result[t];
}
