// expected: clean
#define T 16
__attribute__((reqd_work_group_size(T, T, 1)))
kernel void matmul(global const float *a, global const float *b, global float *c,
                   int m, int n, int k) {
  local float as[T][T], bs[T][T];
  int lx = get_local_id(0), ly = get_local_id(1);
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < k; t += T) {
    as[ly][lx] = row < m && t + lx < k ? a[row * k + t + lx] : 0;
    bs[ly][lx] = col < n && t + ly < k ? b[(t + ly) * n + col] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < T; i++)
      sum += as[ly][i] * bs[i][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
