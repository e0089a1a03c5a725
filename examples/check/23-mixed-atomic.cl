// Lesson 23: one atomic side is not enough. The plain read of `faulty` conflicts with the additions of others;
// after a barrier it does not.
kernel void faulty(global int *out, local int *sum)
{
  if (get_local_id(0) == 0)
    *sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(sum, 1);
  out[get_global_id(0)] = *sum;
}

kernel void clean(global int *out, local int *sum)
{
  if (get_local_id(0) == 0)
    *sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(sum, 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = *sum;
}
