// expected: data-race; in lines 4, 5, 6
kernel void closest(global const float *distance, global float *best, global int *which, int n) {
  int i = get_global_id(0);
  if (i < n && distance[i] < best[0]) {
    best[0] = distance[i];
    which[0] = i;
  }
}
