// y += alpha * x, with vectors of four and two vectors a work-item: 128 numbers for the grid.
// Mended: they are left out; 100 is a multiple of four.
kernel void axpy_faster(int n, float alpha, global const float *x, global float *y)
{
  const int items = get_global_size(0);
  for (int w = 0; w < 2; w++) {
    const int id = w * items + get_global_id(0);
    if (4 * id < n) {
      const float4 sum = vload4(id, y) + alpha * vload4(id, x);
      vstore4(sum, id, y);
    }
  }
}
