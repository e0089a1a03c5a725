// Interpolates one value in each element of 32 points: products first, their sum then.
// Mended: a barrier between products and sum.
kernel void interpolate(global const float *u, global const float *weight, global float *out, local float *w)
{
  const int t = get_local_id(0), e = get_group_id(0), n = get_local_size(0);
  w[t] = u[e * n + t] * weight[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < n; i++)
      sum += w[i];
    out[e] = sum;
  }
}
