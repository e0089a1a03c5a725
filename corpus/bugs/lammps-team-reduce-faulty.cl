// Counts the neighbours of the atoms of each work-group.
// Faulty: work-items without an atom return, and the reduction of the work-group lacks them.
kernel void count_neighbours(global const int *count, int n, global int *total)
{
  const int i = get_global_id(0);
  if (i >= n)
    return;
  const int sum = work_group_reduce_add(count[i]);
  if (get_local_id(0) == 0)
    total[get_group_id(0)] = sum;
}
