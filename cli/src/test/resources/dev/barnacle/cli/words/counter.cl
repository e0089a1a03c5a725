// --global 64 --local 16
kernel void k(global int *d)
{
#ifdef MENDED
  atomic_add(&d[0], 1);
#else
  d[0] += 1;
#endif
}
