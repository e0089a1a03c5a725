// A loop that lanes leave by a test of ids has a form that runs until the first one leaves.
kernel void triangle(global const float *a, global float *sums, int width)
{
  int row = get_global_id(0);
  float sum = 0;
  for (int k = 0; k <= row; k++)
    sum += a[k * width + row];
  sums[row] = sum;
}
