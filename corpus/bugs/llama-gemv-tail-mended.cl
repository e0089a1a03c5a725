// A matrix times a vector: two rows a work-item, and more work-items than pairs of rows.
// Mended: each row is stored only if it is there.
kernel void gemv(global const float *src, global const float *vec, global float *dst, int rows, int cols)
{
  const int row = 2 * get_global_id(0);
  float2 sum = 0;
  for (int c = 0; c < cols; c++) {
    sum.x += row < rows ? src[row * cols + c] * vec[c] : 0;
    sum.y += row + 1 < rows ? src[(row + 1) * cols + c] * vec[c] : 0;
  }
  if (row < rows)
    dst[row] = sum.x;
  if (row + 1 < rows)
    dst[row + 1] = sum.y;
}
