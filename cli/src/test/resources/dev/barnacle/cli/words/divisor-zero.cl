// --global 8 --local 8 --arg n=int[8]=iota --arg out=int[8]
kernel void k(global const int *n, global int *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  out[i] = n[i] == 0 ? 0 : 100 % n[i];
#else
  out[i] = 100 % n[i];
#endif
}
