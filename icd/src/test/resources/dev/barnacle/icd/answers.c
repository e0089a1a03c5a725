/* Asks which devices there are, and says whether that has started a JVM; with "use" it uses one of them then. */
#include <sys/mman.h>
extern int clGetPlatformInfo(handle, unsigned, size_t, void *, size_t *);

static int has_jvm(void) {
  static char maps[1 << 20];
  FILE *file = fopen("/proc/self/maps", "r");
  size_t got = fread(maps, 1, sizeof maps - 1, file);
  fclose(file);
  maps[got] = 0;
  return strstr(maps, "libjvm.so") != NULL;
}

int main(int count, char **arguments) {
  handle platform, devices[4], custom, parent;
  unsigned found, units;
  char text[20000];
  size_t bytes;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetPlatformInfo(platform, 0x0902 /* CL_PLATFORM_NAME */, sizeof text, text, &bytes));
  printf("%s %zu\n", text, bytes);
  CHECK(clGetDeviceIDs(platform, 0xFFFFFFFF, 4, devices, &found));
  CHECK(clGetDeviceIDs(platform, 16 /* CL_DEVICE_TYPE_CUSTOM */, 1, &custom, NULL));
  if (clGetDeviceIDs(platform, 4 /* CL_DEVICE_TYPE_GPU */, 1, &parent, NULL) != -1)
    return 2;
  CHECK(clGetDeviceInfo(devices[0], 0x1002 /* CL_DEVICE_MAX_COMPUTE_UNITS */, sizeof units, &units, NULL));
  CHECK(clGetDeviceInfo(devices[0], 0x1030 /* CL_DEVICE_EXTENSIONS */, sizeof text, text, NULL));
  CHECK(clGetDeviceInfo(custom, 0x1031 /* CL_DEVICE_PLATFORM */, sizeof parent, &parent, NULL));
  printf("%u device, %u compute units, %s, %s\n", found, units, strstr(text, "cl_khr_command_buffer_mutable_dispatch") ? "mutable" : "not mutable",
         parent == platform ? "its platform" : "another platform");
  printf(has_jvm() ? "a JVM\n" : "no JVM\n");
  if (clGetDeviceInfo(devices[0], 0x1002, 1, &units, NULL) != -30 /* CL_INVALID_VALUE */)
    return 3;
  if (clGetDeviceInfo(devices[0], 0x7777, sizeof units, &units, NULL) != -30)
    return 4;
  if (count > 1) {
    const char *sets[8];
    CHECK(clGetDeviceInfo(devices[0], 0x12B9 /* CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR */, sizeof sets, sets, NULL));
    printf("%s\n", sets[0]);
    int error = small_kernel(platform, "");
    printf("kernel %d\n", error);
  }
  return 0;
}
