// Doubles a matrix of 8 rows of 10 numbers, four at a time.
// Mended: the tail is done one by one.
kernel void twice(global const float *a, global float *out, int width)
{
  const int x = 4 * get_global_id(0), row = get_global_id(1) * width;
  if (x + 4 <= width)
    vstore4(2 * vload4(0, a + row + x), 0, out + row + x);
  else
    for (int i = x; i < width; i++)
      out[row + i] = 2 * a[row + i];
}
