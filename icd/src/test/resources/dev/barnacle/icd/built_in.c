extern handle clCreateProgramWithBuiltInKernels(handle, unsigned, const handle *, const char *, int *);
extern int clWaitForEvents(unsigned, const handle *);
extern int clGetEventInfo(handle, unsigned, size_t, void *, size_t *);

/* Sorts on the custom device, then runs kernels of a jar: one that works, one that throws. */
int main(int argc, char **argv) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 16, 1, &device, NULL));
  char names[8192];
  CHECK(clGetDeviceInfo(device, 0x103F, sizeof names, names, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle program = clCreateProgramWithBuiltInKernels(context, 1, &device, argv[1], &error);
  CHECK(error);
  int x[1000];
  for (int i = 0; i < 1000; i++)
    x[i] = i * 7919 % 1000;
  handle buffer = clCreateBuffer(context, 1 | 32, sizeof x, x, &error);
  CHECK(error);
  size_t one = 1;
  for (char *name = strtok(argv[1], ";"); name; name = strtok(NULL, ";")) {
    handle kernel = clCreateKernel(program, name, &error), event;
    CHECK(error);
    unsigned long count = 1000;
    int status;
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CHECK(clSetKernelArg(kernel, 1, sizeof count, &count));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, &event));
    int waited = clWaitForEvents(1, &event);
    CHECK(clGetEventInfo(event, 0x11D3, sizeof status, &status, NULL));
    printf("%s: %d %d\n", name, waited, status);
  }
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof x, x, 0, NULL, NULL));
  printf("%d %d %d\n", x[0], x[1], x[999]);
  return 0;
}
