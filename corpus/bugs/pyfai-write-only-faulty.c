/* A list of peaks with a counter, which work-items take their places from.
   Faulty: the counter's buffer is made with CL_MEM_WRITE_ONLY, and atomic_add reads it.
   See README.md. */
#include "program.h"

int main(void)
{
  begin("kernel void find_peaks(volatile global int *count, global int *peaks) {\n"
        "  if (get_global_id(0) % 5 == 0)\n"
        "    peaks[atomic_add(count, 1)] = get_global_id(0);\n"
        "}\n",
        0);
  handle find_peaks = kernel("find_peaks");
  argument(find_peaks, 0, buffer(WRITE_ONLY, 4));
  argument(find_peaks, 1, buffer(WRITE_ONLY, 256));
  const size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, find_peaks, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
