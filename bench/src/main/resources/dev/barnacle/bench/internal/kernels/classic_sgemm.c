// sgemm_plain of classic.cl: tiles of ROWS rows and COLUMNS vectors in registers, of a copy of B's columns,
// whose rows would else share a few sets of the cache.
#include "lanes.h"

#include <stdlib.h>

#define ROWS 8
#define COLUMNS 2

typedef struct {
  vfloat columns[COLUMNS];
} Panel;

static void tile(const float *a, const Panel *b, float *c, size_t n)
{
  vfloat sums[ROWS][COLUMNS] = {};
  for (size_t i = 0; i < n; i++) {
    const vfloat left = b[i].columns[0], right = b[i].columns[1];
#pragma GCC unroll 8
    for (int row = 0; row < ROWS; row++) {
      sums[row][0] += a[row * n + i] * left;
      sums[row][1] += a[row * n + i] * right;
    }
  }
  for (int row = 0; row < ROWS; row++)
    memcpy(&c[row * n], sums[row], sizeof sums[row]);
}

KERNEL(sgemm_plain)
{
  const float *a = POINTER(float, 0), *b = POINTER(float, 1);
  float *c = POINTER(float, 2);
  const size_t n = VALUE(int, 3);
#pragma omp parallel
  {
    Panel *panel = aligned_alloc(sizeof(Panel), n * sizeof(Panel));
#pragma omp for schedule(static)
    for (size_t column = 0; column < n; column += COLUMNS * LANES) {
      for (size_t i = 0; i < n; i++)
        memcpy(&panel[i], &b[i * n + column], sizeof panel[i]);
      for (size_t row = 0; row < n; row += ROWS)
        tile(&a[row * n], panel, &c[row * n + column], n);
    }
    free(panel);
  }
}
