/* A source, options and output with bytes that are no UTF-8; all of them come back. */
int main(void) {
  handle platform, device;
  int error;
  char answer[4096] = "";
  const char *source[] = {"\xef\xbb\xbf/* \xfc \xc3\xbc */ kernel void k(global char *p) {",
                          " printf(\"\xfc \xc3\xbc %s %c\\n\", \"\xe4\", (char)0xf6); *p = NAME[0]; }"};
  const char *options = "-DNAME=\\\"\xff\xc3\xbc\\\" -Wno-invalid-source-encoding";
  size_t one = 1, size;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 2, source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 1, &device, options, NULL, NULL));
  CHECK(clGetProgramInfo(program, 0x1164, sizeof answer, answer, &size));
  char whole[4096];
  int length = sprintf(whole, "%s%s", source[0], source[1]);
  printf("%d %d\n", size == length + 1, strcmp(whole, answer));
  CHECK(clGetProgramBuildInfo(program, device, 0x1182, sizeof answer, answer, &size));
  printf("%d\n", strcmp(options, answer));
  handle kernel = clCreateKernel(program, "k", &error);
  CHECK(error);
  handle buffer = clCreateBuffer(context, 1, 1, NULL, &error);
  CHECK(error);
  handle queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  fflush(stdout);
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL));
  signed char first;
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, 1, &first, 0, NULL, NULL));
  printf("%d\n", first);
  return 0;
}
