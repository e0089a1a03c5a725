// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  t[get_local_id(0)] = get_local_id(0);
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#else
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  out[get_global_id(0)] = t[(get_local_id(0) + 1) % get_local_size(0)];
}
