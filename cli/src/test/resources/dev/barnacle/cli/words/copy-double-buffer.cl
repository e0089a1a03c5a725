// --global 32 --local 16 --arg in=int[64]
kernel void k(global const int *in, global int *out)
{
  local int t[2][16];
  const int l = get_local_id(0);
  int s = 0;
  event_t e = async_work_group_copy(t[0], in, 16, 0);
  for (int i = 0; i < 4; i++) {
    wait_group_events(1, &e);
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (i < 3)
      e = async_work_group_copy(t[1 - (i & 1)], in + (i + 1) * 16, 16, 0);
    s += t[i & 1][15 - l];
  }
  out[get_global_id(0)] = s;
}
