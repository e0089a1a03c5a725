// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  int s = 0;
  for (int i = 0; i < 4; i++) {
    t[get_local_id(0)] = get_global_id(0) + i;
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    s += t[(get_local_id(0) + 1) % get_local_size(0)];
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  out[get_global_id(0)] = s;
}
