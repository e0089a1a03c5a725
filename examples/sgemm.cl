// Matrix product C = alpha A B + beta C, single precision, twice: `sgemm` reads everything from global
// memory; `sgemm_tiled` shares tiles in local memory, with barriers in a loop.
//
// A has m rows of k numbers, B k rows of n, C m rows of n. Dimension 0 runs over columns of C,
// dimension 1 over rows. Both kernels work with any local size.

kernel void sgemm(global const float *a, global const float *b, global float *c, uint m, uint n, uint k,
                  float alpha, float beta)
{
  const size_t column = get_global_id(0), row = get_global_id(1);
  if (column >= n || row >= m)
    return;
  float sum = 0.0f;
  for (uint i = 0; i < k; i++)
    sum += a[row * k + i] * b[(size_t)i * n + column];
  c[row * n + column] = alpha * sum + beta * c[row * n + column];
}

// How deep a tile is: columns of A and rows of B that a group holds at a time.
#ifndef DEPTH
#define DEPTH 16
#endif

// a_tile: DEPTH floats for each row of the work-group; b_tile: DEPTH for each column.
kernel void sgemm_tiled(global const float *a, global const float *b, global float *c, uint m, uint n, uint k,
                        float alpha, float beta, local float *a_tile, local float *b_tile)
{
  const uint width = get_local_size(0), height = get_local_size(1), items = width * height;
  const uint x = get_local_id(0), y = get_local_id(1), item = y * width + x;
  const size_t column = get_global_id(0), row = get_global_id(1);
  const size_t first_column = column - x, first_row = row - y;
  float sum = 0.0f;
  for (uint start = 0; start < k; start += DEPTH) {
    // Whatever lies outside of the matrices is zero, so that the product below needs no tests.
    for (uint i = item; i < height * DEPTH; i += items) {
      const size_t r = first_row + i / DEPTH, d = start + i % DEPTH;
      a_tile[i] = r < m && d < k ? a[r * k + d] : 0.0f;
    }
    for (uint i = item; i < width * DEPTH; i += items) {
      const size_t d = start + i / width, col = first_column + i % width;
      b_tile[i] = d < k && col < n ? b[d * n + col] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < DEPTH; i++)
      sum += a_tile[y * DEPTH + i] * b_tile[i * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (column < n && row < m)
    c[row * n + column] = alpha * sum + beta * c[row * n + column];
}
