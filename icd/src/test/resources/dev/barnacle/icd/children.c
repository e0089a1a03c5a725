/*
 * Builds kernels that no cache knows while the program takes care of its own children: by a handler
 * of SIGCHLD ("handler") that waits for all, by ignoring it ("ignore"), or by wait() ("wait").
 */
#include <signal.h>
#include <time.h>

static volatile int calls, reaped;

static void on_child(int number) {
  calls++;
  while (waitpid(-1, NULL, WNOHANG) > 0)
    reaped++;
}

static void build(handle platform, int number) {
  char options[60];
  snprintf(options, sizeof options, "-DUNKNOWN%d=%d%ld", number, getpid(), time(NULL));
  CHECK(small_kernel(platform, options));
}

int main(int count, char **arguments) {
  handle platform;
  if (!strcmp(arguments[1], "handler"))
    signal(SIGCHLD, on_child);
  if (!strcmp(arguments[1], "ignore"))
    signal(SIGCHLD, SIG_IGN);
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  if (!strcmp(arguments[1], "later"))
    signal(SIGCHLD, on_child);
  for (int i = 0; i < 3; i++)
    build(platform, i);
  int before = calls;
  pid_t child = fork();
  if (!child)
    _exit(7);
  int status = 0, got = !strcmp(arguments[1], "wait") ? wait(&status) == child : 0;
  for (int i = 0; i < 3000 && strcmp(arguments[1], "wait") && strcmp(arguments[1], "ignore") && !reaped; i++)
    usleep(10000);
  if (!strcmp(arguments[1], "wait"))
    printf("%d %d %d\n", got, WEXITSTATUS(status), waitpid(-1, NULL, 0));
  else if (!strcmp(arguments[1], "ignore"))
    printf("%d\n", waitpid(-1, NULL, 0));
  else
    printf("%d before, %d calls, %d children\n", before, calls, reaped);
  return 0;
}
