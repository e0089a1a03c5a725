// The Mandelbrot set as a picture: one work-item a pixel, a loop whose length differs from pixel to
// pixel, and a lookup in constant memory.
//
//   ./barnacle run examples/mandelbrot.cl --launch examples/mandelbrot.json --png image=768x512:mandelbrot.png

// Without fused multiply-adds a pixel's iteration count is the same on every IEEE 754 device.
#pragma OPENCL FP_CONTRACT OFF

constant uchar4 palette[16] = {
  (uchar4)(66, 30, 15, 255),    (uchar4)(25, 7, 26, 255),     (uchar4)(9, 1, 47, 255),      (uchar4)(4, 4, 73, 255),
  (uchar4)(0, 7, 100, 255),     (uchar4)(12, 44, 138, 255),   (uchar4)(24, 82, 177, 255),   (uchar4)(57, 125, 209, 255),
  (uchar4)(134, 181, 229, 255), (uchar4)(211, 236, 248, 255), (uchar4)(241, 233, 191, 255), (uchar4)(248, 201, 95, 255),
  (uchar4)(255, 170, 0, 255),   (uchar4)(204, 128, 0, 255),   (uchar4)(153, 87, 0, 255),    (uchar4)(106, 52, 3, 255)};

// image: width * height pixels in rows, RGBA. (left, top) is the corner of the first pixel, step
// the distance between pixels.
kernel void mandelbrot(global uchar4 *image, int width, int height, float left, float top, float step,
                       int max_iterations)
{
  const int px = get_global_id(0), py = get_global_id(1);
  if (px >= width || py >= height)
    return;
  const float cx = left + px * step, cy = top - py * step;
  float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
  int n = 0;
  while (n < max_iterations && xx + yy <= 4.0f) {
    y = 2.0f * x * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
    n++;
  }
  image[(size_t)py * width + px] = n == max_iterations ? (uchar4)(0, 0, 0, 255) : palette[n % 16];
}
