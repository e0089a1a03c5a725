// Sums two rows of 128 numbers by folding them in half, seven times.
// Faulty: two work-groups share a row, and the barrier does not make one wait for the other.
kernel void row_reduce(global int *m, int rows)
{
  const int row = get_global_id(0) / 64, first = get_global_id(0) % 64, step = 64;
  if (row >= rows)
    return;
  for (int half_size = 64; half_size > 0; half_size /= 2) {
    for (int c = first; c < half_size; c += step)
      m[row * 128 + c] += m[row * 128 + c + half_size];
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
