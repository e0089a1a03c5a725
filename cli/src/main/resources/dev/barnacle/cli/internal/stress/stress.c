/* @NAME@: a litmus test, many instances of which run in each launch of a kernel.
 *
@TEST@
 *
 *   cc @FILE@.c -lOpenCL -o @FILE@
 *   ./@FILE@ [--platform N] [--device N] [--iterations N] [--instances N] [--seed N]
 *
 * Prints how often each final state was seen; *> is before those of the condition. The states that
 * @MODEL@ allows were written into this program.
 *
 * Exit status: 0 all were allowed, 1 one was not, 2 an error, 77 the device cannot run it. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  THREADS = @THREADS@,
  GROUPS = @GROUPS@,     /* work-groups of an instance */
  OBSERVED = @OBSERVED@,   /* values of a final state that the condition or filter names */
  SHOWN = @SHOWN@,      /* those of them that are shown */
  GLOBALS = @GLOBALS@,    /* locations in global memory */
  ALLOWED = @ALLOWED@,    /* states that the model allows */
  UNDEFINED = @UNDEFINED@,  /* whether it finds a fault, and allows everything */
  MOST_SIZE = 256,
  WIDEST = 16,    /* the greatest stride */
  SCRATCHPAD = 1024,
  MOST = 16,      /* platforms, devices */
  MOST_STATES = 4096
};

static const char *const source =
@KERNEL@;

static const char *const names[] = {@NAMES@ NULL};

/* The bytes of each location of an instance. */
static const size_t bytes[] = {@BYTES@ 0};

static const cl_long allowed[ALLOWED + 1][OBSERVED + 1] = {
@STATES@
  {0}
};

/* Returns whether a state satisfies the condition. */
static int condition(const cl_long *v) {
  (void)v;
  return @CONDITION@;
}

/* Returns whether a state counts. */
static int filter(const cl_long *v) {
  (void)v;
  return @FILTER@;
}

/* A final state, and how often it was seen. */
static struct state {
  cl_long values[OBSERVED + 1];
  unsigned long count;
} seen[MOST_STATES];
static int states;

static unsigned long long random_state;

static unsigned random_below(unsigned bound) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (unsigned)((random_state >> 33) % bound);
}

static void fail(const char *what) {
  fprintf(stderr, "@NAME@: %s\n", what);
  exit(2);
}

static void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS) {
    fprintf(stderr, "@NAME@: %s: error %d\n", what, error);
    exit(2);
  }
}

static void skip(const char *why) {
  printf("@NAME@: skipped: %s\n", why);
  exit(77);
}

static cl_device_id chosen(unsigned platform, unsigned device) {
  cl_platform_id platforms[MOST];
  cl_device_id devices[MOST];
  cl_uint count = 0;
  cl_int error = clGetPlatformIDs(MOST, platforms, &count);
  if (error == -1001 || platform >= count) { /* the loader has none */
    fail("there is no such platform");
  }
  check(error, "clGetPlatformIDs");
  error = clGetDeviceIDs(platforms[platform], CL_DEVICE_TYPE_ALL, MOST, devices, &count);
  if (error == CL_DEVICE_NOT_FOUND || device >= count) {
    fail("there is no such device");
  }
  check(error, "clGetDeviceIDs");
  return devices[device];
}

/* Devices before OpenCL 3.0 do not say what atomic operations they have. */
static void need(cl_device_id device) {
  cl_device_atomic_capabilities has = 0;
  cl_device_atomic_capabilities needed = @CAPABILITIES@;
  if (clGetDeviceInfo(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof has, &has, NULL) ==
          CL_SUCCESS &&
      (has & needed) != needed) {
    skip("the device has not all of the orders and scopes");
  }
  cl_uint groups = 0;
  if (@SUB_GROUPS@ &&
      (clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof groups, &groups, NULL) !=
           CL_SUCCESS ||
       groups == 0)) {
    skip("the device has no sub-groups");
  }
}

static cl_program built(cl_context context, cl_device_id device, size_t size) {
  static const char *const standards[] = {@STANDARDS@ NULL};
  static char log[16384];
  for (int s = 0; standards[s] != NULL; s++) {
    cl_int error;
    char options[64];
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    snprintf(options, sizeof options, "-cl-std=%s -DSIZE=%u", standards[s], (unsigned)size);
    if (clBuildProgram(program, 1, &device, options, NULL, NULL) == CL_SUCCESS) {
      return program;
    }
    if (s == 0) {
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    }
    clReleaseProgram(program);
  }
  fprintf(stderr, "%s\n", log);
  skip("the device does not build the kernel");
  return NULL;
}

static cl_mem buffer(cl_context context, size_t size) {
  cl_int error;
  cl_mem made = clCreateBuffer(context, CL_MEM_READ_WRITE, size, NULL, &error);
  check(error, "clCreateBuffer");
  return made;
}

static cl_kernel kernel(cl_program program, const char *name) {
  cl_int error;
  cl_kernel made = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  return made;
}

static void number(cl_kernel k, cl_uint at, cl_uint value) {
  check(clSetKernelArg(k, at, sizeof value, &value), "clSetKernelArg");
}

static void object(cl_kernel k, cl_uint at, cl_mem value) {
  check(clSetKernelArg(k, at, sizeof value, &value), "clSetKernelArg");
}

static void run(cl_command_queue queue, cl_kernel k, size_t global, size_t size) {
  check(clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &size, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
}

static void *memory(size_t size) {
  void *made = malloc(size);
  if (made == NULL) {
    fail("out of memory");
  }
  return made;
}

/* Numbers work-groups: those of an instance are neighbours, or far apart, or anywhere. */
static void shuffle(unsigned way, cl_uint *numbers, unsigned testing, unsigned groups) {
  unsigned clusters = testing / GROUPS;
  for (unsigned i = 0; i < groups; i++) {
    numbers[i] = way % 3 == 1 && i < testing ? i % clusters * GROUPS + i / clusters : i;
  }
  for (unsigned i = groups - 1; i > 0 && way % 3 == 2; i--) {
    unsigned other = random_below(i + 1);
    cl_uint kept = numbers[i];
    numbers[i] = numbers[other];
    numbers[other] = kept;
  }
}

static void count(const cl_long *values) {
  int s = 0;
  if (!filter(values)) {
    return;
  }
  while (s < states && memcmp(seen[s].values, values, OBSERVED * sizeof *values) != 0) {
    s++;
  }
  if (s == states) {
    if (states == MOST_STATES) {
      fail("too many different states");
    }
    memcpy(seen[states++].values, values, OBSERVED * sizeof *values);
  }
  seen[s].count++;
}

static int is_allowed(const cl_long *values) {
  for (int s = 0; s < ALLOWED; s++) {
    if (memcmp(allowed[s], values, OBSERVED * sizeof *values) == 0) {
      return 1;
    }
  }
  return UNDEFINED;
}

static int order(const void *a, const void *b) {
  const struct state *x = a, *y = b;
  for (int k = 0; k < OBSERVED; k++) {
    if (x->values[k] != y->values[k]) {
      return x->values[k] < y->values[k] ? -1 : 1;
    }
  }
  return 0;
}

/* Prints what was seen, as litmus7 does. Returns the exit status. */
static int report(double seconds) {
  unsigned long positive = 0, all = 0;
  int forbidden = 0;
  qsort(seen, states, sizeof *seen, order);
  printf("Histogram (%d state%s)\n", states, states == 1 ? "" : "s");
  for (int s = 0; s < states; s++) {
    int holds = condition(seen[s].values), allows = is_allowed(seen[s].values);
    printf("%-9lu%s>", seen[s].count, holds ? "*" : ":");
    for (int k = 0; k < SHOWN; k++) {
      printf("%s%s=%lld;", k == 0 ? "" : " ", names[k], (long long)seen[s].values[k]);
    }
    printf("%s\n", allows ? "" : " forbidden");
    positive += holds ? seen[s].count : 0;
    all += seen[s].count;
    forbidden += !allows;
  }
  printf("Witnesses\nPositive: %lu Negative: %lu\n", @NOT@ ? all - positive : positive,
         @NOT@ ? positive : all - positive);
  printf("Observation @NAME@ %s %lu %lu\n",
         positive == 0 ? "Never" : positive == all ? "Always" : "Sometimes", positive,
         all - positive);
  printf("Time @NAME@ %.3f\n", seconds);
  if (all == 0) {
    skip("no instance was run by all of its threads");
  }
  if (UNDEFINED) {
    printf("@MODEL@ finds a fault, such as a data race: it allows every outcome\n");
  } else {
    printf("@MODEL@ allows %d outcome%s: %d of them seen; %d seen that it forbids\n", ALLOWED,
           ALLOWED == 1 ? "" : "s", states - forbidden, forbidden);
  }
  return forbidden > 0;
}

int main(int argc, char **argv) {
  unsigned platform = 0, device_number = 0, iterations = 100, instances = 8192, seed = 1;
  for (int i = 1; i < argc; i += 2) {
    const char *const options[] = {"--platform", "--device", "--iterations", "--instances",
                                   "--seed"};
    unsigned *const values[] = {&platform, &device_number, &iterations, &instances, &seed};
    int o = 0;
    char *end = NULL;
    while (o < 5 && strcmp(argv[i], options[o]) != 0) {
      o++;
    }
    if (o < 5 && i + 1 < argc) {
      *values[o] = strtoul(argv[i + 1], &end, 10);
    }
    if (end == NULL || *end != '\0' || end == argv[i + 1]) {
      fail("expected [--platform N] [--device N] [--iterations N] [--instances N] [--seed N]");
    }
  }
  random_state = seed;
  cl_device_id device = chosen(platform, device_number);
  cl_int error;
  size_t size = 0, most = 0;
  static char name[256];
  need(device);
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, NULL), "CL_DEVICE_NAME");
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL),
        "CL_DEVICE_MAX_WORK_GROUP_SIZE");
  for (size = 1; 2 * size <= most && 2 * size <= MOST_SIZE;) {
    size *= 2;
  }
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  check(error, "clCreateCommandQueueWithProperties");
  cl_program program = built(context, device, size);
  cl_kernel prepare = kernel(program, "prepare"), test = kernel(program, "test"),
            collect = kernel(program, "collect");
  unsigned clusters = instances / size / GROUPS;
  unsigned testing = (clusters == 0 ? 1 : clusters) * GROUPS;
  unsigned groups = testing + (testing / 8 == 0 ? 1 : testing / 8);
  size_t total = testing * size;
  cl_mem shuffled = buffer(context, groups * sizeof(cl_uint));
  cl_mem arrived = buffer(context, testing * sizeof(cl_uint));
  cl_mem scratchpad = buffer(context, SCRATCHPAD * sizeof(cl_uint));
  cl_mem finals = buffer(context, (total * OBSERVED + 1) * sizeof(cl_long));
  cl_mem ran = buffer(context, total * THREADS * sizeof(cl_int));
  cl_uint *numbers = memory(groups * sizeof *numbers);
  cl_long *values = memory((total * OBSERVED + 1) * sizeof *values);
  cl_int *whole = memory(total * THREADS * sizeof *whole);
  cl_mem locations[GLOBALS + 1];
  for (int l = 0; l < GLOBALS; l++) {
    locations[l] = buffer(context, bytes[l] * total * WIDEST);
    object(prepare, 1 + l, locations[l]);
    object(test, 8 + l, locations[l]);
    object(collect, 1 + l, locations[l]);
  }
  object(prepare, 1 + GLOBALS, ran);
  object(collect, 1 + GLOBALS, finals);
  number(test, 0, testing);
  number(test, 5, 64);
  object(test, 6, shuffled);
  object(test, 7, arrived);
  object(test, 8 + GLOBALS, scratchpad);
  object(test, 9 + GLOBALS, finals);
  object(test, 10 + GLOBALS, ran);
  struct timespec from, to;
  timespec_get(&from, TIME_UTC);
  cl_uint zero = 0;
  check(clEnqueueFillBuffer(queue, scratchpad, &zero, sizeof zero, 0, SCRATCHPAD * sizeof zero, 0,
                            NULL, NULL),
        "clEnqueueFillBuffer");
  for (unsigned i = 0; i < iterations; i++) {
    static const cl_uint strides[] = {1, 4, WIDEST};
    cl_uint stride = strides[i % 3];
    shuffle(i, numbers, testing, groups);
    check(clEnqueueWriteBuffer(queue, shuffled, CL_TRUE, 0, groups * sizeof *numbers, numbers, 0,
                               NULL, NULL),
          "clEnqueueWriteBuffer");
    check(clEnqueueFillBuffer(queue, arrived, &zero, sizeof zero, 0, testing * sizeof zero, 0,
                              NULL, NULL),
          "clEnqueueFillBuffer");
    number(prepare, 0, stride);
    number(test, 1, stride);
    number(test, 2, 2 * random_below(size) + 1);
    number(test, 3, i);
    number(test, 4, i % 4 == 3 ? 0 : 4096);
    number(collect, 0, stride);
    run(queue, prepare, total, size);
    run(queue, test, groups * size, size);
    run(queue, collect, total, size);
    check(clEnqueueReadBuffer(queue, finals, CL_TRUE, 0, (total * OBSERVED + 1) * sizeof *values,
                              values, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    check(clEnqueueReadBuffer(queue, ran, CL_TRUE, 0, total * THREADS * sizeof *whole, whole, 0,
                              NULL, NULL),
          "clEnqueueReadBuffer");
    for (size_t n = 0; n < total; n++) {
      int all = 1;
      for (int t = 0; t < THREADS; t++) {
        all &= whole[n * THREADS + t];
      }
      if (all) {
        count(&values[n * OBSERVED]);
      }
    }
  }
  timespec_get(&to, TIME_UTC);
  printf("Test @NAME@ on %s\n", name);
  return report(to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) / 1e9);
}
