// --global 64 --local 16
kernel void k(global float *x)
{
  const int i = get_global_id(0);
#ifdef MENDED
  x[i] = 1.0f + (2.0f - 1.0f) * 1.5f;
#else
  x[i] = mix(1.0f, 2.0f, 1.5f);
#endif
}
