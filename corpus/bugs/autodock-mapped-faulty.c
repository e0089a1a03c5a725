/* The host maps a buffer to read from it, and launches the next kernel.
   Faulty: the buffer is still mapped when the kernel writes to it.
   See README.md. */
#include "program.h"

int main(void)
{
  begin("kernel void count(global int *evaluations) {\n"
        "  evaluations[get_global_id(0)]++;\n"
        "}\n",
        0);
  handle count = kernel("count"), evaluations = buffer(READ_WRITE, 256);
  argument(count, 0, evaluations);
  const size_t global = 64;
  int error, sum = 0;
  for (int round = 0; round < 2; round++) {
    CHECK(clEnqueueNDRangeKernel(queue, count, 1, NULL, &global, NULL, 0, NULL, NULL));
    int *mapped = clEnqueueMapBuffer(queue, evaluations, 1, MAP_READ, 0, 256, 0, NULL, NULL, &error);
    CHECK(error);
    sum += mapped[63];
  }
  CHECK(clFinish(queue));
  puts(sum == 3 ? "done" : "wrong");
  return 0;
}
