/* @NAME@: @WORDS@
 *
@TEST@
 *
 * Runs many instances of the test in each launch of a kernel, and fails where the condition comes,
 * which @MODEL@ forbids.
 *
 *   gcc @NAME@.c -lOpenCL -o @NAME@
 *   ./@NAME@ [LAUNCHES [PLATFORM [DEVICE]]]
 *
 * Exit status: 0 passed, 1 failed, 2 an error of OpenCL, 77 the device cannot run it. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  LOCATIONS = @LOCATIONS@,
  REGISTERS = @REGISTERS@, /* of all threads */
  THREADS = @THREADS@,
  GROUPS = @GROUPS@, /* work-groups of an instance */
  SETS = 64,  /* of GROUPS work-groups in a launch */
  MOST = 16   /* platforms, devices */
};

static const char *const source =
@KERNEL@;

/* Returns whether registers and final values are those of the condition. */
static int condition(const cl_int *registers, const cl_int *ends) {
  (void)registers;
  (void)ends;
  return @CONDITION@;
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
    skip("there is no such platform");
  }
  check(error, "clGetPlatformIDs");
  error = clGetDeviceIDs(platforms[platform], CL_DEVICE_TYPE_ALL, MOST, devices, &count);
  if (error == CL_DEVICE_NOT_FOUND || device >= count) {
    skip("there is no such device");
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
  cl_int error;
  char options[64];
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, &error);
  check(error, "clCreateProgramWithSource");
  snprintf(options, sizeof options, "-cl-std=@VERSION@ -DSIZE=%zu", size);
  if (clBuildProgram(program, 1, &device, options, NULL, NULL) != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
    skip("the device does not build the kernel with -cl-std=@VERSION@");
  }
  return program;
}

static cl_mem filled(cl_context context, cl_command_queue queue, cl_mem buffer, size_t count,
                     cl_int value) {
  cl_int error = CL_SUCCESS;
  if (buffer == NULL) {
    buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof value, NULL, &error);
    check(error, "clCreateBuffer");
  }
  check(clEnqueueFillBuffer(queue, buffer, &value, sizeof value, 0, count * sizeof value, 0, NULL,
                            NULL),
        "clEnqueueFillBuffer");
  return buffer;
}

static cl_int *contents(cl_command_queue queue, cl_mem buffer, size_t count) {
  cl_int *values = malloc(count * sizeof *values);
  if (values == NULL) {
    fprintf(stderr, "@NAME@: out of memory\n");
    exit(2);
  }
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof *values, values, 0, NULL,
                            NULL),
        "clEnqueueReadBuffer");
  return values;
}

/* A launch: counts the instances whose threads have all run, and those with the condition. */
static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem *buffers, size_t size,
                   unsigned long *instances, unsigned long *found) {
  size_t count = SETS * size;
  size_t global = count * GROUPS;
  cl_int *values[LOCATIONS + 2];
  for (int b = 0; b < LOCATIONS + 2; b++) {
    size_t each = b < LOCATIONS ? 1 : b == LOCATIONS ? REGISTERS : THREADS;
    filled(NULL, queue, buffers[b], count * each, b == LOCATIONS ? -1 : 0);
  }
  check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &size, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  for (int b = 0; b < LOCATIONS + 2; b++) {
    size_t each = b < LOCATIONS ? 1 : b == LOCATIONS ? REGISTERS : THREADS;
    values[b] = contents(queue, buffers[b], count * each);
  }
  for (size_t i = 0; i < count; i++) {
    cl_int ends[LOCATIONS];
    int ran = 1;
    for (int t = 0; t < THREADS; t++) {
      ran &= values[LOCATIONS + 1][i * THREADS + t];
    }
    for (int l = 0; l < LOCATIONS; l++) {
      ends[l] = values[l][i];
    }
    *instances += ran;
    *found += ran && condition(&values[LOCATIONS][i * REGISTERS], ends);
  }
  for (int b = 0; b < LOCATIONS + 2; b++) {
    free(values[b]);
  }
}

int main(int argc, char **argv) {
  unsigned long launches = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
  cl_device_id device = chosen(argc > 2 ? atoi(argv[2]) : 0, argc > 3 ? atoi(argv[3]) : 0);
  cl_int error;
  size_t size = 0;
  need(device);
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &size, NULL),
        "CL_DEVICE_MAX_WORK_GROUP_SIZE");
  size = size < 64 ? size : 64;
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  check(error, "clCreateCommandQueueWithProperties");
  cl_program program = built(context, device, size);
  cl_kernel kernel = clCreateKernel(program, "test", &error);
  check(error, "clCreateKernel");
  cl_mem buffers[LOCATIONS + 2];
  for (int b = 0; b < LOCATIONS + 2; b++) {
    size_t each = b < LOCATIONS ? 1 : b == LOCATIONS ? REGISTERS : THREADS;
    buffers[b] = filled(context, queue, NULL, SETS * size * each, 0);
    check(clSetKernelArg(kernel, b, sizeof buffers[b], &buffers[b]), "clSetKernelArg");
  }
  unsigned long instances = 0;
  unsigned long found = 0;
  for (unsigned long i = 0; i < launches; i++) {
    launch(queue, kernel, buffers, size, &instances, &found);
  }
  for (int b = 0; b < LOCATIONS + 2; b++) {
    clReleaseMemObject(buffers[b]);
  }
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  if (instances == 0) {
    skip("no instance ran with all of its threads");
  }
  printf("@NAME@: %s: the condition came in %lu of %lu instances\n", found ? "FAILED" : "passed",
         found, instances);
  return found ? 1 : 0;
}
