/*
 * Calls that the specification has return at once, each beside a kernel that runs until the host lets it
 * end. One that waited for the kernel would wait for ever. First while Java runs the kernel, then the shim.
 */
#include <pthread.h>
extern int clEnqueueWriteBuffer(handle, handle, unsigned, size_t, size_t, const void *, unsigned, const handle *,
                                handle *);
extern int clEnqueueFillBuffer(handle, handle, const void *, size_t, size_t, size_t, unsigned, const handle *,
                               handle *);
extern int clEnqueueCopyBuffer(handle, handle, handle, size_t, size_t, size_t, unsigned, const handle *, handle *);
extern void *clEnqueueMapBuffer(handle, handle, unsigned, unsigned long, size_t, size_t, unsigned, const handle *,
                                handle *, int *);
extern int clEnqueueMarkerWithWaitList(handle, unsigned, const handle *, handle *);
extern int clEnqueueBarrierWithWaitList(handle, unsigned, const handle *, handle *);
extern int clEnqueueUnmapMemObject(handle, handle, void *, unsigned, const handle *, handle *);
extern int clReleaseMemObject(handle);
extern int clReleaseKernel(handle);
extern int clReleaseProgram(handle);
extern int clReleaseContext(handle);
extern int clReleaseCommandQueue(handle);
extern int clReleaseEvent(handle);
extern int clRetainMemObject(handle);
extern int clFlush(handle);
extern int clWaitForEvents(unsigned, const handle *);
extern int clGetEventInfo(handle, unsigned, size_t, void *, size_t *);
extern int clSetEventCallback(handle, int, void (*)(handle, int, void *), void *);
extern handle clCreateUserEvent(handle, int *);
extern int clSetUserEventStatus(handle, int);
extern void *clSVMAlloc(handle, unsigned long, size_t, unsigned);
extern void clSVMFree(handle, void *);
extern int clSetMemObjectDestructorCallback(handle, void (*)(handle, void *), void *);

static const char *source =
    "kernel void wait_for_host(volatile global int *flag, global int *out) {\n"
    "  while (atomic_load_explicit((volatile global atomic_int *)flag, memory_order_acquire,\n"
    "                              memory_scope_all_svm_devices) == 0);\n"
    "  out[get_global_id(0)] += flag[0]; }\n"
    "kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }\n";

static handle platform, device, context, program;
static volatile int flag[16] __attribute__((aligned(4096)));
static int called, destroyed;

#define EXPECT(condition) \
  do \
    if (!(condition)) { \
      printf("line %d: not %s\n", __LINE__, #condition); \
      exit(1); \
    } \
  while (0)

static void count(handle event, int status, void *data) { __atomic_add_fetch((int *)data, 1, __ATOMIC_SEQ_CST); }
static void count_destroyed(handle object, void *data) { __atomic_add_fetch((int *)data, 1, __ATOMIC_SEQ_CST); }

static handle buffer_of(unsigned long flags, size_t bytes, void *data) {
  int error;
  handle buffer = clCreateBuffer(context, flags, bytes, data, &error);
  CHECK(error);
  return buffer;
}

static handle queue_of(void) {
  int error;
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  return queue;
}

static handle kernel_of(const char *name) {
  int error;
  handle kernel = clCreateKernel(program, name, &error);
  CHECK(error);
  return kernel;
}

static handle launch(handle queue, handle kernel, unsigned waits, const handle *list) {
  size_t global = 64, local = 64;
  handle event;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, waits, list, &event));
  return event;
}

static void calls(int launches_before) {
  int error, host[64], pattern = 7, read_late[64] = {0}, status = -1;
  memset(host, 0, sizeof host);
  handle queue = queue_of(), other = queue_of(), third = queue_of();
  handle waiting = kernel_of("wait_for_host"), add = kernel_of("add"), unused = kernel_of("add");
  handle signal = buffer_of(1 | 8 /* CL_MEM_USE_HOST_PTR */, sizeof flag, (void *)flag);
  handle out = buffer_of(1 | 32, sizeof host, host), mine = buffer_of(1 | 32, sizeof host, host);
  handle unrelated = buffer_of(1, 4096, NULL);
  void *shared = clSVMAlloc(context, 1, 4096, 0);
  int by = 3;
  long properties[] = {0x1084, (long)platform, 0};
  handle second = clCreateContext(properties, 1, &device, NULL, NULL, &error), user = clCreateUserEvent(context, &error);
  CHECK(error);
  CHECK(clSetKernelArg(waiting, 0, sizeof signal, &signal));
  CHECK(clSetKernelArg(waiting, 1, sizeof out, &out));
  CHECK(clSetKernelArg(add, 0, sizeof mine, &mine));
  CHECK(clSetKernelArg(add, 1, sizeof by, &by));
  flag[0] = 1;
  for (int i = 0; i < launches_before; i++) {
    CHECK(clReleaseEvent(launch(queue, waiting, 0, NULL)));
    CHECK(clReleaseEvent(launch(other, add, 0, NULL)));
    CHECK(clFinish(queue));
    CHECK(clFinish(other));
  }
  called = destroyed = 0;
  CHECK(clSetMemObjectDestructorCallback(out, count_destroyed, &destroyed));
  __atomic_store_n(&flag[0], 0, __ATOMIC_SEQ_CST);
  handle event = launch(queue, waiting, 0, NULL), after = launch(queue, waiting, 0, NULL);
  CHECK(clFlush(queue));
  do
    CHECK(clGetEventInfo(event, 0x11D3, sizeof status, &status, NULL));
  while (status > 1); /* it runs */

  /* Objects that have nothing to do with it, of its context and of another. */
  CHECK(clReleaseMemObject(unrelated));
  CHECK(clReleaseKernel(unused));
  clSVMFree(context, shared);
  CHECK(clReleaseContext(second));
  unrelated = buffer_of(1 | 32, sizeof host, host);
  handle later = kernel_of("add");

  /* What is enqueued behind it, and waits for its event in other queues. */
  handle marker, events[4];
  CHECK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
  CHECK(clEnqueueFillBuffer(queue, mine, &pattern, 4, 0, sizeof host, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(queue, mine, 0, 0, sizeof host, read_late, 0, NULL, &events[0]));
  CHECK(clEnqueueWriteBuffer(queue, unrelated, 0, 0, sizeof host, host, 0, NULL, NULL));
  CHECK(clEnqueueCopyBuffer(queue, mine, unrelated, 0, 0, sizeof host, 0, NULL, NULL));
  CHECK(clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL));
  void *mapped = clEnqueueMapBuffer(queue, unrelated, 0, 1, 0, sizeof host, 0, NULL, &events[1], &error);
  CHECK(error);
  events[2] = launch(other, add, 1, &event);
  events[3] = launch(other, add, 1, &after);
  CHECK(clFlush(other));
  CHECK(clSetEventCallback(event, 0, count, &called));
  CHECK(clSetEventCallback(after, 0, count, &called));
  CHECK(clSetUserEventStatus(user, 0));
  CHECK(clGetEventInfo(event, 0x11D3, sizeof status, &status, NULL));
  EXPECT(status == 1);
  CHECK(clGetEventInfo(after, 0x11D3, sizeof status, &status, NULL));
  EXPECT(status > 0);

  /* A queue of its own comes to its end meanwhile. */
  CHECK(clSetKernelArg(later, 0, sizeof unrelated, &unrelated));
  CHECK(clSetKernelArg(later, 1, sizeof by, &by));
  handle own = launch(third, later, 0, NULL);
  CHECK(clWaitForEvents(1, &own));
  CHECK(clReleaseEvent(own));
  CHECK(clFinish(third));
  CHECK(clReleaseCommandQueue(third));

  /* What it uses is released. */
  CHECK(clReleaseMemObject(signal));
  CHECK(clReleaseMemObject(out));
  CHECK(clReleaseKernel(waiting));
  CHECK(clReleaseEvent(after));
  CHECK(clReleaseCommandQueue(queue));
  EXPECT(called == 0 && destroyed == 0);

  __atomic_store_n(&flag[0], 5, __ATOMIC_SEQ_CST);
  CHECK(clWaitForEvents(4, events));
  CHECK(clWaitForEvents(1, &event));
  CHECK(clWaitForEvents(1, &marker));
  for (int i = 0; i < 64; i++)
    EXPECT(read_late[i] == 7 || read_late[i] == 7 + by || read_late[i] == 7 + 2 * by);
  (void)mapped;
  for (int i = 0; i < 4; i++)
    CHECK(clReleaseEvent(events[i]));
  CHECK(clReleaseEvent(event));
  CHECK(clReleaseEvent(marker));
  CHECK(clReleaseEvent(user));
  while (__atomic_load_n(&called, __ATOMIC_SEQ_CST) < 2 || !__atomic_load_n(&destroyed, __ATOMIC_SEQ_CST))
    usleep(1000);
  CHECK(clFinish(other));
  CHECK(clReleaseCommandQueue(other));
  CHECK(clReleaseKernel(add));
  CHECK(clReleaseKernel(later));
  CHECK(clReleaseMemObject(mine));
  CHECK(clReleaseMemObject(unrelated));
}

int main(void) {
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL));
  calls(0);
  for (int i = 0; i < 20; i++)
    calls(4);
  CHECK(clReleaseProgram(program));
  puts("right");
  return 0;
}
