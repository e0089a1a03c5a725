// Each sub-group reserves its part of a scratch buffer: its first work-item does it for all.
// Faulty: the others read where the part begins without waiting for that one.
kernel void use_scratch(volatile global int *next, global int *scratch, global int *out)
{
  local int begin[64];
  const uint lane = get_sub_group_local_id(), sub = get_sub_group_id();
  if (lane == 0)
    begin[sub] = atomic_add(next, (int)get_sub_group_size());
  global int *mine = scratch + begin[sub];
  mine[lane] = lane;
  out[get_global_id(0)] = mine[lane];
}
