/* Runs a small kernel on each platform, tells how it went, and lives on. */
extern int clGetPlatformInfo(handle, unsigned, size_t, void *, size_t *);

int main(void) {
  handle platforms[8];
  unsigned count = 0;
  int error = clGetPlatformIDs(8, platforms, &count);
  printf("%d %u\n", error, count);
  for (unsigned i = 0; i < count; i++) {
    char name[100] = "";
    clGetPlatformInfo(platforms[i], 0x902, sizeof name, name, NULL);
    printf("%s: %d\n", name, small_kernel(platforms[i], ""));
  }
  printf("alive\n");
  return 0;
}
