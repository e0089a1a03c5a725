// grid_barrier.cl: OpenMP's threads, each with its share of the work-items, meet at OpenMP's barrier.
#include "lanes.h"

KERNEL(grid_barrier)
{
  uint32_t *a = POINTER(uint32_t, 0), *b = POINTER(uint32_t, 1);
  const uint32_t rounds = VALUE(uint32_t, 2);
  const size_t n = global[0];
#pragma omp parallel
  for (uint32_t r = 0; r < rounds; r++) {
    const uint32_t *from = r % 2 == 0 ? a : b;
    uint32_t *to = r % 2 == 0 ? b : a;
#pragma omp for schedule(static)
    for (size_t i = 0; i < n; i++)
      to[i] = 3 * from[(i + n / 2 + 1) % n] + r;
  }
}
