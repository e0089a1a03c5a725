// Counts the points of a group that make a pair with the first one; only the first n work-items look.
// Mended: the barrier is for all.
kernel void find_pairs(global const int *point, global int *pairs, int n)
{
  local int found;
  const int t = get_local_id(0);
  if (t == 0)
    found = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < n && point[get_global_id(0)] >= point[get_global_id(0) - t])
    atomic_inc(&found);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    pairs[get_group_id(0)] = found;
}
