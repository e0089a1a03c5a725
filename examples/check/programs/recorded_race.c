/* Two kernels in a command-buffer for a queue out of order; with an argument the second waits for the sync point of
   the first. It is executed twice, the second time behind the first. */
#define FUNCTION(name) *(name##_type **)&name = clGetExtensionFunctionAddressForPlatform(platform, #name)
typedef handle clCreateCommandBufferKHR_type(unsigned, const handle *, const long *, int *);
typedef int clFinalizeCommandBufferKHR_type(handle);
typedef int clReleaseCommandBufferKHR_type(handle);
typedef int clEnqueueCommandBufferKHR_type(unsigned, handle *, handle, unsigned, const handle *, handle *);
typedef int clCommandNDRangeKernelKHR_type(handle, handle, const long *, handle, unsigned, const size_t *,
                                           const size_t *, const size_t *, unsigned, const unsigned *, unsigned *,
                                           handle *);
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  clCreateCommandBufferKHR_type *clCreateCommandBufferKHR;
  clFinalizeCommandBufferKHR_type *clFinalizeCommandBufferKHR;
  clReleaseCommandBufferKHR_type *clReleaseCommandBufferKHR;
  clEnqueueCommandBufferKHR_type *clEnqueueCommandBufferKHR;
  clCommandNDRangeKernelKHR_type *clCommandNDRangeKernelKHR;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  FUNCTION(clCreateCommandBufferKHR);
  FUNCTION(clFinalizeCommandBufferKHR);
  FUNCTION(clReleaseCommandBufferKHR);
  FUNCTION(clEnqueueCommandBufferKHR);
  FUNCTION(clCommandNDRangeKernelKHR);
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 1, &error);
  CHECK(error);
  const char *source = "kernel void fill(global int *x)\n"
                       "{\n"
                       "  x[get_global_id(0)] = 7;\n"
                       "}\n"
                       "kernel void twice(global const int *x, global int *y)\n"
                       "{\n"
                       "  y[get_global_id(0)] = 2 * x[get_global_id(0)];\n"
                       "}\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle fill = clCreateKernel(program, "fill", &error);
  CHECK(error);
  handle twice = clCreateKernel(program, "twice", &error);
  CHECK(error);
  static int zeros[64], results[64];
  handle x = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  handle y = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(fill, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 1, sizeof y, &y));
  size_t global = 64;
  unsigned waits = count > 1, filled;
  handle commands = clCreateCommandBufferKHR(1, &queue, NULL, &error);
  CHECK(error);
  CHECK(clCommandNDRangeKernelKHR(commands, NULL, NULL, fill, 1, NULL, &global, NULL, 0, NULL, &filled, NULL));
  CHECK(clCommandNDRangeKernelKHR(commands, NULL, NULL, twice, 1, NULL, &global, NULL, waits, waits ? &filled : NULL,
                                  NULL, NULL));
  CHECK(clFinalizeCommandBufferKHR(commands));
  handle first, second;
  CHECK(clEnqueueCommandBufferKHR(0, NULL, commands, 0, NULL, &first));
  CHECK(clEnqueueCommandBufferKHR(0, NULL, commands, 1, &first, &second));
  CHECK(clEnqueueReadBuffer(queue, y, 1, 0, sizeof results, results, 1, &second, NULL));
  CHECK(clReleaseCommandBufferKHR(commands));
  puts(results[63] == 14 ? "done" : "wrong");
  return 0;
}
