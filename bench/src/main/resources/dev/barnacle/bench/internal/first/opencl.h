/* The part of OpenCL's API that the program uses, from the system's loader. */
typedef void *Handle; /* a platform, device, context, queue, program, kernel, buffer or event */

#define CALLS(X) \
  X(clGetPlatformIDs, int, (uint, Handle *, uint *)) \
  X(clGetPlatformInfo, int, (Handle, uint, size_t, void *, size_t *)) \
  X(clGetDeviceIDs, int, (Handle, ulong, uint, Handle *, uint *)) \
  X(clGetDeviceInfo, int, (Handle, uint, size_t, void *, size_t *)) \
  X(clCreateContext, Handle, (const long *, uint, Handle *, void *, void *, int *)) \
  X(clCreateCommandQueue, Handle, (Handle, Handle, ulong, int *)) \
  X(clCreateProgramWithSource, Handle, (Handle, uint, const char **, const size_t *, int *)) \
  X(clBuildProgram, int, (Handle, uint, Handle *, const char *, void *, void *)) \
  X(clGetProgramBuildInfo, int, (Handle, Handle, uint, size_t, void *, size_t *)) \
  X(clCreateKernel, Handle, (Handle, const char *, int *)) \
  X(clCreateBuffer, Handle, (Handle, ulong, size_t, void *, int *)) \
  X(clReleaseMemObject, int, (Handle)) \
  X(clSetKernelArg, int, (Handle, uint, size_t, const void *)) \
  X(clEnqueueNDRangeKernel, int, \
    (Handle, Handle, uint, const size_t *, const size_t *, const size_t *, uint, Handle *, Handle *)) \
  X(clEnqueueReadBuffer, int, (Handle, Handle, uint, size_t, size_t, void *, uint, Handle *, Handle *)) \
  X(clEnqueueWriteBuffer, int, (Handle, Handle, uint, size_t, size_t, const void *, uint, Handle *, Handle *)) \
  X(clFinish, int, (Handle))

#define DECLARE(name, result, parameters) static result(*name) parameters;
CALLS(DECLARE)
#undef DECLARE

#define CL_PLATFORM_VERSION 0x0901
#define CL_PLATFORM_NAME 0x0902
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFFUL
#define CL_DEVICE_NAME 0x102B
#define CL_CONTEXT_PLATFORM 0x1084
#define CL_MEM_READ_WRITE 1UL
#define CL_MEM_COPY_HOST_PTR 32UL
#define CL_PROGRAM_BUILD_LOG 0x1183
#define NO_LOADER 3

static void fail(const char *call, int code) {
  printf("error %s failed with %d\n", call, code);
  exit(1);
}

static void check(const char *call, int code) {
  if (code)
    fail(call, code);
}

static void load(void) {
  void *loader = dlopen("libOpenCL.so.1", 2 /* RTLD_NOW */);
  if (!loader) {
    printf("error %s\n", dlerror());
    exit(NO_LOADER);
  }
#define FIND(name, result, parameters) \
  if (!(name = (result(*) parameters)dlsym(loader, #name))) \
    fail("dlsym of " #name, 0);
  CALLS(FIND)
#undef FIND
}
