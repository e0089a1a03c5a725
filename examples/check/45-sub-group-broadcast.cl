// Lesson 45: a non-uniform sub-group function is executed by those work-items that come to it together. A broadcast in
// a branch must name one that took the branch too (cl_khr_subgroup_ballot); the first of them is always there.
kernel void faulty(global int *out)
{
  const int i = get_local_id(0);
  int common = 0;
  if (i % 4 != 0)
    common = sub_group_non_uniform_broadcast(i, 0);
  out[get_global_id(0)] = common;
}

kernel void clean(global int *out)
{
  const int i = get_local_id(0);
  int common = 0;
  if (i % 4 != 0)
    common = sub_group_broadcast_first(i);
  out[get_global_id(0)] = common;
}
