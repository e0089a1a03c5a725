/* What a context's function is told of errors: of calls, of commands, of many threads at once. */
#include <pthread.h>
extern handle clCreateContextFromType(const long *, unsigned long, void *, void *, int *);
extern handle clCreateUserEvent(handle, int *);
extern int clSetUserEventStatus(handle, int);
extern int clWaitForEvents(unsigned, const handle *);
extern int clReleaseContext(handle);
static handle context;
static int loud = 1, count, other;

static void told(const char *message, const void *info, size_t bytes, void *data) {
  int error;
  if (loud)
    printf("%s: %s%s\n", (char *)data, message, info || bytes ? " ?" : "");
  __atomic_fetch_add(strcmp(data, "quiet") ? &count : &other, 1, __ATOMIC_SEQ_CST);
  clCreateBuffer(context, 1, 0, NULL, &error); /* an error of its own is not told */
}

static void *wrong(void *data) {
  int error;
  for (int i = 0; i < 100; i++)
    clCreateBuffer(data, 1, 0, NULL, &error);
  return NULL;
}

int main(void) {
  handle platform, device, events[1];
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, told, "first", &error);
  CHECK(error);
  handle second = clCreateContextFromType(NULL, 2, told, "second", &error);
  CHECK(error);
  handle silent = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle buffer = clCreateBuffer(context, 1, 64, NULL, &error);
  CHECK(error);
  clCreateBuffer(context, 1, 0, NULL, &error);
  clCreateBuffer(second, 6, 64, NULL, &error);
  clCreateBuffer(silent, 1, 0, NULL, &error);
  clEnqueueReadBuffer(queue, buffer, 1, 60, 8, &error, 0, NULL, NULL);
  const char *source = "kernel void k(global int *x) { x[0] = y; }";
  handle program = clCreateProgramWithSource(second, 1, &source, NULL, &error);
  CHECK(error);
  clBuildProgram(program, 0, NULL, "", NULL, NULL);
  clCreateKernel(program, "k", &error);
  handle waits = clCreateUserEvent(context, &error);
  CHECK(error);
  CHECK(clEnqueueReadBuffer(queue, buffer, 0, 0, 4, &error, 1, &waits, events));
  CHECK(clSetUserEventStatus(waits, -1));
  clWaitForEvents(1, events);
  long odd[] = {0x1234, 1, 0};
  clCreateContext(odd, 1, &device, told, "odd", &error);
  clCreateContextFromType(NULL, 4, told, "type", &error);
  clCreateContext(NULL, 1, &device, NULL, "none", &error);
  printf("%d\n", error);
  loud = 0;
  count = 0;
  handle quiet = clCreateContext(NULL, 1, &device, told, "quiet", &error);
  CHECK(error);
  pthread_t threads[8];
  for (int i = 0; i < 8; i++)
    pthread_create(&threads[i], NULL, wrong, i % 2 ? quiet : second);
  for (int i = 0; i < 8; i++)
    pthread_join(threads[i], NULL);
  printf("%d %d\n", count, other);
  return 0;
}
