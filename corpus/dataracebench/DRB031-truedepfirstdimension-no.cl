// Each element becomes its upper left neighbour.
// None: one row after the other, with a barrier between them.
kernel void rows(global int *b)
{
  const int j = get_global_id(0) + 1, i = get_global_id(1) + 1;
  for (int row = 1; row <= 8; row++) {
    if (i == row)
      b[i * 9 + j] = b[(i - 1) * 9 + j - 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
