// Normalises the vector of each token: partial sums of 16 work-items, then one factor for all.
// Faulty: the partial sums of the next token overwrite the factor in sw[0] that others have still to read.
kernel void normalise(global const float *q, global float *out, int tokens, local float *sw)
{
  const int t = get_local_id(0), n = get_local_size(0);
  for (int token = 0; token < tokens; token++) {
    global const float *v = q + token * n;
    if (t % 16 == 0) {
      sw[t / 16] = 0;
      for (int i = 0; i < 16; i++)
        sw[t / 16] += v[t + i] * v[t + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0)
      sw[0] = rsqrt(sw[0] + sw[1] + sw[2] + sw[3] + 1e-6f);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[token * n + t] = v[t] * sw[0];
  }
}
