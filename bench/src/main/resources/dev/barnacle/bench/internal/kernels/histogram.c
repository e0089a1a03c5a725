// The example histogram.cl, and histogram_plain of classic.cl: four sets of bins for each thread, added up at the end.
#include "lanes.h"

#define BINS 256
#define SETS 4

static void histogram(const uint8_t *data, size_t n, uint32_t *bins)
{
#pragma omp parallel
  {
    uint32_t counts[SETS][BINS] = {};
#pragma omp for schedule(static)
    for (size_t i = 0; i < n / SETS; i++)
      for (int s = 0; s < SETS; s++)
        counts[s][data[SETS * i + s]]++;
    for (int bin = 0; bin < BINS; bin++)
      __atomic_fetch_add(&bins[bin], counts[0][bin] + counts[1][bin] + counts[2][bin] + counts[3][bin], __ATOMIC_RELAXED);
  }
  for (size_t i = n / SETS * SETS; i < n; i++)
    bins[data[i]]++;
}

KERNEL(histogram_global)
{
  histogram(POINTER(uint8_t, 0), VALUE(uint32_t, 1), POINTER(uint32_t, 2));
}

KERNEL(histogram_local)
{
  histogram(POINTER(uint8_t, 0), VALUE(uint32_t, 1), POINTER(uint32_t, 2));
}

KERNEL(histogram_plain)
{
  histogram(POINTER(uint8_t, 0), global[0], POINTER(uint32_t, 1));
}
