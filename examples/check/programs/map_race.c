/* A kernel and a mapped buffer; with an argument the kernel comes behind the unmap command. */
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 1, &error);
  CHECK(error);
  const char *source = "kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle twice = clCreateKernel(program, "twice", &error);
  CHECK(error);
  handle x = clCreateBuffer(context, 1, 256, NULL, &error);
  CHECK(error);
  CHECK(clSetKernelArg(twice, 0, sizeof x, &x));
  int *mapped = clEnqueueMapBuffer(queue, x, 1, 2, 0, 256, 0, NULL, NULL, &error);
  CHECK(error);
  mapped[0] = 1;
  handle unmapped;
  CHECK(clEnqueueUnmapMemObject(queue, x, mapped, 0, NULL, &unmapped));
  size_t global = 64;
  int waits = count > 1;
  CHECK(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &global, NULL, waits,
                               waits ? &unmapped : NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
