/* What the programs of this folder share: the few declarations that they need of OpenCL, whose headers need not be
   installed, and the way to a kernel. Their kernels are in one string, with a line of source in each of its lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef void *handle;
extern int clGetPlatformIDs(unsigned, handle *, unsigned *);
extern int clGetDeviceIDs(handle, unsigned long, unsigned, handle *, unsigned *);
extern handle clCreateContext(const long *, unsigned, const handle *, void *, void *, int *);
extern handle clCreateCommandQueue(handle, handle, unsigned long, int *);
extern handle clCreateProgramWithSource(handle, unsigned, const char **, const size_t *, int *);
extern int clBuildProgram(handle, unsigned, const handle *, const char *, void *, void *);
extern handle clCreateKernel(handle, const char *, int *);
extern handle clCreateBuffer(handle, unsigned long, size_t, void *, int *);
extern handle clCreateImage(handle, unsigned long, const void *, const void *, void *, int *);
extern int clSetKernelArg(handle, unsigned, size_t, const void *);
extern int clEnqueueNDRangeKernel(handle, handle, unsigned, const size_t *, const size_t *, const size_t *, unsigned,
                                  const handle *, handle *);
extern int clEnqueueReadBuffer(handle, handle, unsigned, size_t, size_t, void *, unsigned, const handle *, handle *);
extern void *clEnqueueMapBuffer(handle, handle, unsigned, unsigned long, size_t, size_t, unsigned, const handle *,
                                handle *, int *);
extern int clEnqueueUnmapMemObject(handle, handle, void *, unsigned, const handle *, handle *);
extern int clWaitForEvents(unsigned, const handle *);
extern int clFinish(handle);
extern void *clGetExtensionFunctionAddressForPlatform(handle, const char *);

enum { READ_WRITE = 1, WRITE_ONLY = 2, READ_ONLY = 4, COPY_HOST_PTR = 32, OUT_OF_ORDER = 1, MAP_READ = 1 };

static handle platform, device, context, queue, program;

static void check(int error, int line)
{
  if (error) {
    fprintf(stderr, "error %d in line %d\n", error, line);
    exit(1);
  }
}
#define CHECK(error) check(error, __LINE__)

static void begin(const char *source, unsigned long queue_properties)
{
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 0xFFFFFFFF, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, queue_properties, &error);
  CHECK(error);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
}

static handle kernel(const char *name)
{
  int error;
  handle made = clCreateKernel(program, name, &error);
  CHECK(error);
  return made;
}

/* A buffer of zeros. */
static handle buffer(unsigned long flags, size_t bytes)
{
  int error;
  void *zeros = calloc(1, bytes);
  handle made = clCreateBuffer(context, flags | COPY_HOST_PTR, bytes, zeros, &error);
  CHECK(error);
  free(zeros);
  return made;
}

static void argument(handle kernel, unsigned index, handle value)
{
  CHECK(clSetKernelArg(kernel, index, sizeof value, &value));
}
