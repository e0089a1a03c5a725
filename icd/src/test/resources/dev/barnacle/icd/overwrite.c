/* A kernel that overwrites the heap behind its buffer, in its first launch or, with an argument, in a later one. */
static const char *source = "kernel void heap(global int *a) { a[get_global_id(0)] = -1; }\n";

int main(int count, char **arguments) {
  handle platform, device;
  int error;
  size_t few = 4, many = 10000000;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "heap", &error);
  CHECK(error);
  handle buffer = clCreateBuffer(context, 1, 16, NULL, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  for (int i = 0; i < 10 && count > 1; i++) {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &few, &few, 0, NULL, NULL));
    CHECK(clFinish(queue));
  }
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &many, &few, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("went on");
  return 0;
}
