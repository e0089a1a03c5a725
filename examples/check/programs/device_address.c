/* A kernel follows the device address of a buffer of 64 numbers, which is in another buffer, and
   reads 65 of them; with an argument it reads 64. */
extern handle clCreateBufferWithProperties(handle, const unsigned long *, unsigned long, size_t, void *,
                                           int *);
extern int clGetMemObjectInfo(handle, unsigned, size_t, void *, size_t *);
extern int clSetKernelExecInfo(handle, unsigned, size_t, const void *);
int main(int count, char **arguments) {
  handle platform, device;
  int error, zeros[65] = {0};
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void follow(global int *global *where, global int *y)\n"
                       "{\n"
                       "  y[get_global_id(0)] = where[0][get_global_id(0)];\n"
                       "}\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  handle follow = clCreateKernel(program, "follow", &error);
  CHECK(error);
  /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, and the query CL_MEM_DEVICE_ADDRESS_EXT */
  unsigned long properties[] = {0x5000, 1, 0}, address;
  handle numbers = clCreateBufferWithProperties(context, properties, 32, 64 * sizeof(int), zeros, &error);
  CHECK(error);
  CHECK(clGetMemObjectInfo(numbers, 0x5001, sizeof address, &address, NULL));
  handle where = clCreateBuffer(context, 32, sizeof address, &address, &error);
  CHECK(error);
  handle y = clCreateBuffer(context, 32, sizeof zeros, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(follow, 0, sizeof where, &where));
  CHECK(clSetKernelArg(follow, 1, sizeof y, &y));
  CHECK(clSetKernelExecInfo(follow, 0x5002, sizeof address, &address)); /* CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT */
  size_t global = count > 1 ? 64 : 65;
  CHECK(clEnqueueNDRangeKernel(queue, follow, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
