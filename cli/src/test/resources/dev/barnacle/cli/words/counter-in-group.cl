// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  if (get_local_id(0) == 0)
    t[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#ifdef MENDED
  atomic_add(&t[0], 1);
#else
  t[0]++;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[0];
}
