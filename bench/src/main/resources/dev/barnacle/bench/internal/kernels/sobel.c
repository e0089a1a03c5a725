// The example sobel.cl: a vector of pixels at a time inside, the border one by one.
#include "lanes.h"
#include <math.h>

static uint8_t length(int gx, int gy)
{
  const float root = sqrtf((float)(gx * gx + gy * gy));
  return root > 255.0f ? 255 : (uint8_t)lrintf(root);
}

static uint8_t pixel(const uint8_t *above, const uint8_t *here, const uint8_t *below, int x, int width)
{
  const int left = x > 0 ? x - 1 : 0, right = x + 1 < width ? x + 1 : width - 1;
  const int gx = above[right] - above[left] + 2 * (here[right] - here[left]) + below[right] - below[left];
  const int gy = below[left] - above[left] + 2 * (below[x] - above[x]) + below[right] - above[right];
  return length(gx, gy);
}

static inline vint pixels_at(const uint8_t *from)
{
  vuchar bytes;
  memcpy(&bytes, from, sizeof bytes);
  return __builtin_convertvector(bytes, vint);
}

static inline void vector(const uint8_t *above, const uint8_t *here, const uint8_t *below, uint8_t *to)
{
  const vint a = pixels_at(above - 1), b = pixels_at(above), c = pixels_at(above + 1), d = pixels_at(here - 1),
             f = pixels_at(here + 1), g = pixels_at(below - 1), h = pixels_at(below), i = pixels_at(below + 1);
  const vint gx = c - a + 2 * (f - d) + i - g, gy = g - a + 2 * (h - b) + i - c;
  vfloat root = __builtin_convertvector(gx * gx + gy * gy, vfloat);
#if LANES == 16
  root = (vfloat)_mm512_sqrt_ps((__m512)root);
  const vint rounded = (vint)_mm512_cvtps_epi32((__m512)root);
#elif LANES == 8
  root = (vfloat)_mm256_sqrt_ps((__m256)root);
  const vint rounded = (vint)_mm256_cvtps_epi32((__m256)root);
#else
  vint rounded;
  for (int l = 0; l < LANES; l++)
    rounded[l] = lrintf(sqrtf(root[l]));
#endif
  const vint large = rounded > 255, most = rounded - rounded + 255;
  const vuchar bytes = __builtin_convertvector((most & large) | (rounded & ~large), vuchar);
  memcpy(to, &bytes, sizeof bytes);
}

KERNEL(sobel)
{
  const uint8_t *pixels = POINTER(uint8_t, 0);
  uint8_t *edges = POINTER(uint8_t, 1);
  const int width = VALUE(int, 2), height = VALUE(int, 3);
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; y++) {
    const uint8_t *here = pixels + (size_t)y * width;
    const uint8_t *above = y > 0 ? here - width : here, *below = y + 1 < height ? here + width : here;
    uint8_t *to = edges + (size_t)y * width;
    int x = 1;
    to[0] = pixel(above, here, below, 0, width);
    for (; x + LANES < width; x += LANES)
      vector(above + x, here + x, below + x, to + x);
    for (; x < width; x++)
      to[x] = pixel(above, here, below, x, width);
  }
}
