// expected: clean
kernel void reverse(global const float *in, global float *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[n - 1 - i] = in[i];
}
