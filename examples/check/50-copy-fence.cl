// Lesson 50: a copy out of local memory may begin before the copy into it has ended, although it is called later. Only a
// wait for the first one, or a fence of copies between them (cl_khr_async_work_group_copy_fence), orders them.
kernel void faulty(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 64, 0);
  e = async_work_group_copy(out, tile, 64, e);
  wait_group_events(1, &e);
}

kernel void clean(global const int *in, global int *out, local int *tile) {
  event_t e = async_work_group_copy(tile, in, 64, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out, tile, 64, e);
  wait_group_events(1, &e);
}
