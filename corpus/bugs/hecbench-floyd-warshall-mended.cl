// Shortest ways between the nodes of a tile of 8 by 8, one node on the way after the other.
// Mended: a barrier at the end of each step.
kernel void shortest(global int *dist, local int *tile)
{
  const int x = get_local_id(0), y = get_local_id(1), n = 8;
  tile[y * n + x] = dist[y * n + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < n; k++) {
    const int way = tile[y * n + k] + tile[k * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (way < tile[y * n + x])
      tile[y * n + x] = way;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  dist[y * n + x] = tile[y * n + x];
}
