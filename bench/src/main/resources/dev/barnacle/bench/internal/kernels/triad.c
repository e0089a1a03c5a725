// triad.cl: a vector of elements at a time.
#include "lanes.h"

KERNEL(triad)
{
  float *a = POINTER(float, 0);
  const float *b = POINTER(float, 1), *c = POINTER(float, 2);
  const size_t n = VALUE(uint32_t, 3), whole = n / LANES * LANES;
  const float s = VALUE(float, 4);
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < whole; i += LANES)
    store_floats(&a[i], load_floats(&b[i]) + s * load_floats(&c[i]));
  for (size_t i = whole; i < n; i++)
    a[i] = b[i] + s * c[i];
}
