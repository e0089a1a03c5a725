// Lesson 25: all work-items of a group must call a group function (work_group_reduce_add, …), as they
// must a barrier, and at the same place. Unlike a barrier it orders no memory.
kernel void faulty(global int *out)
{
  const int i = get_local_id(0);
  int sum = 0;
  if (i % 2 == 0)
    sum = work_group_reduce_add(i);
  out[get_global_id(0)] = sum;
}

kernel void clean(global int *out)
{
  const int i = get_local_id(0);
  const int sum = work_group_reduce_add(i % 2 == 0 ? i : 0);
  out[get_global_id(0)] = sum;
}
