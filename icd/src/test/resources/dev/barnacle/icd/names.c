/* Prints what the platform and its device call themselves. */
extern int clGetPlatformInfo(handle, unsigned, size_t, void *, size_t *);
int main(void) {
  handle platform, device;
  char text[200];
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  for (unsigned query = 0x902; query <= 0x903; query++) {
    CHECK(clGetPlatformInfo(platform, query, sizeof text, text, NULL));
    puts(text);
  }
  for (unsigned query = 0x102B; query <= 0x102C; query++) {
    CHECK(clGetDeviceInfo(device, query, sizeof text, text, NULL));
    puts(text);
  }
  return 0;
}
