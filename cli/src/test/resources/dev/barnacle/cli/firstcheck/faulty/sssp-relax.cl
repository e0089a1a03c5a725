// expected: data-race; in lines 9, 10, 11
kernel void relax(global const int *offset, global const int *target, global const float *weight,
                  global float *dist, int nodes) {
  int u = get_global_id(0);
  if (u >= nodes)
    return;
  for (int e = offset[u]; e < offset[u + 1]; ++e) {
    int v = target[e];
    float d = dist[u] + weight[e];
    if (d < dist[v])
      dist[v] = d;
  }
}
