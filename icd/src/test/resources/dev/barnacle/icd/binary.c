/* Builds a program and writes its binary to a file; or, where that is there, runs a kernel of the binary, after it has
   built another program. */
static const char *race = "\n\nkernel void shift(global int *x) { int i = get_global_id(0); x[i] = x[i + 1]; }";
static const char *other = "kernel void other(global int *x) { x[get_global_id(0)] = 1; }";
static unsigned char binary[1 << 20];

int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  FILE *file = fopen(arguments[1], "rb");
  handle program = clCreateProgramWithSource(context, 1, file ? &other : &race, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  size_t size;
  unsigned char *bytes = binary;
  if (!file) {
    CHECK(clGetProgramInfo(program, 0x1165, sizeof size, &size, NULL));
    CHECK(clGetProgramInfo(program, 0x1166, sizeof bytes, &bytes, NULL));
    file = fopen(arguments[1], "wb");
    fwrite(binary, 1, size, file);
    return fclose(file);
  }
  size = fread(binary, 1, sizeof binary, file);
  program = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&bytes, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "shift", &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  static char zeros[260];
  handle x = clCreateBuffer(context, 32, 260, zeros, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof x, &x));
  size_t global = 64;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  return 0;
}
