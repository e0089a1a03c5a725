// --global 64 --local 16
kernel void k(global int *d)
{
#ifdef MENDED
  if (get_global_id(0) == 0)
    d[0] = 7;
#else
  d[0] = 7;
#endif
}
