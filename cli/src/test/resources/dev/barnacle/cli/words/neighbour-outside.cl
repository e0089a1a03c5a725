// --global 64 --local 16 --arg in=int[64] --arg out=int[64]
kernel void k(global const int *in, global int *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  out[i] = (i > 0 ? in[i - 1] : 0) + (i + 1 < get_global_size(0) ? in[i + 1] : 0);
#else
  out[i] = in[i - 1] + in[i + 1];
#endif
}
