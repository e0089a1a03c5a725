// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  t[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < get_local_size(0); s *= 2) {
#ifdef MENDED
    int sum = (int)get_local_id(0) >= s ? t[get_local_id(0)] + t[get_local_id(0) - s] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if ((int)get_local_id(0) >= s)
#ifdef MENDED
      t[get_local_id(0)] = sum;
#else
      t[get_local_id(0)] += t[get_local_id(0) - s];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[get_local_id(0)];
}
