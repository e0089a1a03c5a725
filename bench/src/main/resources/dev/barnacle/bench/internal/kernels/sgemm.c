// The example sgemm.cl, both forms: a vector of columns at a time.
#include "lanes.h"

static float scaled(float sum, float old, float alpha, float beta)
{
  return alpha * sum + beta * old;
}

KERNEL(sgemm)
{
  const float *a = POINTER(float, 0), *b = POINTER(float, 1);
  float *c = POINTER(float, 2);
  const size_t m = VALUE(uint32_t, 3), n = VALUE(uint32_t, 4), k = VALUE(uint32_t, 5);
  const float alpha = VALUE(float, 6), beta = VALUE(float, 7);
  const size_t whole = n / LANES * LANES;
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < m; row++) {
    for (size_t column = 0; column < whole; column += LANES) {
      vfloat sum = {};
      for (size_t i = 0; i < k; i++)
        sum += a[row * k + i] * load_floats(&b[i * n + column]);
      for (int l = 0; l < LANES; l++)
        c[row * n + column + l] = scaled(sum[l], c[row * n + column + l], alpha, beta);
    }
    for (size_t column = whole; column < n; column++) {
      float sum = 0;
      for (size_t i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
      c[row * n + column] = scaled(sum, c[row * n + column], alpha, beta);
    }
  }
}

#define DEPTH 16
#define ROWS 16

// A tile of ROWS rows and LANES columns, DEPTH products at a time from copies of A's and B's tiles.
static void tile(const float *a, const float *b, float *c, size_t m, size_t n, size_t k, size_t row, size_t column,
                 float alpha, float beta)
{
  vfloat sum[ROWS] = {};
  const size_t rows = m - row < ROWS ? m - row : ROWS, columns = n - column < LANES ? n - column : LANES;
  for (size_t start = 0; start < k; start += DEPTH) {
    float a_tile[ROWS][DEPTH] = {};
    float b_tile[DEPTH][LANES] __attribute__((aligned(64))) = {};
    const size_t depth = k - start < DEPTH ? k - start : DEPTH;
    for (size_t y = 0; y < rows; y++)
      memcpy(a_tile[y], &a[(row + y) * k + start], 4 * depth);
    for (size_t i = 0; i < depth; i++)
      memcpy(b_tile[i], &b[(start + i) * n + column], 4 * columns);
#pragma GCC unroll 16
    for (int i = 0; i < DEPTH; i++) {
      const vfloat right = load_floats(b_tile[i]);
#pragma GCC unroll 16
      for (int y = 0; y < ROWS; y++)
        sum[y] += a_tile[y][i] * right;
    }
  }
  for (size_t y = 0; y < rows; y++)
    for (size_t l = 0; l < columns; l++)
      c[(row + y) * n + column + l] = scaled(sum[y][l], c[(row + y) * n + column + l], alpha, beta);
}

KERNEL(sgemm_tiled)
{
  const float *a = POINTER(float, 0), *b = POINTER(float, 1);
  float *c = POINTER(float, 2);
  const size_t m = VALUE(uint32_t, 3), n = VALUE(uint32_t, 4), k = VALUE(uint32_t, 5);
  const float alpha = VALUE(float, 6), beta = VALUE(float, 7);
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < m; row += ROWS)
    for (size_t column = 0; column < n; column += LANES)
      tile(a, b, c, m, n, k, row, column, alpha, beta);
}
