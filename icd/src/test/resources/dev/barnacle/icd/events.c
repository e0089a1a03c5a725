/* Events of launches and copies, in all the ways that programs use them. */
#include <pthread.h>
extern int clEnqueueWriteBuffer(handle, handle, unsigned, size_t, size_t, const void *, unsigned, const handle *,
                                handle *);
extern int clEnqueueCopyBuffer(handle, handle, handle, size_t, size_t, size_t, unsigned, const handle *, handle *);
extern int clReleaseCommandQueue(handle);
extern int clRetainEvent(handle);
extern int clReleaseEvent(handle);
extern int clWaitForEvents(unsigned, const handle *);
extern int clGetEventInfo(handle, unsigned, size_t, void *, size_t *);
extern int clGetEventProfilingInfo(handle, unsigned, size_t, void *, size_t *);
extern int clSetEventCallback(handle, int, void (*)(handle, int, void *), void *);
extern int clEnqueueMarkerWithWaitList(handle, unsigned, const handle *, handle *);

static handle device, context, queue, other, kernel, stop, buffer, copy;
static int host[64];

#define EXPECT(condition) \
  do \
    if (!(condition)) { \
      printf("line %d: not %s\n", __LINE__, #condition); \
      exit(1); \
    } \
  while (0)

static handle launch(handle on, handle what, unsigned waits, const handle *list) {
  size_t global = 64, local = 16;
  handle event;
  CHECK(clEnqueueNDRangeKernel(on, what, 1, NULL, &global, &local, waits, list, &event));
  return event;
}

static int status(handle event) {
  int status;
  CHECK(clGetEventInfo(event, 0x11D3, sizeof status, &status, NULL));
  return status;
}

static int first(void) {
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
  return host[0];
}

static void queries(void) {
  handle event = launch(queue, kernel, 0, NULL), found;
  unsigned type, count;
  size_t bytes;
  EXPECT(status(event) >= 0);
  while (status(event)) /* it comes to its end though nobody flushes */
    usleep(100);
  CHECK(clGetEventInfo(event, 0x11D0, sizeof found, &found, &bytes));
  EXPECT(found == queue && bytes == 8);
  CHECK(clGetEventInfo(event, 0x11D4, sizeof found, &found, NULL));
  EXPECT(found == context);
  CHECK(clGetEventInfo(event, 0x11D1, sizeof type, &type, NULL));
  EXPECT(type == 0x11F0);
  EXPECT(clGetEventInfo(event, 0x11D1, 1, &type, NULL) == -30);
  EXPECT(clGetEventInfo(event, 0x1234, 4, &type, NULL) == -30);
  CHECK(clRetainEvent(event));
  CHECK(clGetEventInfo(event, 0x11D2, sizeof count, &count, NULL));
  EXPECT(count == 2);
  CHECK(clReleaseEvent(event));
  CHECK(clReleaseEvent(event));
  EXPECT(clReleaseEvent(event) == -58 /* CL_INVALID_EVENT */);
  EXPECT(clWaitForEvents(1, &event) == -58);
  size_t global = 64;
  EXPECT(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 1, &event, NULL) == -57);
}

static void times(void) {
  handle event = launch(queue, kernel, 0, NULL), read;
  unsigned long time[5];
  CHECK(clWaitForEvents(1, &event));
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 1, &event, &read));
  for (int of = 0; of < 3; of++) { /* of the launch, of the copy; of the launch that Java has been asked for */
    if (of == 2)
      CHECK(clEnqueueMarkerWithWaitList(queue, 1, &event, NULL));
    for (int i = 0; i < 5; i++)
      CHECK(clGetEventProfilingInfo(of == 1 ? read : event, 0x1280 + i, sizeof time[i], &time[i], NULL));
    for (int i = 1; i < 5; i++)
      EXPECT(time[i - 1] && time[i] >= time[i - 1]);
  }
  EXPECT(clGetEventProfilingInfo(event, 0x1285, sizeof *time, time, NULL) == -30);
  handle none = launch(other, kernel, 0, NULL);
  CHECK(clWaitForEvents(1, &none));
  EXPECT(clGetEventProfilingInfo(none, 0x1280, sizeof *time, time, NULL) == -7);
  CHECK(clReleaseEvent(none));
  CHECK(clReleaseEvent(event));
  CHECK(clReleaseEvent(read));
}

/* Two queues take turns, and Java's commands wait for launches and these for them. */
static void waits(void) {
  int begun = first(), value;
  handle event = NULL, next;
  for (int i = 0; i < 100; i++) {
    next = launch(i % 2 ? queue : other, kernel, event != NULL, event ? &event : NULL);
    if (event)
      CHECK(clReleaseEvent(event));
    event = next;
    if (i % 10 == 9) {
      CHECK(clEnqueueCopyBuffer(other, buffer, copy, 0, 0, sizeof host, 1, &event, &next));
      CHECK(clReleaseEvent(event));
      event = next;
    }
  }
  CHECK(clWaitForEvents(1, &event));
  CHECK(clReleaseEvent(event));
  CHECK(clEnqueueReadBuffer(other, copy, 1, 0, sizeof value, &value, 0, NULL, NULL));
  EXPECT(value == begun + 100 && first() == begun + 100);
}

static int called;
static void call(handle event, int status, void *data) { __atomic_add_fetch(&called, status == 0 && data == &called, __ATOMIC_SEQ_CST); }

static void callbacks(void) {
  for (int i = 0; i < 50; i++) {
    handle event = launch(queue, kernel, 0, NULL);
    CHECK(clSetEventCallback(event, 0, call, &called));
    CHECK(clReleaseEvent(event));
  }
  CHECK(clFinish(queue));
  for (int i = 0; i < 100000 && __atomic_load_n(&called, __ATOMIC_SEQ_CST) < 50; i++)
    usleep(100);
  EXPECT(called == 50);
}

static void failures(void) {
  int at = -1;
  CHECK(clSetKernelArg(stop, 1, sizeof at, &at));
  for (int i = 0; i < 4; i++) {
    handle event = launch(queue, stop, 0, NULL);
    CHECK(clWaitForEvents(1, &event));
    EXPECT(status(event) == 0);
    CHECK(clReleaseEvent(event));
  }
  at = first();
  CHECK(clSetKernelArg(stop, 1, sizeof at, &at));
  for (int i = 0; i < 4; i++) {
    handle event = launch(queue, stop, 0, NULL);
    EXPECT(clWaitForEvents(1, &event) == -14);
    EXPECT(status(event) < 0);
    handle behind = launch(queue, kernel, 1, &event);
    EXPECT(clWaitForEvents(1, &behind) == -14 && status(behind) < 0);
    CHECK(clReleaseEvent(event));
    CHECK(clReleaseEvent(behind));
  }
  EXPECT(first() == at);
}

/* An event outlives its queue. */
static void lives(void) {
  int error;
  handle own = clCreateCommandQueue(context, device, 0, &error), found;
  CHECK(error);
  handle event = launch(own, kernel, 0, NULL);
  CHECK(clReleaseCommandQueue(own));
  CHECK(clWaitForEvents(1, &event));
  CHECK(clGetEventInfo(event, 0x11D0, sizeof found, &found, NULL));
  EXPECT(found == own && status(event) == 0);
  CHECK(clReleaseEvent(event));
}

/* More events than the shim has. */
static void many(void) {
  static handle events[70000];
  int begun = first();
  for (int i = 0; i < 70000; i++)
    events[i] = launch(queue, kernel, 0, NULL);
  CHECK(clWaitForEvents(70000, events));
  for (int i = 0; i < 70000; i++) {
    EXPECT(status(events[i]) == 0);
    CHECK(clReleaseEvent(events[i]));
  }
  EXPECT(first() == begun + 70000);
}

static void *thread(void *argument) {
  for (int i = 0; i < 300; i++) {
    handle event = launch(i % 2 ? queue : other, kernel, 0, NULL), marker;
    if (i % 7 == 0) {
      CHECK(clEnqueueMarkerWithWaitList(other, 1, &event, &marker));
      CHECK(clReleaseEvent(event));
      event = marker;
    }
    CHECK(clRetainEvent(event));
    CHECK(clReleaseEvent(event));
    CHECK(clWaitForEvents(1, &event));
    EXPECT(status(event) == 0);
    CHECK(clReleaseEvent(event));
  }
  return NULL;
}

int main(void) {
  int error;
  handle platform;
  const char *source = "kernel void add(global int *x) { atomic_inc(&x[get_global_id(0)]); }\n"
                       "kernel void stop(global int *x, int at) { if (x[get_global_id(0)] == at) __builtin_trap(); }";
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, 2 /* CL_QUEUE_PROFILING_ENABLE */, &error);
  CHECK(error);
  other = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  kernel = clCreateKernel(program, "add", &error);
  stop = clCreateKernel(program, "stop", &error);
  buffer = clCreateBuffer(context, 1 | 32, sizeof host, host, &error);
  copy = clCreateBuffer(context, 1 | 32, sizeof host, host, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  CHECK(clSetKernelArg(stop, 0, sizeof buffer, &buffer));
  for (int again = 0; again < 3; again++) { /* first Java's, then the shim's */
    queries();
    times();
    waits();
    called = 0;
    callbacks();
    failures();
    lives();
  }
  if (!getenv("BARNACLE_ENGINE")) /* or it takes a minute */
    many();
  int begun = first();
  pthread_t threads[16];
  for (int i = 0; i < 16; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < 16; i++)
    pthread_join(threads[i], NULL);
  EXPECT(first() == begun + 16 * 300);
  printf("right\n");
  return 0;
}
