/* A kernel enqueues another on the device's default queue, which the host has made; with an argument
   nothing orders the two. */
extern handle clCreateCommandQueueWithProperties(handle, handle, const unsigned long *, int *);
int main(int count, char **arguments) {
  handle platform, device;
  int error, host[64] = {0};
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  /* CL_QUEUE_PROPERTIES: out of order, on the device, its default one */
  unsigned long properties[] = {0x1093, 1 | 4 | 8, 0};
  clCreateCommandQueueWithProperties(context, device, properties, &error);
  CHECK(error);
  const char *source = "kernel void parent(global int *x)\n"
                       "{\n"
                       "  x[0] = 41;\n"
                       "  enqueue_kernel(get_default_queue(), FLAG, ndrange_1D(64), ^{\n"
                       "    x[get_global_id(0)] += get_global_id(0) + 1;\n"
                       "  });\n"
                       "}\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL,
                       count > 1 ? "-cl-std=CL2.0 -DFLAG=CLK_ENQUEUE_FLAGS_NO_WAIT"
                                 : "-cl-std=CL2.0 -DFLAG=CLK_ENQUEUE_FLAGS_WAIT_KERNEL",
                       NULL, NULL));
  handle kernel = clCreateKernel(program, "parent", &error);
  CHECK(error);
  handle buffer = clCreateBuffer(context, 1 | 32, sizeof host, host, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  size_t global = 1;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
  for (int i = 1; i < 64; i++)
    CHECK(host[i] != i + 1);
  printf("%d\n", host[0]);
  return 0;
}
