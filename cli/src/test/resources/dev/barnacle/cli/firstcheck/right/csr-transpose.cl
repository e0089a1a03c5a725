// expected: clean
kernel void transpose_csr(global const int *row_ptr, global const int *col_idx,
                          global const float *values, volatile global int *cursor,
                          global int *rows_out, global float *values_out, int rows) {
  int r = get_global_id(0);
  if (r >= rows)
    return;
  for (int e = row_ptr[r]; e < row_ptr[r + 1]; e++) {
    int at = atomic_inc(&cursor[col_idx[e]]);
    rows_out[at] = r;
    values_out[at] = values[e];
  }
}
