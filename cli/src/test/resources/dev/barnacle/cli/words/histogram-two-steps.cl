// --global 64 --local 16 --arg b=int[64]
kernel void k(global int *h, global const int *b)
{
  int bin = b[get_global_id(0)] & 3;
#ifdef MENDED
  atomic_inc(&h[bin]);
#else
  int old = h[bin];
  h[bin] = old + 1;
#endif
}
