/* Uses 6 MiB of the first thread's stack once the JVM is there, and calls OpenCL from down there. */
static int deep(handle platform, int depth) {
  volatile char block[1 << 20];
  for (size_t i = 0; i < sizeof block; i += 64)
    block[i] = (char)depth;
  if (depth > 1)
    return deep(platform, depth - 1) + (block[0] != depth);
  handle device;
  return clGetDeviceIDs(platform, 2, 1, &device, NULL) + (block[0] != depth);
}

int main(void) {
  handle platform;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  printf("%d\n", deep(platform, 6));
  return 0;
}
