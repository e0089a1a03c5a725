// expected: clean
kernel void relax(global const int *offset, global const int *target, global const int *weight,
                  global const int *dist, volatile global int *next, int nodes) {
  int u = get_global_id(0);
  if (u >= nodes)
    return;
  for (int e = offset[u]; e < offset[u + 1]; ++e)
    atomic_min(&next[target[e]], dist[u] + weight[e]);
}
