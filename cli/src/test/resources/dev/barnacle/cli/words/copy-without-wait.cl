// --global 64 --local 16 --arg t=local[64]
kernel void k(global const int *in, global int *out, local int *t)
{
  event_t e = async_work_group_copy(t, in + get_group_id(0) * get_local_size(0), get_local_size(0), 0);
#ifdef MENDED
  wait_group_events(1, &e);
#endif
  out[get_global_id(0)] = t[get_local_id(0)];
#ifndef MENDED
  wait_group_events(1, &e);
#endif
}
