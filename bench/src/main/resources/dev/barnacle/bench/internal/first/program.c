/*
 * What `barnacle bench --first-second` times, in a process of its own each. The first argument says what:
 *
 *   names START                          a line "platform NAME, VERSION" for each platform, and the devices
 *   result SOURCE START                  a first result: "first WALL 0" since START
 *   launches SOURCE COUNT START          a young process's launches: "launch_2_5 WALL CPU", of one, …
 *   build SOURCE KERNEL... START         build and each kernel's first launch: "build WALL CPU"
 *   pauses SOURCE COUNT START            launches of about a millisecond: "best_P WALL 0" and "median_P WALL 0",
 *                                        with P microseconds before each
 *   steady SOURCE COUNT ROUNDS START     calls that have been made before: "queued_1 WALL CPU", of one, …
 *
 * With "hold" before the first of them, it tells its number ("pid N") and "ready" when it has finished, and
 * ends when it is told to by its standard input. "at_NAME WALL CPU" says when it came to a place: since
 * START, and the processor time of the process by then.
 *
 * Lines are a name, wall and processor time in nanoseconds, as numbers with a fraction; "sum N" is a sum
 * over the results; "error …" is the last one.
 */
#include "system.h"
#include "clock.c"
#include "opencl.h"

enum { ITEMS = 1024 };

/* Of this process, all its threads. */
static long own_cpu(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

static Handle platform, device, context, queue, program, kernel, buffer;
static uint results[ITEMS];

static char *text_of(const char *path) {
  enum { MOST = 1 << 20 };
  char *text = malloc(MOST);
  int file = open(path, 0);
  size_t used = 0;
  for (long got; (got = read(file, text + used, MOST - 1 - used)) > 0;)
    used += (size_t)got;
  close(file);
  text[used] = 0;
  return text;
}

static void find_device(void) {
  check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
  check("clGetDeviceIDs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
}

static void set_up(void) {
  int error;
  find_device();
  long properties[] = {CL_CONTEXT_PLATFORM, (long)platform, 0};
  context = clCreateContext(properties, 1, &device, NULL, NULL, &error);
  check("clCreateContext", error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  check("clCreateCommandQueue", error);
  for (uint i = 0; i < ITEMS; i++)
    results[i] = i;
  buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof results, results, &error);
  check("clCreateBuffer", error);
}

static void build(const char *source) {
  int error;
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  check("clCreateProgramWithSource", error);
  check("clBuildProgram", clBuildProgram(program, 1, &device, "", NULL, NULL));
}

static void make_kernel(const char *name, uint value) {
  int error;
  kernel = clCreateKernel(program, name, &error);
  check("clCreateKernel", error);
  check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof value, &value));
}

static void launch(size_t items) {
  check("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
}

static void finish(void) { check("clFinish", clFinish(queue)); }

static void read_results(void) {
  check("clEnqueueReadBuffer", clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof results, results, 0, NULL, NULL));
}

static void tell(const char *name, double wall_time, double cpu) {
  printf("%s %.1f %.1f\n", name, wall_time, cpu);
}

static void tell_sum(void) {
  ulong sum = 0;
  for (int i = 0; i < ITEMS; i++)
    sum = sum * 31 + results[i];
  printf("sum %lu\n", sum);
}

/* ---- When it came where ---- */

enum { MOST_PLACES = 8 };
static struct {
  const char *name;
  long wall, cpu;
} places[MOST_PLACES];
static int place_count;

static void at(const char *name) {
  places[place_count].name = name;
  places[place_count].wall = wall();
  places[place_count++].cpu = own_cpu();
}

static void tell_places(long start) {
  tell("start", (double)start, 0);
  for (int i = 0; i < place_count; i++)
    tell(places[i].name, (double)(places[i].wall - start), (double)places[i].cpu);
}

/* ---- What clinfo -l does ---- */

static void names(long start) {
  char name[512], version[512];
  Handle platforms[64], devices[64];
  uint count = 0, device_count;
  load();
  at("at_loaded");
  check("clGetPlatformIDs", clGetPlatformIDs(64, platforms, &count));
  at("at_platform");
  for (uint i = 0; i < count; i++) {
    check("clGetPlatformInfo", clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL));
    check("clGetPlatformInfo", clGetPlatformInfo(platforms[i], CL_PLATFORM_VERSION, sizeof version, version, NULL));
    printf("platform %s, %s\n", name, version);
    device_count = 0;
    check("clGetDeviceIDs", clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, 64, devices, &device_count));
    for (uint j = 0; j < device_count; j++) {
      check("clGetDeviceInfo", clGetDeviceInfo(devices[j], CL_DEVICE_NAME, sizeof name, name, NULL));
      printf("device %s\n", name);
    }
  }
  at("at_names");
  tell_places(start);
}

/* ---- The first result ---- */

static void first_result(const char *path, long start) {
  load();
  at("at_loaded");
  check("clGetPlatformIDs", clGetPlatformIDs(1, &platform, NULL));
  at("at_platform");
  set_up();
  at("at_context");
  build(text_of(path));
  at("at_build");
  make_kernel("add", 7);
  at("at_kernel");
  launch(ITEMS);
  read_results();
  at("at_result");
  tell("first", (double)(places[place_count - 1].wall - start), 0);
  tell_places(start);
  tell_sum();
}

/* ---- Launches of a young process ---- */

static long *sorted_by_time;

static double median(const long *times, long count) {
  for (long i = 0; i < count; i++)
    sorted_by_time[i] = times[i];
  for (long gap = count / 2; gap > 0; gap /= 2)
    for (long i = gap; i < count; i++) {
      long value = sorted_by_time[i], j = i;
      for (; j >= gap && sorted_by_time[j - gap] > value; j -= gap)
        sorted_by_time[j] = sorted_by_time[j - gap];
      sorted_by_time[j] = value;
    }
  return (double)(sorted_by_time[(count - 1) / 2] + sorted_by_time[count / 2]) / 2;
}

static void launches(const char *path, long count) {
  static const struct {
    const char *name;
    long first, last;
  } ranges[] = {
      {"launch_2_5", 2, 5},         {"launch_21_50", 21, 50},         {"launch_101_200", 101, 200},
      {"launch_501_1000", 501, 1000}, {"launch_2001_5000", 2001, 5000}, {"launch_10001", 10001, 20000},
  };
  enum { RANGES = sizeof ranges / sizeof *ranges };
  long *times = malloc((size_t)(count + 1) * sizeof *times), cpu[RANGES] = {0};
  sorted_by_time = malloc((size_t)(count + 1) * sizeof *times);
  load();
  set_up();
  build(text_of(path));
  make_kernel("add", 0);
  for (long i = 1; i <= count; i++) {
    for (int r = 0; r < RANGES; r++)
      if (i == ranges[r].first)
        cpu[r] = own_cpu();
    uint value = (uint)i;
    long start = wall();
    check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof value, &value));
    launch(ITEMS);
    finish();
    times[i] = wall() - start;
    for (int r = 0; r < RANGES; r++)
      if (i == ranges[r].last)
        cpu[r] = own_cpu() - cpu[r];
  }
  for (int r = 0; r < RANGES && ranges[r].last <= count; r++) {
    long of = ranges[r].last - ranges[r].first + 1;
    tell(ranges[r].name, median(times + ranges[r].first, of), (double)cpu[r] / (double)of);
  }
  read_results();
  tell_sum();
}

/* ---- Build and first launches ---- */

static void tell_log(void) {
  static char log[4096];
  if (!clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL)) {
    char *line = strtok(log, "\n");
    printf("error the program does not build: %s\n", line ? line : "");
    exit(1);
  }
}

static void builds(const char *path, char **kernels, int count) {
  const char *source = text_of(path);
  int error;
  load();
  set_up();
  finish();
  long cpu = tree_cpu(getppid()), start = wall();
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  check("clCreateProgramWithSource", error);
  if (clBuildProgram(program, 1, &device, "", NULL, NULL))
    tell_log();
  for (int i = 0; i < count; i++) {
    make_kernel(kernels[i], 3);
    launch(ITEMS);
    finish();
  }
  long took = wall() - start;
  tell("build", (double)took, (double)(tree_cpu(getppid()) - cpu));
  read_results();
  tell_sum();
}

/* ---- Calls of a process that has run for a while ---- */

enum { MOST_ROUNDS = 100 };

/* Tells the median of rounds of `count` calls, without the first third of them. */
static void steady(const char *name, long count, int rounds, void (*calls)(long)) {
  static long times[MOST_ROUNDS];
  int skipped = rounds / 3;
  long cpu = 0;
  for (int i = 0; i < rounds; i++) {
    if (i == skipped)
      cpu = own_cpu();
    long start = wall();
    calls(count);
    times[i] = wall() - start;
  }
  int of = rounds - skipped;
  tell(name, median(times + skipped, of) / (double)count, (double)(own_cpu() - cpu) / (double)count / of);
}

static size_t size;

static void queue_all(long count) {
  for (long i = 0; i < count; i++)
    launch(size);
  finish();
}

static void one_by_one(long count) {
  for (long i = 0; i < count; i++) {
    launch(size);
    finish();
  }
}

static void set_ints(long count) {
  for (long i = 0; i < count; i++) {
    uint value = (uint)i;
    check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof value, &value));
  }
}

static void set_buffers(long count) {
  for (long i = 0; i < count; i++)
    check("clSetKernelArg", clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
}

static void write_all(long count) {
  for (long i = 0; i < count; i++) {
    uint value = (uint)i;
    check("clEnqueueWriteBuffer", clEnqueueWriteBuffer(queue, buffer, 1, 0, sizeof value, &value, 0, NULL, NULL));
  }
}

static void create_and_release(long count) {
  for (long i = 0; i < count; i++) {
    int error;
    Handle made = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, NULL, &error);
    check("clCreateBuffer", error);
    check("clReleaseMemObject", clReleaseMemObject(made));
  }
}

static void steady_calls(const char *path, long count, int rounds) {
  rounds = rounds > MOST_ROUNDS ? MOST_ROUNDS : rounds;
  sorted_by_time = malloc(MOST_ROUNDS * sizeof *sorted_by_time);
  load();
  set_up();
  build(text_of(path));
  make_kernel("nothing", 0);
  size = 1;
  steady("queued_1", count, rounds, queue_all);
  steady("finish_1", count, rounds, one_by_one);
  size = 4096;
  steady("queued_4096", count, rounds, queue_all);
  steady("finish_4096", count, rounds, one_by_one);
  steady("set_int", count, rounds, set_ints);
  steady("set_buffer", count, rounds, set_buffers);
  steady("write_4", count, rounds, write_all);
  steady("create_release", count, rounds, create_and_release);
}

/* ---- Launches with pauses ---- */

#define WANTED_NANOS 900000
#define WARM_NANOS 1000000000L
#define PAUSE_SHARE 4 /* of the longest pauses there are fewer */

static long time_of(size_t items) {
  long start = wall();
  launch(items);
  finish();
  return wall() - start;
}

/* Has the kernel run for about a millisecond on this platform, by how often its loop runs. */
static void set_length(void) {
  for (uint rounds = 64; rounds < 1u << 30; rounds += rounds / 2) {
    long best = 0;
    check("clSetKernelArg", clSetKernelArg(kernel, 1, sizeof rounds, &rounds));
    for (int i = 0; i < 10; i++) {
      long took = time_of(ITEMS);
      best = best && best < took ? best : took;
    }
    if (best > WANTED_NANOS)
      return;
  }
}

static void pauses(const char *path, long count) {
  static const struct {
    const char *best, *median;
    uint micros;
  } all[] = {{"best_0", "median_0", 0},
             {"best_200", "median_200", 200},
             {"best_2000", "median_2000", 2000},
             {"best_20000", "median_20000", 20000}};
  long *times = malloc((size_t)count * sizeof *times);
  sorted_by_time = malloc((size_t)count * sizeof *sorted_by_time);
  load();
  set_up();
  build(text_of(path));
  make_kernel("churn", 0);
  set_length();
  for (long start = wall(); wall() - start < WARM_NANOS;) /* platforms may make better code meanwhile */
    time_of(ITEMS);
  set_length();
  for (size_t p = 0; p < sizeof all / sizeof *all; p++) {
    long of = all[p].micros > 2000 && count > PAUSE_SHARE ? count / PAUSE_SHARE : count;
    for (long i = 0; i < of; i++) {
      if (all[p].micros)
        usleep(all[p].micros);
      times[i] = time_of(ITEMS);
    }
    double middle = median(times, of);
    tell(all[p].best, (double)sorted_by_time[0], 0);
    tell(all[p].median, middle, 0);
  }
}

/* A competitor for a processor, until it is ended. */
static void spin(void) {
  for (;;)
    __asm__ volatile("");
}

static void hold(void) {
  char any;
  printf("pid %d\nready\n", getpid());
  fflush(NULL);
  read(0, &any, 1);
}

int main(int count, char **arguments) {
  at("at_main");
  int is_held = count > 1 && !strcmp(arguments[1], "hold");
  count -= is_held;
  arguments += is_held;
  const char *what = count > 1 ? arguments[1] : "";
  long start = count > 1 ? atol(arguments[count - 1]) : 0;
  if (!strcmp(what, "names")) {
    names(start);
  } else if (!strcmp(what, "result") && count == 4) {
    first_result(arguments[2], start);
  } else if (!strcmp(what, "launches") && count == 5) {
    launches(arguments[2], atol(arguments[3]));
  } else if (!strcmp(what, "build") && count > 4) {
    builds(arguments[2], arguments + 3, count - 4);
  } else if (!strcmp(what, "pauses") && count == 5) {
    pauses(arguments[2], atol(arguments[3]));
  } else if (!strcmp(what, "spin")) {
    spin();
  } else if (!strcmp(what, "steady") && count == 6) {
    steady_calls(arguments[2], atol(arguments[3]), atoi(arguments[4]));
  } else {
    return 2;
  }
  if (is_held)
    hold();
  fflush(NULL);
  return 0;
}
