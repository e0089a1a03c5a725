/* Two populations that take turns as input and output of a kernel.
   Mended: both are made with CL_MEM_READ_WRITE.
   See README.md. */
#include "program.h"

int main(void)
{
  begin("kernel void next_generation(global const int *current, global int *next) {\n"
        "  const int i = get_global_id(0);\n"
        "  next[i] = current[i] + 1;\n"
        "}\n",
        0);
  handle next_generation = kernel("next_generation");
  handle population[] = {buffer(READ_WRITE, 256), buffer(READ_WRITE, 256)};
  const size_t global = 64;
  for (int generation = 0; generation < 2; generation++) {
    argument(next_generation, 0, population[generation % 2]);
    argument(next_generation, 1, population[(generation + 1) % 2]);
    CHECK(clEnqueueNDRangeKernel(queue, next_generation, 1, NULL, &global, NULL, 0, NULL, NULL));
  }
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
