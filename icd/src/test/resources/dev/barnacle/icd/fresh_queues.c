/*
 * Two threads that make the first launches of a queue at one moment; one that waits for a launch of its
 * own while the other goes on enqueueing; and one that is cancelled inside of a call.
 */
#include <pthread.h>
#include <sched.h>
extern int clReleaseCommandQueue(handle);
extern int clReleaseEvent(handle);
extern int clFlush(handle);
extern int clReleaseMemObject(handle);
extern int clWaitForEvents(unsigned, const handle *);
extern int clEnqueueMarkerWithWaitList(handle, unsigned, const handle *, handle *);
extern handle clCreateUserEvent(handle, int *);
extern int clSetUserEventStatus(handle, int);

static handle device, context, queue, kernels[2], buffers[2];
static int ready, go, stop;

static const char *source = "kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }\n";

static void launch(handle on, handle kernel, handle *event) {
  size_t global = 64, local = 64;
  CHECK(clEnqueueNDRangeKernel(on, kernel, 1, NULL, &global, &local, 0, NULL, event));
}

static void meet(int round) {
  __atomic_add_fetch(&ready, 1, __ATOMIC_SEQ_CST);
  for (int i = 0; __atomic_load_n(&ready, __ATOMIC_SEQ_CST) < 2 * round; i++)
    if (i > 100000)
      sched_yield(); /* on a busy machine */
}

enum { QUEUES = 500 };
static handle fresh[QUEUES];

static void *first_launches(void *kernel) {
  for (int i = 0; i < QUEUES; i++) {
    meet(i + 1);
    launch(fresh[i], kernel, NULL);
    CHECK(clFinish(fresh[i]));
  }
  return NULL;
}

static void *enqueue_on(void *kernel) {
  while (!__atomic_load_n(&stop, __ATOMIC_SEQ_CST)) {
    launch(queue, kernel, NULL);
    CHECK(clFlush(queue));
    __atomic_store_n(&go, 1, __ATOMIC_SEQ_CST);
  }
  return NULL;
}

static void *finish(void *on) {
  __atomic_store_n(&go, 2, __ATOMIC_SEQ_CST);
  CHECK(clFinish(on));
  return NULL;
}

static int value(handle buffer) {
  int host[64];
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
  return host[5];
}

static void waits_end_though_others_enqueue(void) {
  pthread_t thread;
  stop = go = 0;
  pthread_create(&thread, NULL, enqueue_on, kernels[1]);
  while (!__atomic_load_n(&go, __ATOMIC_SEQ_CST))
    ;
  for (int i = 0; i < 50; i++) {
    handle event;
    launch(queue, kernels[0], &event);
    CHECK(clWaitForEvents(1, &event));
    CHECK(clReleaseEvent(event));
    value(buffers[0]);
    CHECK(clFinish(queue));
  }
  __atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
  pthread_join(thread, NULL);
}

/* A cancelled thread ends when its call does. */
static void cancelling_ends_no_process(void) {
  int error;
  go = 0;
  handle user = clCreateUserEvent(context, &error);
  CHECK(error);
  pthread_t thread;
  CHECK(clEnqueueMarkerWithWaitList(queue, 1, &user, NULL));
  pthread_create(&thread, NULL, finish, queue);
  while (__atomic_load_n(&go, __ATOMIC_SEQ_CST) != 2)
    ;
  usleep(20000); /* so that it mostly is inside */
  pthread_cancel(thread);
  CHECK(clSetUserEventStatus(user, 0));
  pthread_join(thread, NULL);
  launch(queue, kernels[0], NULL);
  CHECK(clFinish(queue));
  CHECK(clReleaseEvent(user));
}

int main(void) {
  int error, one = 1, zeros[64] = {0};
  handle platform;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  for (int i = 0; i < 2; i++) {
    kernels[i] = clCreateKernel(program, "add", &error);
    CHECK(error);
    buffers[i] = clCreateBuffer(context, 1 | 32, sizeof zeros, zeros, &error);
    CHECK(error);
    CHECK(clSetKernelArg(kernels[i], 0, sizeof buffers[i], &buffers[i]));
    CHECK(clSetKernelArg(kernels[i], 1, sizeof one, &one));
    for (int j = 0; j < 5; j++) { /* then the shim launches it */
      launch(queue, kernels[i], NULL);
      CHECK(clFinish(queue));
    }
  }
  for (int i = 0; i < QUEUES; i++) {
    fresh[i] = clCreateCommandQueue(context, device, 0, &error);
    CHECK(error);
  }
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, first_launches, kernels[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; i++)
    if (value(buffers[i]) != QUEUES + 5)
      printf("%d launches of %d\n", value(buffers[i]), QUEUES + 5), exit(1);
  for (int i = 0; i < QUEUES; i++)
    CHECK(clReleaseCommandQueue(fresh[i]));
  waits_end_though_others_enqueue();
  for (int i = 0; i < 10; i++)
    cancelling_ends_no_process();
  puts("right");
  return 0;
}
