// expected: clean
kernel void bfs_step(global const int *row_offsets, global const int *columns,
                     volatile global int *level, volatile global int *changed, int vertices,
                     int depth) {
  int v = get_global_id(0);
  if (v >= vertices || atomic_add(&level[v], 0) != depth)
    return;
  for (int e = row_offsets[v]; e < row_offsets[v + 1]; e++) {
    if (atomic_cmpxchg(&level[columns[e]], -1, depth + 1) == -1)
      atomic_xchg(changed, 1);
  }
}
