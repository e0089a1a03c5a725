// --global 64 --local 16
kernel void k(global int *out)
{
  local int t[16];
  t[get_local_id(0)] = 1;
#ifdef MENDED
  barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
#else
  barrier(CLK_GLOBAL_MEM_FENCE);
#endif
  event_t e = async_work_group_copy(out + get_group_id(0) * 16, t, 16, 0);
  wait_group_events(1, &e);
}
