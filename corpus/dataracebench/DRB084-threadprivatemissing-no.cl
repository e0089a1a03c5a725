// Partial sums, added up by atomics in the end.
// None: each work-item has its own.
kernel void partial_sums(volatile global int *sum)
{
  int part = 0;
  part += get_global_id(0);
  atomic_add(sum, part);
}
