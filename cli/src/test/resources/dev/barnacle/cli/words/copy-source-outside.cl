// --global 64 --local 16 --arg in=int[256]
#ifdef MENDED
#define STRIDE 4
#else
#define STRIDE 5
#endif
kernel void k(global const int *in, global int *out)
{
  local int t[16];
  event_t e =
      async_work_group_strided_copy(t, in + get_group_id(0) * 16 * STRIDE, 16, STRIDE, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = t[get_local_id(0)];
}
