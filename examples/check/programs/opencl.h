/* What these programs use of OpenCL's headers, which need not be installed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
typedef void *handle;
extern int clGetPlatformIDs(unsigned, handle *, unsigned *);
extern int clGetDeviceIDs(handle, unsigned long, unsigned, handle *, unsigned *);
extern int clGetDeviceInfo(handle, unsigned, size_t, void *, size_t *);
extern handle clCreateContext(const long *, unsigned, const handle *, void *, void *, int *);
extern handle clCreateCommandQueue(handle, handle, unsigned long, int *);
extern handle clCreateProgramWithSource(handle, unsigned, const char **, const size_t *, int *);
extern handle clCreateProgramWithBinary(handle, unsigned, const handle *, const size_t *,
                                        const unsigned char **, int *, int *);
extern int clGetProgramInfo(handle, unsigned, size_t, void *, size_t *);
extern int clBuildProgram(handle, unsigned, const handle *, const char *, void *, void *);
extern int clGetProgramBuildInfo(handle, handle, unsigned, size_t, void *, size_t *);
extern handle clCreateKernel(handle, const char *, int *);
extern handle clCreateBuffer(handle, unsigned long, size_t, void *, int *);
extern int clSetKernelArg(handle, unsigned, size_t, const void *);
extern int clEnqueueNDRangeKernel(handle, handle, unsigned, const size_t *, const size_t *,
                                  const size_t *, unsigned, const handle *, handle *);
extern int clEnqueueReadBuffer(handle, handle, unsigned, size_t, size_t, void *, unsigned,
                               const handle *, handle *);
extern void *clEnqueueMapBuffer(handle, handle, unsigned, unsigned long, size_t, size_t, unsigned,
                                const handle *, handle *, int *);
extern int clEnqueueUnmapMemObject(handle, handle, void *, unsigned, const handle *, handle *);
extern int clFinish(handle);
extern void *clGetExtensionFunctionAddressForPlatform(handle, const char *);
static void check(int error, int line) {
  if (error) {
    fprintf(stderr, "error %d in line %d\n", error, line);
    exit(1);
  }
}
#define CHECK(error) check(error, __LINE__)

/* Builds and runs a small kernel; returns the first error, 1000 for a wrong result. */
static int small_kernel(handle platform, const char *options) {
  handle device;
  int error = clGetDeviceIDs(platform, 2, 1, &device, NULL), host[64] = {0};
  const char *source = "kernel void one(global int *x) { x[get_global_id(0)] = get_global_id(0) + 1; }";
  handle context = error ? NULL : clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  handle queue = error ? NULL : clCreateCommandQueue(context, device, 0, &error);
  handle program = error ? NULL : clCreateProgramWithSource(context, 1, &source, NULL, &error);
  error = error ? error : clBuildProgram(program, 0, NULL, options, NULL, NULL);
  handle kernel = error ? NULL : clCreateKernel(program, "one", &error);
  handle buffer = error ? NULL : clCreateBuffer(context, 1, sizeof host, NULL, &error);
  error = error ? error : clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  size_t global = 64;
  error = error ? error : clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
  error = error ? error : clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL);
  for (int i = 0; i < 64 && !error; i++)
    error = host[i] == i + 1 ? 0 : 1000;
  return error;
}
