/* Sixteen threads enqueue, set arguments, wait and release at once: each its own queue, and all of them one. */
#include <pthread.h>
extern int clEnqueueWriteBuffer(handle, handle, unsigned, size_t, size_t, const void *, unsigned, const handle *,
                                handle *);
extern int clReleaseMemObject(handle);
extern int clReleaseKernel(handle);
extern int clReleaseCommandQueue(handle);
extern int clFlush(handle);

enum { THREADS = 16, ITEMS = 512 };
static handle device, context, program, shared;

static void *work(void *argument) {
  long me = (long)argument;
  int error, host[ITEMS];
  unsigned random = (unsigned)me * 2654435761u + 1;
  for (int round = 0; round < 12; round++) {
    handle own = clCreateCommandQueue(context, device, 0, &error);
    CHECK(error);
    handle kernel = clCreateKernel(program, "add", &error);
    CHECK(error);
    memset(host, 0, sizeof host);
    handle buffer = clCreateBuffer(context, 1 | 32, sizeof host, host, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    int sum = 0;
    for (int i = 0; i < 60; i++) {
      random = random * 1664525 + 1013904223;
      int by = (int)(random >> 24);
      size_t global = ITEMS, local = 1 << (random >> 20 & 7);
      handle queue = random >> 16 & 1 ? own : shared;
      CHECK(clSetKernelArg(kernel, 1, sizeof by, &by));
      CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, random >> 17 & 1 ? &local : NULL, 0, NULL, NULL));
      sum += by;
      switch (random >> 12 & 7) {
      case 0:
        CHECK(clFlush(queue));
        break;
      case 1:
        CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
        if (host[7] != sum)
          printf("thread %ld: %d, not %d\n", me, host[7], sum), exit(1);
        break;
      }
      CHECK(clFinish(queue)); /* two queues take turns */
    }
    CHECK(clReleaseKernel(kernel));
    CHECK(clEnqueueReadBuffer(round % 2 ? own : shared, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++)
      if (host[i] != sum)
        printf("thread %ld: %d at %d, not %d\n", me, host[i], i, sum), exit(1);
    CHECK(clReleaseMemObject(buffer));
    CHECK(clReleaseCommandQueue(own));
  }
  return NULL;
}

int main(void) {
  int error;
  handle platform;
  const char *source = "kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }";
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  shared = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  printf("right\n");
  return 0;
}
