// Doubles a matrix of 8 rows of 10 numbers, four at a time.
// Faulty: the last four of a row reach into the next row, and those of the last row behind the matrix.
kernel void twice(global const float *a, global float *out, int width)
{
  const int x = 4 * get_global_id(0), row = get_global_id(1) * width;
  vstore4(2 * vload4(0, a + row + x), 0, out + row + x);
}
