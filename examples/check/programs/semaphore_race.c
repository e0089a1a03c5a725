/* A kernel in one queue, and in another one a kernel that reads what it writes; with an argument the second queue waits
   for a semaphore that the first one signals in between. */
#define FUNCTION(name) *(name##_type **)&name = clGetExtensionFunctionAddressForPlatform(platform, #name)
typedef handle clCreateSemaphoreWithPropertiesKHR_type(handle, const long *, int *);
typedef int clReleaseSemaphoreKHR_type(handle);
typedef int clEnqueueSignalSemaphoresKHR_type(handle, unsigned, const handle *, const long *, unsigned, const handle *,
                                              handle *);
typedef clEnqueueSignalSemaphoresKHR_type clEnqueueWaitSemaphoresKHR_type;
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  clCreateSemaphoreWithPropertiesKHR_type *clCreateSemaphoreWithPropertiesKHR;
  clReleaseSemaphoreKHR_type *clReleaseSemaphoreKHR;
  clEnqueueSignalSemaphoresKHR_type *clEnqueueSignalSemaphoresKHR;
  clEnqueueWaitSemaphoresKHR_type *clEnqueueWaitSemaphoresKHR;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  FUNCTION(clCreateSemaphoreWithPropertiesKHR);
  FUNCTION(clReleaseSemaphoreKHR);
  FUNCTION(clEnqueueSignalSemaphoresKHR);
  FUNCTION(clEnqueueWaitSemaphoresKHR);
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle producer = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle consumer = clCreateCommandQueue(context, device, 0, &error);
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
  static int zeros[64];
  handle x = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  handle y = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(fill, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 1, sizeof y, &y));
  size_t global = 64;
  long binary[] = {0x203D, 1, 0}; /* CL_SEMAPHORE_TYPE_KHR: CL_SEMAPHORE_TYPE_BINARY_KHR */
  handle filled = clCreateSemaphoreWithPropertiesKHR(context, binary, &error);
  CHECK(error);
  CHECK(clEnqueueNDRangeKernel(producer, fill, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clEnqueueSignalSemaphoresKHR(producer, 1, &filled, NULL, 0, NULL, NULL));
  if (count > 1)
    CHECK(clEnqueueWaitSemaphoresKHR(consumer, 1, &filled, NULL, 0, NULL, NULL));
  CHECK(clEnqueueNDRangeKernel(consumer, twice, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(consumer));
  CHECK(clFinish(producer));
  CHECK(clReleaseSemaphoreKHR(filled));
  puts("done");
  return 0;
}
