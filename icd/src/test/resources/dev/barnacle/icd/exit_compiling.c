/*
 * Ends while kernels are being compiled beside, and ends slowly: a handler of its own, registered
 * before the driver was there, is called when the driver's libraries have been taken apart.
 */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define KERNELS 4
#define STEPS 30

static char source[65536];

static void slowly(void) { usleep(300000); }

int main(int count, char **arguments) {
  handle platform, device;
  size_t range = 1024;
  char *end = source;
  int repeats = 5;
  long number = count > 2 ? atol(arguments[2]) : time(NULL) ^ getpid(); /* whose kernels are in no cache */
  atexit(slowly);
  for (int k = 0; k < KERNELS; k++) {
    end += sprintf(end, "kernel void k%d(global float *a, global int *b, int n) { int i = get_global_id(0);\n"
                        "  float t = a[i] * %ldu; for (int j = 0; j < n; j++) {\n", k, number + k);
    for (int s = 0; s < STEPS; s++)
      end += sprintf(end, "t = t * %d.5f + a[(i * %d + j) & 1023] * sin(t); if (t > %d.f) b[(i + j) & 1023] += j;\n",
                     s, s + 1, s);
    end += sprintf(end, "} a[i] = t; }\n");
  }
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
  handle queue = clCreateCommandQueue(context, device, 0, NULL);
  const char *text = source;
  handle program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
  CHECK(clBuildProgram(program, 1, &device, "", NULL, NULL));
  handle a = clCreateBuffer(context, 1, 4 * range, NULL, NULL), b = clCreateBuffer(context, 1, 4 * range, NULL, NULL);
  for (int k = 0; k < KERNELS; k++) {
    char name[] = {'k', '0' + k, 0};
    handle kernel = clCreateKernel(program, name, NULL);
    CHECK(clSetKernelArg(kernel, 0, sizeof a, &a));
    CHECK(clSetKernelArg(kernel, 1, sizeof b, &b));
    CHECK(clSetKernelArg(kernel, 2, sizeof repeats, &repeats));
    for (int launch = 0; launch < 60; launch++)
      CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &range, NULL, 0, NULL, NULL));
  }
  CHECK(clFinish(queue));
  printf("ends\n");
  usleep(atoi(arguments[1]));
  return 0;
}
