// expected: clean
#define GROUP 32
__attribute__((reqd_work_group_size(GROUP, 1, 1)))
kernel void spmv(global const int *ptr, global const int *col, global const float *val,
                 global const float *x, global float *y, int rows) {
  local float part[GROUP];
  int row = get_group_id(0), lid = get_local_id(0);
  if (row >= rows)
    return;
  float sum = 0;
  for (int j = ptr[row] + lid; j < ptr[row + 1]; j += GROUP)
    sum += val[j] * x[col[j]];
  part[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = GROUP / 2; s > 0; s /= 2) {
    if (lid < s)
      part[lid] += part[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    y[row] = part[0];
}
