// Turns each number by its angle, and keeps the cosines for the next layer if that is asked for.
// Mended: they are kept only if they are asked for.
kernel void rotary(global const float *x, global float *out, global float *cosines, int keep)
{
  const int i = get_global_id(0);
  const float c = cos(0.1f * i);
  if (keep)
    cosines[i] = c;
  out[i] = x[i] * c;
}
