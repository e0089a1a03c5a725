/* Two kernels in a queue out of order; with an argument the second waits for the first. */
int main(int count, char **arguments) {
  handle platform, device, filled;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
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
  static int zeros[64];
  handle x = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  handle y = clCreateBuffer(context, 32, 256, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(fill, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 0, sizeof x, &x));
  CHECK(clSetKernelArg(twice, 1, sizeof y, &y));
  size_t global = 64;
  int waits = count > 1;
  CHECK(clEnqueueNDRangeKernel(queue, fill, 1, NULL, &global, NULL, 0, NULL, &filled));
  CHECK(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &global, NULL, waits,
                               waits ? &filled : NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
