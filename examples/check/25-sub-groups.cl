// Lesson 25: a sub-group's barrier orders the work-items of that sub-group, and no others of the work-group.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

kernel void faulty(global int *out, local int *slot)
{
  const uint i = get_local_id(0), n = get_local_size(0);
  slot[i] = i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = slot[n - 1 - i];
}

kernel void clean(global int *out, local int *slot)
{
  const uint i = get_local_id(0), first = get_sub_group_id() * get_max_sub_group_size();
  slot[i] = i;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = slot[first + get_sub_group_size() - 1 - get_sub_group_local_id()];
}
