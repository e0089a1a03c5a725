// The Mandelbrot set by the algorithm of Mariani and Silver (A. K. Dewdney, "Computer Recreations", Scientific
// American, February 1989), by dynamic parallelism: where all of a rectangle's border takes the same number of
// iterations, so does its inside, and it is filled; else it is divided in four, each of which is a kernel that the
// device enqueues.
#pragma OPENCL FP_CONTRACT OFF

#define GROUP 64
#define SMALLEST 16

constant uchar4 palette[16] = {
  (uchar4)(66, 30, 15, 255),    (uchar4)(25, 7, 26, 255),     (uchar4)(9, 1, 47, 255),      (uchar4)(4, 4, 73, 255),
  (uchar4)(0, 7, 100, 255),     (uchar4)(12, 44, 138, 255),   (uchar4)(24, 82, 177, 255),   (uchar4)(57, 125, 209, 255),
  (uchar4)(134, 181, 229, 255), (uchar4)(211, 236, 248, 255), (uchar4)(241, 233, 191, 255), (uchar4)(248, 201, 95, 255),
  (uchar4)(255, 170, 0, 255),   (uchar4)(204, 128, 0, 255),   (uchar4)(153, 87, 0, 255),    (uchar4)(106, 52, 3, 255)};

// The iterations of a pixel, as in mandelbrot.cl.
int iterations(float2 corner, float step, int px, int py, int limit)
{
  const float cx = corner.x + px * step, cy = corner.y - py * step;
  float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
  int n = 0;
  while (n < limit && xx + yy <= 4.0f) {
    y = 2.0f * x * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
    n++;
  }
  return n;
}

uchar4 colour(int n, int limit) { return n == limit ? (uchar4)(0, 0, 0, 255) : palette[n % 16]; }

// A work-group looks at a square of `side` pixels.
void square(queue_t queue, global uchar4 *image, global int *failed, int width, float2 corner, float step,
            int limit, int left, int top, int side)
{
  const int me = get_local_id(0), border = 4 * side - 4;
  const int first = iterations(corner, step, left, top, limit);
  bool same = true;
  for (int i = me; i < border; i += GROUP) {
    const int edge = i / (side - 1), along = i % (side - 1);
    const int x = edge == 0 ? along : edge == 1 ? side - 1 : edge == 2 ? side - 1 - along : 0;
    const int y = edge == 0 ? 0 : edge == 1 ? along : edge == 2 ? side - 1 : side - 1 - along;
    same &= iterations(corner, step, left + x, top + y, limit) == first;
  }
  const bool fill = work_group_all(same);
  if (fill || side <= SMALLEST) {
    for (int i = me; i < side * side; i += GROUP) {
      const int x = left + i % side, y = top + i / side;
      image[y * width + x] = colour(fill ? first : iterations(corner, step, x, y, limit), limit);
    }
  }
  const int part = side / 2;
  for (int i = 0; i < 4 && me == 0 && !fill && side > SMALLEST; i++) {
    const int x = left + i % 2 * part, y = top + i / 2 * part;
    if (enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(GROUP, GROUP), ^{
          square(queue, image, failed, width, corner, step, limit, x, y, part);
        }) != CLK_SUCCESS)
      *failed = 1;
  }
}

// Each work-group begins with a square of `side` pixels of the picture; sides are powers of two.
kernel void mariani_silver(global uchar4 *image, global int *failed, int width, int side, float left, float top,
                           float step, int limit)
{
  square(get_default_queue(), image, failed, width, (float2)(left, top), step, limit,
         get_group_id(0) * side, get_group_id(1) * side, side);
}
