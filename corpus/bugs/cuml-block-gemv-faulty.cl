// A matrix of 32 columns times a vector, row by row: the products by all, their sum by the first work-item.
// Faulty: the others go on to the next row and overwrite products that it has not added yet.
kernel void gemv(global const float *a, global const float *x, global float *y, int rows, local float *products)
{
  const int t = get_local_id(0), n = get_local_size(0);
  for (int row = 0; row < rows; row++) {
    products[t] = a[row * n + t] * x[t];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t == 0) {
      float sum = 0;
      for (int i = 0; i < n; i++)
        sum += products[i];
      y[row] = sum;
    }
  }
}
