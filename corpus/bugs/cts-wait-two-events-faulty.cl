// Copies the part of each work-group to local memory and writes it back reversed.
// Faulty: wait_group_events is told of two events, and there is one.
kernel void reverse(global const int *in, global int *out, local int *s)
{
  const int t = get_local_id(0), n = get_local_size(0), base = get_group_id(0) * n;
  event_t copied = async_work_group_copy(s, in + base, n, 0);
  wait_group_events(2, &copied);
  out[base + t] = s[n - 1 - t];
}
