// expected: data-race; in lines 5, 9, 10, 11
kernel void bfs_step(global const int *row_offsets, global const int *columns, global int *level,
                     global int *changed, int vertices, int depth) {
  int v = get_global_id(0);
  if (v >= vertices || level[v] != depth)
    return;
  for (int e = row_offsets[v]; e < row_offsets[v + 1]; e++) {
    int to = columns[e];
    if (level[to] < 0) {
      level[to] = depth + 1;
      *changed = 1;
    }
  }
}
