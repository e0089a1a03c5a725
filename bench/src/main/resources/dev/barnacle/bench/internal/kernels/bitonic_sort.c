// The example bitonic_sort.cl: neighbouring pairs are neighbouring numbers, run by run.
#include "lanes.h"

static inline void exchange(uint32_t *lower, uint32_t *upper)
{
  const uint32_t a = *lower, b = *upper;
  *lower = a < b ? a : b;
  *upper = a < b ? b : a;
}

// The runs of 2 * distance keys that start at first, first + 2 * distance, ... below end.
static void step(uint32_t *keys, size_t n, size_t merged, size_t distance, size_t first, size_t end)
{
  for (size_t run = first; run < end; run += 2 * distance) {
    if (distance == merged / 2) {
      for (size_t i = 0; i < distance; i++)
        if (run + merged - 1 - i < n)
          exchange(&keys[run + i], &keys[run + merged - 1 - i]);
    } else {
      const size_t count = run + distance >= n ? 0 : n - run - distance < distance ? n - run - distance : distance;
      for (size_t i = 0; i < count; i++)
        exchange(&keys[run + i], &keys[run + distance + i]);
    }
  }
}

KERNEL(bitonic_sort_segments)
{
  uint32_t *data = POINTER(uint32_t, 0);
  const size_t n = VALUE(uint32_t, 1), segment = VALUE(uint32_t, 2);
#pragma omp parallel for schedule(static)
  for (size_t base = 0; base < n; base += segment) {
    const size_t count = n - base < segment ? n - base : segment;
    for (size_t merged = 2; merged / 2 < count; merged *= 2)
      for (size_t distance = merged / 2; distance > 0; distance /= 2)
        step(data + base, count, merged, distance, 0, count);
  }
}

KERNEL(bitonic_step)
{
  uint32_t *data = POINTER(uint32_t, 0);
  const size_t n = VALUE(uint32_t, 1), merged = VALUE(uint32_t, 2), distance = VALUE(uint32_t, 3);
  const size_t run = 2 * distance, runs = (n + run - 1) / run, share = runs > 64 ? (runs + 63) / 64 : 1;
  if (runs >= 2) {
#pragma omp parallel for schedule(static)
    for (size_t first = 0; first < runs; first += share)
      step(data, n, merged, distance, first * run, (first + share < runs ? first + share : runs) * run);
    return;
  }
  // One run: its pairs are shared out.
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < distance; i++) {
    const size_t upper = distance == merged / 2 ? merged - 1 - i : distance + i;
    if (upper < n)
      exchange(&data[i], &data[upper]);
  }
}
