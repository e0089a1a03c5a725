// expected: clean
kernel void pagerank(global const int *in_ptr, global const int *in_idx,
                     global const int *out_degree, global const float *rank,
                     global float *next, int n, float damping) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  float sum = 0;
  for (int e = in_ptr[i]; e < in_ptr[i + 1]; e++) {
    int j = in_idx[e];
    sum += rank[j] / max(out_degree[j], 1);
  }
  next[i] = (1 - damping) / n + damping * sum;
}
