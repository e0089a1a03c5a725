/*
 * Signals that the program takes reach it, whenever it took them: "before" the driver or "after";
 * on its own thread. Those that it does not take end it: a number names one to send to itself,
 * "pipe" one that comes of writing, "print" of what a kernel prints, "fault" of a bad access.
 * "threads" tells which of the process's other threads have any other signal but the JVM's unblocked.
 */
#include <dirent.h>
#include <pthread.h>
#include <signal.h>

static volatile int counts[65], elsewhere;
static pthread_t first;

static void on_signal(int number) {
  counts[number]++;
  if (number != SIGSTKFLT) /* the JVM's, which nothing on Linux sends */
    elsewhere += !pthread_equal(first, pthread_self());
}

/* What the JVM needs on its threads: faults', SIGSTKFLT; and what nobody can block. */
static unsigned long needed(void) {
  static const int numbers[] = {SIGILL, SIGBUS, SIGFPE, SIGSEGV, SIGSTKFLT, SIGKILL, SIGSTOP, 32, 33};
  unsigned long all = 0;
  for (int i = 0; i < sizeof numbers / sizeof *numbers; i++)
    all |= 1UL << (numbers[i] - 1);
  return all;
}

static void print_threads(void) {
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task; task = readdir(tasks);) {
    char path[300], line[200], name[200] = "";
    unsigned long mask = 0;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", task->d_name);
    int other = atoi(task->d_name); /* 0 for the folder's own names */
    FILE *status = !other || other == getpid() ? NULL : fopen(path, "r");
    while (status && fgets(line, sizeof line, status))
      sscanf(line, "Name: %199s", name), sscanf(line, "SigBlk: %lx", &mask);
    if (status && *name && ~(mask | needed()))
      printf("%s takes %lx\n", name, ~(mask | needed()));
    if (status)
      fclose(status);
  }
  puts("end");
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
  if (!strcmp(what, "threads")) {
    print_threads();
    return 0;
  }
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
