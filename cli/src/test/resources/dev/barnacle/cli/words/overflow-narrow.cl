// --global 8 --arg step=6000 --arg a=int[262144]
kernel void k(global int *a, int step)
{
#ifdef MENDED
  size_t i = get_global_id(0) * step;
#else
  short i = get_global_id(0) * step;
#endif
  a[i] = 1;
}
