/* A buffer of sums that is made without contents; with an argument it begins with zeros. */
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void first(global int *x) { x[get_global_id(0)] = 1; }\n"
                       "kernel void add(global int *x) { x[get_global_id(0)] += 2; }\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle first = clCreateKernel(program, "first", &error);
  CHECK(error);
  handle add = clCreateKernel(program, "add", &error);
  CHECK(error);
  static int zeros[64];
  handle x = count > 1 ? clCreateBuffer(context, 32, 256, zeros, &error)
                       : clCreateBuffer(context, 1, 256, NULL, &error);
  CHECK(error);
  CHECK(clSetKernelArg(first, 0, sizeof x, &x));
  CHECK(clSetKernelArg(add, 0, sizeof x, &x));
  size_t half = 32, all = 64;
  CHECK(clEnqueueNDRangeKernel(queue, first, 1, NULL, &half, NULL, 0, NULL, NULL));
  CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &all, NULL, 0, NULL, NULL));
  CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &all, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
