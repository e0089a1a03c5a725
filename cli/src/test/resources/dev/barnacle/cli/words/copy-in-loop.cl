// --global 64 --local 16 --arg t=local[64]
kernel void k(global const int *in, global int *out, local int *t)
{
  int s = 0;
  for (int i = 0; i < 3; i++) {
#ifdef MENDED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    event_t e = async_work_group_copy(t, in + i * get_local_size(0), get_local_size(0), 0);
    wait_group_events(1, &e);
    s += t[(get_local_id(0) + 1) % get_local_size(0)];
  }
  out[get_global_id(0)] = s;
}
