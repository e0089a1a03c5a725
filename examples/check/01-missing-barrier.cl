// Lesson 1: work-items of a group share local memory, but nothing orders what they do to it until they
// meet at a barrier. In `faulty` a work-item may read its neighbour's slot before the neighbour has filled it.
kernel void faulty(global int *out, local int *slot)
{
  const uint i = get_local_id(0), n = get_local_size(0);
  slot[i] = i;
  out[get_global_id(0)] = slot[n - 1 - i];
}

kernel void clean(global int *out, local int *slot)
{
  const uint i = get_local_id(0), n = get_local_size(0);
  slot[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = slot[n - 1 - i];
}
