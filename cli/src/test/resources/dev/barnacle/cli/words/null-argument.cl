// --global 8 --local 8 --arg bias=null --arg out=float[8]
kernel void k(global const float *bias, global float *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  out[i] = bias ? bias[i] : 0;
#else
  out[i] = bias[i + 1];
#endif
}
