// expected: clean
kernel void scale4(global const float *x, global float *y, float a, int n) {
  int end = n / 4 * 4;
  for (int i = 4 * get_global_id(0); i < end; i += 4 * get_global_size(0)) {
    float4 v = vload4(0, x + i);
    vstore4(a * v, 0, y + i);
  }
  for (int i = end + get_global_id(0); i < n; i += get_global_size(0))
    y[i] = a * x[i];
}
