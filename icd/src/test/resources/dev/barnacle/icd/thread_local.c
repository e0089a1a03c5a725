/* Has 60 KB of thread-local variables, and builds a program that no cache knows. */
#include <time.h>

static __thread char large[60 << 10];

int main(void) {
  handle platform, device;
  int error;
  large[0] = 1;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  char text[100];
  snprintf(text, sizeof text,
           "kernel void unknown(global long *x) { *x = %d%ld; }", getpid(),
           time(NULL));
  const char *source = text;
  handle program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL));
  printf("done\n");
  return 0;
}
