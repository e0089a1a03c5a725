// The example mandelbrot.cl: a row of pixels in turn, a vector of neighbours at a time.
#pragma GCC optimize("fp-contract=off")
#include "lanes.h"

static const uint8_t palette[16][4] = {
  {66, 30, 15, 255},    {25, 7, 26, 255},     {9, 1, 47, 255},      {4, 4, 73, 255},
  {0, 7, 100, 255},     {12, 44, 138, 255},   {24, 82, 177, 255},   {57, 125, 209, 255},
  {134, 181, 229, 255}, {211, 236, 248, 255}, {241, 233, 191, 255}, {248, 201, 95, 255},
  {255, 170, 0, 255},   {204, 128, 0, 255},   {153, 87, 0, 255},    {106, 52, 3, 255}};

static vint iterations(vfloat cx, vfloat cy, int most)
{
  vfloat x = {}, y = {}, xx = {}, yy = {};
  vint n = {};
  for (int i = 0; i < most; i++) {
    const vint inside = xx + yy <= 4.0f;
    if (!any(inside))
      break;
    y = 2.0f * x * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
    n -= inside;
  }
  return n;
}

KERNEL(mandelbrot)
{
  uint32_t *image = POINTER(uint32_t, 0);
  const int width = VALUE(int, 1), height = VALUE(int, 2), most = VALUE(int, 6);
  const float left = VALUE(float, 3), top = VALUE(float, 4), step = VALUE(float, 5);
#pragma omp parallel for schedule(dynamic, 8)
  for (int py = 0; py < height; py++) {
    for (int px = 0; px < width; px += LANES) {
      const vfloat x = __builtin_convertvector(first_lanes() + px, vfloat);
      const vint n = iterations(left + x * step, splat(top - py * step), most);
      for (int l = 0; l < LANES && px + l < width; l++) {
        uint32_t colour = 0xff000000u;
        if (n[l] != most)
          memcpy(&colour, palette[n[l] % 16], 4);
        image[(size_t)py * width + px + l] = colour;
      }
    }
  }
}
