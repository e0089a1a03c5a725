/* Makes many calls that do little; with "blocked" on a thread that has all signals blocked. */
#include <signal.h>

int main(int count, char **arguments) {
  handle platform, device;
  char text[20000];
  if (count > 1 && !strcmp(arguments[1], "blocked")) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
  }
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  for (int i = 0; i < 5000; i++)
    CHECK(clGetDeviceInfo(device, 0x1030 /* CL_DEVICE_EXTENSIONS */, sizeof text, text, NULL));
  printf("alive\n");
  return 0;
}
