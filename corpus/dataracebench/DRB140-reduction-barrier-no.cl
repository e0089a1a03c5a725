// A sum is set to zero by one work-item, and added to by all.
// None: a barrier between the two, and one before the result is used.
kernel void sum_of_ids(volatile global int *sum, global int *out)
{
  const int i = get_local_id(0);
  if (i == 0)
    *sum = 0;
  barrier(CLK_GLOBAL_MEM_FENCE);
  atomic_add(sum, i);
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = *sum;
}
