/* With an argument all work-items write the same value. */
int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = count > 1
                           ? "kernel void shift(global int *x) { x[0] = 7; }"
                           : "kernel void shift(global int *x) {"
                             " int i = get_global_id(0); x[i] = x[i + 1]; }";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "shift", &error);
  CHECK(error);
  static char zeros[260];
  handle x = clCreateBuffer(context, 32, 260, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof x, &x));
  size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  return 0;
}
