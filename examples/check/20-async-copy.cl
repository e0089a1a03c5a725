// Lesson 20: an asynchronous copy runs beside the work-items until its event has been waited for.
kernel void faulty(global const int *in, global int *out, local int *tile)
{
  const uint n = get_local_size(0), i = get_local_id(0);
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * n, n, 0);
  out[get_global_id(0)] = tile[n - 1 - i];
  wait_group_events(1, &copied);
}

kernel void clean(global const int *in, global int *out, local int *tile)
{
  const uint n = get_local_size(0), i = get_local_id(0);
  event_t copied = async_work_group_copy(tile, in + get_group_id(0) * n, n, 0);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = tile[n - 1 - i];
}
