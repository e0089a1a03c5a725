/* Two operations on an array in a queue that is out of order.
   Mended: it waits for it.
   See README.md. */
#include "program.h"

int main(void)
{
  begin("kernel void fill(global int *x) {\n"
        "  x[get_global_id(0)] = 7;\n"
        "}\n"
        "kernel void twice(global const int *x, global int *y) {\n"
        "  y[get_global_id(0)] = 2 * x[get_global_id(0)];\n"
        "}\n",
        OUT_OF_ORDER);
  handle fill = kernel("fill"), twice = kernel("twice"), filled;
  handle x = buffer(READ_WRITE, 256), y = buffer(READ_WRITE, 256);
  argument(fill, 0, x);
  argument(twice, 0, x);
  argument(twice, 1, y);
  const size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, fill, 1, NULL, &global, NULL, 0, NULL, &filled));
  CHECK(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &global, NULL, 1, &filled, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
