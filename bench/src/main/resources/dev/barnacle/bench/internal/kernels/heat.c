// The example heat.cl: a vector of cells at a time inside.
#include "lanes.h"

static inline vdouble cells(const double *from)
{
  vdouble v;
  memcpy(&v, from, sizeof v);
  return v;
}

KERNEL(heat)
{
  const double *old = POINTER(double, 0);
  double *now = POINTER(double, 1);
  const int width = VALUE(int, 2), height = VALUE(int, 3);
  const double diffusion = VALUE(double, 4);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; y++) {
    const double *here = old + (size_t)y * width;
    double *to = now + (size_t)y * width;
    if (y == 0 || y == height - 1) {
      memcpy(to, here, 8 * (size_t)width);
      continue;
    }
    int x = 1;
    to[0] = here[0];
    for (; x + DOUBLE_LANES < width; x += DOUBLE_LANES) {
      const vdouble centre = cells(here + x);
      const vdouble around = cells(here + x - 1) + cells(here + x + 1) + cells(here + x - width) + cells(here + x + width);
      const vdouble next = centre + diffusion * (around - 4.0 * centre);
      memcpy(to + x, &next, sizeof next);
    }
    for (; x < width - 1; x++)
      to[x] = here[x] + diffusion * (here[x - 1] + here[x + 1] + here[x - width] + here[x + width] - 4.0 * here[x]);
    to[x] = here[x];
  }
}
