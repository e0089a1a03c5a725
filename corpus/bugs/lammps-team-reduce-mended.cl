// Counts the neighbours of the atoms of each work-group.
// Mended: they take part with a zero.
kernel void count_neighbours(global const int *count, int n, global int *total)
{
  const int i = get_global_id(0);
  const int sum = work_group_reduce_add(i < n ? count[i] : 0);
  if (get_local_id(0) == 0)
    total[get_group_id(0)] = sum;
}
