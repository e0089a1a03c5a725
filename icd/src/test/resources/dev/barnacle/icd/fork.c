int main(void) {
  handle platform, device;
  unsigned units;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  int error = 1;
  clCreateContext(NULL, 1, &device, NULL, NULL, &error); /* which takes a JVM, that no child has */
  CHECK(error);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    error = 1;
    int status = clGetDeviceInfo(device, 0x1002, sizeof units, &units, NULL);
    handle context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    printf("child %d %d %s\n", status, error, context ? "context" : "null");
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, NULL, 0);
  printf("parent %d\n", clGetDeviceInfo(device, 0x1002, sizeof units, &units, NULL));
  return 0;
}
