// expected: out-of-bounds; in lines 4
kernel void reverse(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  out[n - 1 - i] = in[i];
}
