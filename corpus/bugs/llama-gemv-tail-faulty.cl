// A matrix times a vector: two rows a work-item, and more work-items than pairs of rows.
// Faulty: both rows are stored, though the second one, or both, may be behind the last row.
kernel void gemv(global const float *src, global const float *vec, global float *dst, int rows, int cols)
{
  const int row = 2 * get_global_id(0);
  float2 sum = 0;
  for (int c = 0; c < cols; c++) {
    sum.x += row < rows ? src[row * cols + c] * vec[c] : 0;
    sum.y += row + 1 < rows ? src[(row + 1) * cols + c] * vec[c] : 0;
  }
  vstore2(sum, get_global_id(0), dst);
}
