// Adds up squares.
// None: a reduction for each work-group, and atomics between them.
kernel void squares(global const int *u, volatile global int *sum)
{
  const int i = get_global_id(0);
  const int part = work_group_reduce_add(u[i] * u[i]);
  if (get_local_id(0) == 0)
    atomic_add(sum, part);
}
