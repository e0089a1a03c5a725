/* Loads a library, uses a kernel, and says what the driver has set for its sake. */
#include <dlfcn.h>

int main(int count, char **arguments) {
  handle platform;
  if (count > 1 && !dlopen(arguments[1], RTLD_NOW)) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(small_kernel(platform, ""));
  const char *value = getenv("CL_DISABLE_STACK_TRACE");
  printf("%s\n", value ? value : "not set");
  return 0;
}
