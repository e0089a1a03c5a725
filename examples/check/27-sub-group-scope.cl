// Lesson 27: within a sub-group a sub-group barrier is enough, but there must be one; that work-items of a
// sub-group run together on some device orders nothing. Nor does a sub-group function: it has no fence.
kernel void faulty(global int *out, local int *tile)
{
  const int l = get_local_id(0);
  tile[l] = sub_group_scan_inclusive_add(l);
  out[get_global_id(0)] = tile[l ^ 1];
}

kernel void clean(global int *out, local int *tile)
{
  const int l = get_local_id(0);
  tile[l] = sub_group_scan_inclusive_add(l);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[l ^ 1];
}
