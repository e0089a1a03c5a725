// Sums each row of 11 numbers in steps of eight, the rest of the second step masked with zeroes.
// Faulty: all eight are read before the mask, in the last row from behind the matrix.
kernel void row_sums(global const float *a, global float *sum, int k, int rows)
{
  const int row = get_global_id(0);
  float total = 0;
  for (int base = 0; base < k; base += 8)
    for (int i = 0; i < 8; i++) {
      const float v = a[row * k + base + i];
      total += base + i < k ? v : 0;
    }
  sum[row] = total;
}
