// The triad of the STREAM benchmark, in single precision: memory bandwidth.
kernel void triad(global float *a, global const float *b, global const float *c, uint n, float s)
{
  const size_t i = get_global_id(0);
  if (i < n)
    a[i] = b[i] + s * c[i];
}
