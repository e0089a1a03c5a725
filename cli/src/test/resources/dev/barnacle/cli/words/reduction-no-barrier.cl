// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  t[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
    if ((int)get_local_id(0) < s)
      t[get_local_id(0)] += t[get_local_id(0) + s];
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
  }
  if (get_local_id(0) == 0)
    out[get_group_id(0)] = t[0];
}
