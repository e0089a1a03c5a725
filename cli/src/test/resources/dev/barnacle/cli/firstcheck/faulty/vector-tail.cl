// expected: out-of-bounds; in lines 4, 5
kernel void scale4(global const float *x, global float *y, float a, int n) {
  for (int i = 4 * get_global_id(0); i < n; i += 4 * get_global_size(0)) {
    float4 v = vload4(0, x + i);
    vstore4(a * v, 0, y + i);
  }
}
