// expected: clean
kernel void closest(global const int *distance, volatile global int *best, int n) {
  int i = get_global_id(0);
  int mine = i < n ? distance[i] : INT_MAX;
  int least = work_group_reduce_min(mine);
  if (get_local_id(0) == 0)
    atomic_min(best, least);
}
