// expected: data-race; in lines 10, 11, 14
#define T 16
__attribute__((reqd_work_group_size(T, T, 1)))
kernel void matmul(global const float *a, global const float *b, global float *c, int n) {
  local float as[T][T], bs[T][T];
  int lx = get_local_id(0), ly = get_local_id(1);
  int col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += T) {
    as[ly][lx] = row < n && t + lx < n ? a[row * n + t + lx] : 0;
    bs[ly][lx] = col < n && t + ly < n ? b[(t + ly) * n + col] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < T; k++)
      sum += as[ly][k] * bs[k][lx];
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}
