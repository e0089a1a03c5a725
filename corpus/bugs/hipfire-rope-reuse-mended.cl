// Scales the vector of a work-group by its norm, then turns each pair of numbers by a quarter.
// Mended: a barrier between the read of the sum and the second use.
kernel void norm_and_turn(global float *x, local float *sdata)
{
  const int t = get_local_id(0), i = get_global_id(0), n = get_local_size(0);
  sdata[t] = x[i] * x[i];
  for (int half_size = n / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_size)
      sdata[t] += sdata[t + half_size];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float scaled = x[i] * rsqrt(sdata[0] / n + 1e-6f);
  barrier(CLK_LOCAL_MEM_FENCE);
  sdata[t] = scaled;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[i] = t % 2 ? sdata[t - 1] : -sdata[t + 1];
}
