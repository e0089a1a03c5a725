// Lesson 9: all work-items of a group must reach the same barrier. One in a branch that only some of them
// take makes the others wait for ever, or worse. Put the barrier behind the branch.
kernel void faulty(global int *out, local int *slot)
{
  const uint i = get_local_id(0);
  if (i == 0) {
    *slot = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = i;
}

kernel void clean(global int *out, local int *slot)
{
  const uint i = get_local_id(0);
  if (i == 0)
    *slot = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = i + *slot;
}
