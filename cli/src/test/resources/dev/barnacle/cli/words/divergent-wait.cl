// --global 64 --local 16 --arg t=local[64]
kernel void k(global int *out, global const int *in, local int *t)
{
  event_t e = async_work_group_copy(t, in, get_local_size(0), 0);
#ifdef MENDED
  wait_group_events(1, &e);
#else
  if (get_local_id(0) == 0)
    wait_group_events(1, &e);
#endif
  out[get_global_id(0)] = 1;
}
