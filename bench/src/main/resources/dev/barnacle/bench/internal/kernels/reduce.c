// The example reduce.cl: the shares of a group's work-items are the elements of vectors.
#include "lanes.h"

#define MOST 4096

static float group_sum(const float *x, size_t n, size_t group, size_t items, size_t stride)
{
  float scratch[MOST] = {};
  for (size_t first = group * items; first < n; first += stride) {
    const size_t count = n - first < items ? n - first : items;
    for (size_t i = 0; i < count; i++)
      scratch[i] += x[first + i];
  }
  for (size_t active = items; active > 1;) {
    const size_t half_way = (active + 1) / 2;
    for (size_t i = 0; i + half_way < active; i++)
      scratch[i] += scratch[i + half_way];
    active = half_way;
  }
  return scratch[0];
}

KERNEL(reduce_sum)
{
  const float *x = POINTER(float, 0);
  const size_t n = VALUE(uint32_t, 1), items = local[0], groups = global[0] / local[0];
  float *partial = POINTER(float, 2);
#pragma omp parallel for schedule(static)
  for (size_t group = 0; group < groups; group++)
    partial[group] = group_sum(x, n, group, items, global[0]);
}
