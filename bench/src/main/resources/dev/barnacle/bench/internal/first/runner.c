/*
 * runner SECONDS PROGRAM ARGUMENT...: runs a program to its end, with the time of its start as one more
 * argument, and tells what it and all that it started took: "whole WALL CPU", in nanoseconds. What the
 * program leaves running is waited for, some time.
 */
#include "system.h"
#include "clock.c"

#define PR_SET_CHILD_SUBREAPER 36
#define WNOHANG 1
#define STEP 1000 /* microseconds */
#define ORPHANS 3000

/* Of those that have ended. */
static long children_cpu(void) {
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  return (used.user[0] + used.system[0]) * 1000000000L + (used.user[1] + used.system[1]) * 1000L;
}

static void tell_end(int status) {
  if (status & 127)
    printf("error its process crashed (signal %d)\n", status & 127);
  else if (status >> 8)
    printf("error its process ended (status %d)\n", status >> 8 & 255);
}

int main(int count, char **arguments) {
  if (count < 2)
    return 2;
  prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
  char start[32], *all[64];
  int used = 0;
  while (used < 62 && used < count - 1) {
    all[used] = arguments[used + 1];
    used++;
  }
  all[used] = start;
  all[used + 1] = NULL;
  fflush(NULL);
  long began = wall();
  snprintf(start, sizeof start, "%ld", began);
  int child = fork(), status = 0;
  if (child == 0) {
    execv(all[0], all);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) != child) {
    printf("error cannot start a process: %s\n", strerror(*__errno_location()));
    return 1;
  }
  long took = wall() - began;
  int left = 0;
  for (int step = 0; step < ORPHANS && (left = waitpid(-1, NULL, WNOHANG)) >= 0; step++)
    if (left == 0)
      usleep(STEP);
  tell_end(status);
  printf("whole %ld %ld\n", took, left < 0 ? children_cpu() : tree_cpu(getpid()));
  return 0;
}
