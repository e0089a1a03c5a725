// Each sub-group reserves its part of a scratch buffer: its first work-item does it for all.
// Mended: a sub-group barrier between the two.
kernel void use_scratch(volatile global int *next, global int *scratch, global int *out)
{
  local int begin[64];
  const uint lane = get_sub_group_local_id(), sub = get_sub_group_id();
  if (lane == 0)
    begin[sub] = atomic_add(next, (int)get_sub_group_size());
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  global int *mine = scratch + begin[sub];
  mine[lane] = lane;
  out[get_global_id(0)] = mine[lane];
}
