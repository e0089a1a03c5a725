// expected: clean
kernel void degrees(global const int *row_ptr, global int *degree, int rows) {
  int i = get_global_id(0);
  if (i < rows)
    degree[i] = row_ptr[i + 1] - row_ptr[i];
}
