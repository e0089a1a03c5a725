/*
 * Signals that the program takes reach it, whenever it took them: "before" the driver or "after";
 * on its own thread. Those that it does not take end it: a number names one to send to itself,
 * "pipe" one that comes of writing, "print" of what a kernel prints, "fault" of a bad access.
 */
#include <pthread.h>
#include <signal.h>

static volatile int counts[65], elsewhere;
static pthread_t first;

static void on_signal(int number) {
  counts[number]++;
  elsewhere += !pthread_equal(first, pthread_self());
}

static int is_tried(int number) { return number != SIGKILL && number != SIGSTOP && number != 32 && number != 33; }

static void take(void) {
  for (int i = 1; i < 65; i++)
    if (is_tried(i))
      signal(i, on_signal);
}

static void print_until_the_end(handle platform) {
  handle device;
  int error;
  const char *source = "kernel void talk(void) { printf(\"line\\n\"); }";
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "talk", &error);
  CHECK(error);
  size_t one = 1;
  for (;;) {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
    CHECK(clFinish(queue));
  }
}

int main(int count, char **arguments) {
  handle platform;
  const char *what = arguments[1];
  first = pthread_self();
  if (atoi(what))
    signal(atoi(what), SIG_DFL); /* who starts the tests may ignore it, as nohup does */
  if (!strcmp(what, "before"))
    take();
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(small_kernel(platform, ""));
  if (!strcmp(what, "pipe"))
    for (;;)
      puts("line");
  if (!strcmp(what, "print"))
    print_until_the_end(platform);
  if (!strcmp(what, "fault"))
    *(volatile int *)16 = 1;
  if (atoi(what))
    kill(getpid(), atoi(what));
  if (!strcmp(what, "after"))
    take();
  CHECK(small_kernel(platform, ""));
  for (int i = 1; i < 65; i++)
    if (is_tried(i))
      kill(getpid(), i);
  for (int i = 1; i < 65; i++)
    if (is_tried(i) && counts[i] != 1)
      printf("signal %d: %d calls\n", i, counts[i]);
  CHECK(small_kernel(platform, ""));
  printf("%d elsewhere\n", elsewhere);
  return 0;
}
