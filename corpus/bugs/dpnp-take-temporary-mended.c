/* A temporary copy in unified shared memory that a kernel reads.
   Mended: the function waits for the kernel first.
   See README.md. */
#include "program.h"

int main(void)
{
  begin("kernel void take(global const int *from, global int *to) {\n"
        "  to[get_global_id(0)] = from[get_global_id(0) / 2];\n"
        "}\n",
        0);
  void *(*allocate)(handle, handle, const void *, size_t, unsigned, int *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clSharedMemAllocINTEL");
  int (*pointer_argument)(handle, unsigned, const void *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgMemPointerINTEL");
  int (*release)(handle, void *) = clGetExtensionFunctionAddressForPlatform(platform, "clMemFreeINTEL");
  int error;
  int *temporary = allocate(context, device, NULL, 256, 0, &error);
  CHECK(error);
  memset(temporary, 0, 256);
  handle take = kernel("take"), taken;
  CHECK(pointer_argument(take, 0, temporary));
  argument(take, 1, buffer(READ_WRITE, 256));
  const size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, take, 1, NULL, &global, NULL, 0, NULL, &taken));
  CHECK(clWaitForEvents(1, &taken));
  CHECK(release(context, temporary));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
