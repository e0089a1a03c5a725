/* Prints the size of the report after each of two parts; in each two launches race, which nobody waits for. */
#include <sys/stat.h>
extern void *clGetExtensionFunctionAddressForPlatform(handle, const char *);
extern handle clCreateUserEvent(handle, int *);

int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  int (*finish)(unsigned) = clGetExtensionFunctionAddressForPlatform(platform, "clFinishReportBARNACLE");
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void shift(global int *x) { int i = get_global_id(0); x[i] = x[i + 1]; }";
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
  for (int part = 0; part < 2; part++) {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK(finish(60000));
    struct stat status;
    stat(arguments[1], &status);
    printf("%ld\n", (long)status.st_size);
  }
  handle never = clCreateUserEvent(context, &error); /* is not waited for without an end */
  CHECK(error);
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 1, &never, NULL));
  CHECK(finish(10));
  CHECK(finish(60000));
  fflush(stdout);
  _exit(0);
}
