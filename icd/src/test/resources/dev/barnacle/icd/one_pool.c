/*
 * Launches that Java runs, as one that may print is, and launches that the shim runs, in turn: all on the
 * shim's threads. Java makes none for work-groups, which would have this name.
 */
#include <dirent.h>
static handle device, context, queue, kernels[2], buffer;
enum { SIZE = 4096, ROUNDS = 20 };
static const char *source =
    "kernel void speaks(global int *x) { int i = get_global_id(0);\n"
    "  for (int k = 0; k < 2000; k++) x[i] += k & 1;\n"
    "  if (x[i] < 0) printf(\"%d\\n\", i); }\n"
    "kernel void works(global int *x) { int i = get_global_id(0); for (int k = 0; k < 2000; k++) x[i] += k & 1; }\n";

static int threads_of_java(void) {
  int count = 0;
  DIR *all = opendir("/proc/self/task");
  for (struct dirent *one; (one = readdir(all));) {
    char path[300], name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", one->d_name);
    FILE *file = fopen(path, "r");
    if (file && fgets(name, sizeof name, file))
      count += !strncmp(name, "barnacle-simd-", 14);
    if (file)
      fclose(file);
  }
  closedir(all);
  return count;
}

int main(void) {
  int error;
  static int host[SIZE];
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
  buffer = clCreateBuffer(context, 1 | 32, sizeof host, host, &error);
  CHECK(error);
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < 2; k++) {
      if (!round) {
        kernels[k] = clCreateKernel(program, k ? "works" : "speaks", &error);
        CHECK(error);
        CHECK(clSetKernelArg(kernels[k], 0, sizeof buffer, &buffer));
      }
      size_t global = SIZE, local = 16;
      CHECK(clEnqueueNDRangeKernel(queue, kernels[k], 1, NULL, &global, &local, 0, NULL, NULL));
      CHECK(clFinish(queue));
    }
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
  for (int i = 0; i < SIZE; i++)
    if (host[i] != ROUNDS * 2 * 1000)
      printf("%d at %d\n", host[i], i), exit(1);
  printf("%d threads of Java's\n", threads_of_java());
  return 0;
}
