// Lesson 10: the guard `if (i >= n) return;` is fine until the kernel has a barrier: those that have returned
// never come to it. Guard the accesses instead.
kernel void faulty(global int *out, uint n, local int *slot)
{
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  slot[get_local_id(0)] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = slot[0];
}

kernel void clean(global int *out, uint n, local int *slot)
{
  const size_t i = get_global_id(0);
  slot[get_local_id(0)] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n)
    out[i] = slot[0];
}
