int main(void) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void add(global const float *x, global float *y) {"
                       " int i = get_global_id(0); y[i] += x[i];"
                       " if (i == 0) printf(\"kernel %d\\n\", i); }";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "add", &error);
  CHECK(error);
  float x[1000], y[1000];
  for (int i = 0; i < 1000; i++)
    x[i] = i, y[i] = 2 * i;
  handle a = clCreateBuffer(context, 4 | 32, sizeof x, x, &error);
  CHECK(error);
  handle b = clCreateBuffer(context, 1 | 32, sizeof y, y, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof a, &a));
  CHECK(clSetKernelArg(kernel, 1, sizeof b, &b));
  size_t global = 1000;
  printf("before\n"); /* a kernel's output comes behind it, though both are buffered */
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(queue, b, 1, 0, sizeof y, y, 0, NULL, NULL));
  for (int i = 0; i < 1000; i++)
    if (y[i] != 3 * i)
      return 1;
  printf("right\n");
  return 0;
}
