/* Memory of the device is freed behind a kernel that may not have ended; with an argument the
   free waits for it. */
extern void *clGetExtensionFunctionAddressForPlatform(handle, const char *);
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  void *(*clDeviceMemAllocINTEL)(handle, handle, const void *, size_t, unsigned, int *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clDeviceMemAllocINTEL");
  int (*clSetKernelArgMemPointerINTEL)(handle, unsigned, const void *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clSetKernelArgMemPointerINTEL");
  int (*freeing)(handle, void *) = clGetExtensionFunctionAddressForPlatform(
      platform, count > 1 ? "clMemBlockingFreeINTEL" : "clMemFreeINTEL");
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void fill(global int *x) { x[get_global_id(0)] = 7; }\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle fill = clCreateKernel(program, "fill", &error);
  CHECK(error);
  int *x = clDeviceMemAllocINTEL(context, device, NULL, 256, 0, &error);
  CHECK(error);
  CHECK(clSetKernelArgMemPointerINTEL(fill, 0, x));
  size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, fill, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(freeing(context, x));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
