// classic.cl, the same results: what their trees and tiles do among work-items, vectors do in registers.
#pragma GCC optimize("fp-contract=off")
#include "lanes.h"

static float block_sum(const float *x, size_t n)
{
  vfloat sums[4] = {};
  for (size_t i = 0; i < n; i += 4 * LANES)
    for (int v = 0; v < 4; v++)
      sums[v] += load_floats(&x[i + v * LANES]);
  const vfloat sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  float total = 0;
  for (int l = 0; l < LANES; l++)
    total += sum[l];
  return total;
}

KERNEL(tree_reduce)
{
  const float *x = POINTER(float, 0);
  float *partial = POINTER(float, 1);
  const size_t items = local[0], groups = global[0] / items;
#pragma omp parallel for schedule(static)
  for (size_t group = 0; group < groups; group++)
    partial[group] = block_sum(&x[group * items], items);
}

static vint load_ints(const int *from)
{
  vint v;
  memcpy(&v, from, sizeof v);
  return v;
}

// Inclusive prefix sums of a vector.
static vint scan_lanes(vint x)
{
#pragma GCC unroll 4
  for (int distance = 1; distance < LANES; distance *= 2)
    x += __builtin_shuffle((vint){}, x, first_lanes() + (LANES - distance));
  return x;
}

static void scan_block(const int *x, int *y, size_t n, int is_inclusive)
{
  int before = 0;
  for (size_t i = 0; i < n; i += LANES) {
    const vint own = load_ints(&x[i]), sums = scan_lanes(own) + before;
    before = sums[LANES - 1];
    const vint result = is_inclusive ? sums : sums - own;
    memcpy(&y[i], &result, sizeof result);
  }
}

static void scan(const int *x, int *y, size_t groups, size_t block, int is_inclusive)
{
#pragma omp parallel for schedule(static)
  for (size_t group = 0; group < groups; group++)
    scan_block(&x[group * block], &y[group * block], block, is_inclusive);
}

KERNEL(scan_hillis_steele)
{
  scan(POINTER(int, 0), POINTER(int, 1), global[0] / local[0], local[0], 1);
}

KERNEL(scan_blelloch)
{
  scan(POINTER(int, 0), POINTER(int, 1), global[0] / local[0], 2 * local[0], 0);
}

#define SIDE 16
#define BLOCKS (SIDE / LANES)

// Transposes a square of SIDE numbers: rows of squares of LANES, whose halves change places again and again.
static void turn(const float *x, float *y, size_t width, size_t height)
{
  for (int block = 0; block < BLOCKS * BLOCKS; block++) {
    const float *from = &x[block / BLOCKS * LANES * width + block % BLOCKS * LANES];
    float *to = &y[block % BLOCKS * LANES * height + block / BLOCKS * LANES];
    vfloat rows[LANES];
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i++)
      rows[i] = load_floats(&from[i * width]);
#pragma GCC unroll 4
    for (int distance = 1; distance < LANES; distance *= 2) {
      const vint high = (first_lanes() & distance) != 0;
      const vint upper = first_lanes() + (high & (LANES - distance)), lower = upper + distance;
#pragma GCC unroll 16
      for (int i = 0; i < LANES; i++)
        if (!(i & distance)) {
          const vfloat a = rows[i], b = rows[i + distance];
          rows[i] = __builtin_shuffle(a, b, upper);
          rows[i + distance] = __builtin_shuffle(a, b, lower);
        }
    }
#pragma GCC unroll 16
    for (int i = 0; i < LANES; i++)
      store_floats(&to[i * height], rows[i]);
  }
}

KERNEL(transpose)
{
  const float *x = POINTER(float, 0);
  float *y = POINTER(float, 1);
  const size_t width = VALUE(int, 2), height = VALUE(int, 3);
#pragma omp parallel for schedule(static)
  for (size_t top = 0; top < height; top += SIDE)
    for (size_t left = 0; left < width; left += SIDE)
      turn(&x[top * width + left], &y[left * height + top], width, height);
}

static void stencil_row(const float *restrict x, float *restrict y, size_t width)
{
  const float *above = x - width, *below = x + width;
  y[0] = x[0];
  for (size_t i = 1; i < width - 1; i++)
    y[i] = 0.2f * (x[i] + x[i - 1] + x[i + 1] + above[i] + below[i]);
  y[width - 1] = x[width - 1];
}

KERNEL(stencil)
{
  const float *x = POINTER(float, 0);
  float *y = POINTER(float, 1);
  const size_t width = VALUE(int, 2), height = VALUE(int, 3);
#pragma omp parallel for schedule(static)
  for (size_t row = 0; row < height; row++)
    if (row > 0 && row < height - 1)
      stencil_row(&x[row * width], &y[row * width], width);
    else
      memcpy(&y[row * width], &x[row * width], 4 * width);
}

#define POINTS 2 // vectors in flight, as each operation waits for the one before

static void escape_points(int *counts, const vfloat *cx, vfloat cy, int most)
{
  vfloat x[POINTS] = {}, y[POINTS] = {};
  vint count[POINTS] = {};
  for (int i = 0; i < most; i++) {
    vint some = {};
#pragma GCC unroll 2
    for (int p = 0; p < POINTS; p++) {
      const vfloat xx = x[p] * x[p], yy = y[p] * y[p];
      const vint inside = xx + yy <= 4.0f;
      some |= inside;
      count[p] -= inside;
      y[p] = 2.0f * x[p] * y[p] + cy;
      x[p] = xx - yy + cx[p];
    }
    if (!any(some))
      break;
  }
  memcpy(counts, count, sizeof count);
}

KERNEL(escape)
{
  int *counts = POINTER(int, 0);
  const int width = VALUE(int, 1), height = global[1], most = VALUE(int, 5);
  const float left = VALUE(float, 2), top = VALUE(float, 3), step = VALUE(float, 4);
#pragma omp parallel for schedule(dynamic, 8)
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column += POINTS * LANES) {
      vfloat cx[POINTS];
      for (int p = 0; p < POINTS; p++)
        cx[p] = left + __builtin_convertvector(first_lanes() + (column + p * LANES), vfloat) * step;
      escape_points(&counts[(size_t)row * width + column], cx, splat(top + row * step), most);
    }
}
