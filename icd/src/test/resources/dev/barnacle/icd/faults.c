/* Takes the signal of bad accesses when the JVM is there, keeps it busy, and has one of its own. */
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf back;

static void mine(int number) { siglongjmp(back, 1); }

/* Commands of several kinds, until all that they need is compiled. */
static void work(handle context, handle device) {
  const char *source = "kernel void one(global int *x) { x[get_global_id(0)] = 1; }";
  int error, host[64];
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "one", &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  for (int i = 0; i < 20000; i++) {
    handle buffer = clCreateBuffer(context, 1, sizeof host, NULL, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    size_t global = 64 - i / 1000;
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, buffer, i % 2, 0, 4 * global, host, 0, NULL, NULL));
    if (i % 64 == 0)
      CHECK(clFinish(queue));
    CHECK(clReleaseMemObject(buffer));
  }
}

int main(void) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  signal(SIGSEGV, mine);
  if (sigsetjmp(back, 1)) {
    printf("mine\n");
    return 0;
  }
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  work(context, device);
  printf("worked\n");
  *(volatile int *)NULL = 0;
  return 1;
}
