/* Builds a program and prints what came of it, with the log. */
int main(void) {
  handle platform, device;
  int error;
  char log[4096] = "";
  const char *source = "kernel void k(global int *p) { p[0] = 1; }";
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  error = clBuildProgram(program, 1, &device, "", NULL, NULL);
  CHECK(clGetProgramBuildInfo(program, device, 0x1183, sizeof log, log, NULL));
  printf("%d: %s\n", error, log);
  return 0;
}
