// --global 32 --local 16 --arg x=int[32] --arg t=local[64]
kernel void k(global int *x, local int *t) {
  int i = get_local_id(0);
  t[i] = i;
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE);
#else
  if (i < 8)
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  x[get_global_id(0)] = t[15 - i];
}
