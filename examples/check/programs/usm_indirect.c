/* A kernel follows a pointer to an allocation that is no argument; with an argument the kernel is
   said to do so. */
extern void *clGetExtensionFunctionAddressForPlatform(handle, const char *);
extern int clSetKernelExecInfo(handle, unsigned, size_t, const void *);
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  void *(*clSharedMemAllocINTEL)(handle, handle, const void *, size_t, unsigned, int *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clSharedMemAllocINTEL");
  int (*clSetKernelArgMemPointerINTEL)(handle, unsigned, const void *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgMemPointerINTEL");
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void sum(global int *global *rows, global int *result)\n"
                       "{\n"
                       "  result[0] = 6 * rows[0][0];\n"
                       "}\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  handle sum = clCreateKernel(program, "sum", &error);
  CHECK(error);
  int **rows = clSharedMemAllocINTEL(context, device, NULL, 8, 0, &error);
  CHECK(error);
  rows[0] = clSharedMemAllocINTEL(context, NULL, NULL, 8, 0, &error);
  CHECK(error);
  int *result = clSharedMemAllocINTEL(context, device, NULL, 4, 0, &error);
  CHECK(error);
  rows[0][0] = 7;
  CHECK(clSetKernelArgMemPointerINTEL(sum, 0, rows));
  CHECK(clSetKernelArgMemPointerINTEL(sum, 1, result));
  unsigned yes = 1;
  if (count > 1)
    CHECK(clSetKernelExecInfo(sum, 0x4202, sizeof yes, &yes));
  size_t global = 1;
  CHECK(clEnqueueNDRangeKernel(queue, sum, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts(*result == 42 ? "done" : "wrong");
  return 0;
}
