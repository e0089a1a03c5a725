// Rows of memory along dimension 1, in which one work-item of a row does more.
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void swapped(global float *a, global const float *b, int n)
{
  const int row = get_global_id(0);
  const int column = get_global_id(1);
  if (row >= n || column >= n)
    return;
  a[row * n + column] = a[row * n + column] * 0.5f + b[row] * b[column];
  if (column == 0)
    a[n * n + row] = 1;
}
