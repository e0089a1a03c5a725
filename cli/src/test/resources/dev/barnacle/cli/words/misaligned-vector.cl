// --global 8 --local 8 --arg in=float[64] --arg out=float[8]
kernel void k(global const float *in, global float *out)
{
  const int i = get_global_id(0);
#ifdef MENDED
  out[i] = vload4(0, in + i).x;
#else
  out[i] = (*(global const float4 *)(in + i)).x;
#endif
}
