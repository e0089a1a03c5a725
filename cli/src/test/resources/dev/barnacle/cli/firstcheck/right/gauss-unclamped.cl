// expected: clean
kernel void gauss_row(global const float *src, global float *dst, constant float *weight,
                      int n, int radius) {
  int x = get_global_id(0);
  if (x >= n)
    return;
  float sum = 0;
  for (int k = -radius; k <= radius; k++)
    sum += weight[k + radius] * src[clamp(x + k, 0, n - 1)];
  dst[x] = sum;
}
