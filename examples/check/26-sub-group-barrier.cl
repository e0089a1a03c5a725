// Lesson 26: a sub-group barrier is one sub-group's: it orders nothing between work-items of different
// sub-groups, whatever its memory scope. Here each work-item reads what one of the next sub-group wrote.
kernel void faulty(global int *out, local int *tile)
{
  const int l = get_local_id(0);
  const int other = (l + get_max_sub_group_size()) % get_local_size(0);
  tile[l] = l;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  out[get_global_id(0)] = tile[other];
}

kernel void clean(global int *out, local int *tile)
{
  const int l = get_local_id(0);
  const int other = (l + get_max_sub_group_size()) % get_local_size(0);
  tile[l] = l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[other];
}
