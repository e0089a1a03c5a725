// --global 64 --local 32 --arg x=int[64] --arg t=local[128]
kernel void k(global int *x, local int *t) {
  int i = get_local_id(0);
  t[i] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 16; d > 0; d /= 2) {
    if (i < d) {
      int other = t[i + d];
      t[i] += other;
    }
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (i == 0)
    x[get_global_id(0)] = t[0];
}
