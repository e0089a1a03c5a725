// --global 4 --local 2
kernel void k(global float *out, float first)
{
#ifdef MENDED
  float4 v = 0.0f;
#else
  float4 v;
#endif
  v.x = first;
  out[get_global_id(0)] = v.y;
}
