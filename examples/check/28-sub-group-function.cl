// Lesson 28: all work-items of a sub-group must call a sub-group function, and at the same place; other
// sub-groups need not. So a branch on the sub-group's id is fine, one on the work-item's is not.
kernel void faulty(global int *out)
{
  const int i = get_local_id(0);
  int sum = 0;
  if (i < 5)
    sum = sub_group_reduce_add(i);
  out[get_global_id(0)] = sum;
}

kernel void clean(global int *out)
{
  const int i = get_local_id(0);
  int sum = 0;
  if (get_sub_group_id() == 0)
    sum = sub_group_reduce_add(i < 5 ? i : 0);
  out[get_global_id(0)] = sum;
}
