/* Texels halved in place, through two images of one buffer; with an argument each has its own. */
extern handle clCreateImage(handle, unsigned long, const void *, const void *, void *, int *);

static handle image(handle context, handle buffer) {
  struct {
    unsigned type;
    size_t width, height, depth, layers, row, slice;
    unsigned levels, samples;
    handle from;
  } shape = {0x10F1, 8, 4, 0, 0, 32, 0, 0, 0, buffer};
  unsigned format[] = {0x10B5, 0x10D2};
  int error;
  handle made = clCreateImage(context, 1, format, &shape, NULL, &error);
  CHECK(error);
  return made;
}

int main(int count, char **arguments) {
  handle platform, device;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  const char *source = "kernel void half_of(read_only image2d_t source, write_only image2d_t target) {\n"
                       "  int2 at = (int2)(get_global_id(0), get_global_id(1));\n"
                       "  write_imagef(target, at, read_imagef(source, at) / 2);\n"
                       "}\n";
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  handle kernel = clCreateKernel(program, "half_of", &error);
  CHECK(error);
  static char zeros[128];
  handle buffer = clCreateBuffer(context, 32, 128, zeros, &error);
  CHECK(error);
  handle second = clCreateBuffer(context, 32, 128, zeros, &error);
  CHECK(error);
  handle from = image(context, buffer), to = image(context, count > 1 ? second : buffer);
  CHECK(clSetKernelArg(kernel, 0, sizeof from, &from));
  CHECK(clSetKernelArg(kernel, 1, sizeof to, &to));
  size_t all[] = {8, 4};
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, all, NULL, 0, NULL, NULL));
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, all, NULL, 0, NULL, NULL));
  CHECK(clFinish(queue));
  puts("done");
  return 0;
}
