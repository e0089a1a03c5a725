// Counts the points of a group that make a pair with the first one; only the first n work-items look.
// Faulty: the barrier stands in the branch of those that look.
kernel void find_pairs(global const int *point, global int *pairs, int n)
{
  local int found;
  const int t = get_local_id(0);
  if (t == 0)
    found = 0;
  if (t < n) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (point[get_global_id(0)] >= point[get_global_id(0) - t])
      atomic_inc(&found);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0)
    pairs[get_group_id(0)] = found;
}
