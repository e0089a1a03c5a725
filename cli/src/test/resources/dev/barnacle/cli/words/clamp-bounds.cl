// --global 64 --local 16
kernel void k(global int *x)
{
  const int i = get_global_id(0);
#ifdef MENDED
  x[i] = clamp(x[i], 0, 100);
#else
  x[i] = clamp(x[i], 100, 0);
#endif
}
