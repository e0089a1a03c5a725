// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, local int *t)
{
  t[get_local_id(0)] = get_local_id(0);
#ifdef MENDED
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  event_t e = async_work_group_copy(out + get_group_id(0) * get_local_size(0), t, get_local_size(0), 0);
  wait_group_events(1, &e);
}
