// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  if (get_local_id(0) == 0)
    t[0] = 5;
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = t[0];
}
