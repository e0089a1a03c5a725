// A sum is set to zero by one work-item, and added to by all.
// Race: the zero may come after an addition.
kernel void sum_of_ids(volatile global int *sum, global int *out)
{
  const int i = get_local_id(0);
  if (i == 0)
    *sum = 0;
  atomic_add(sum, i);
  out[i] = *sum;
}
