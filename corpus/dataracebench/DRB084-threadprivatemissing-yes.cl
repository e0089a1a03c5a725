// Partial sums, added up by atomics in the end.
// Race: the partial sum is one for the work-group.
kernel void partial_sums(volatile global int *sum)
{
  local int part;
  if (get_local_id(0) == 0)
    part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  part += get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(sum, part);
}
