// Multiplies a matrix of 13 by 10 with one of 10 by 13, in tiles of 8 by 8.
// Faulty: a tile at the border is loaded without a look at the matrix's size.
kernel void mul_mm(global const float *a, global const float *b, global float *c, int m, int k)
{
  local float ta[8][8], tb[8][8];
  const int x = get_local_id(0), y = get_local_id(1), col = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int base = 0; base < k; base += 8) {
    ta[y][x] = a[row * k + base + x];
    tb[y][x] = b[(base + y) * m + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < 8; i++)
      sum += ta[y][i] * tb[i][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < m && col < m)
    c[row * m + col] = sum;
}
