/*
 * Writes down all that a process can say about itself, runs kernels with OpenCL, builds one that no
 * cache knows, and tells what has changed: names of lines. "locale" sets the environment's locale
 * for numbers first, "floats" another rounding, "blocked" blocks all signals.
 */
#include <dirent.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

extern char **environ;
typedef struct {
  char name[40], value[400];
} Line;
typedef struct {
  int count;
  Line lines[400];
} State;

static void put(State *state, const char *name, int number, const char *format, ...) {
  Line *line = &state->lines[state->count++];
  va_list values;
  va_start(values, format);
  snprintf(line->name, sizeof line->name, number < 0 ? "%s" : "%s %d", name, number);
  vsnprintf(line->value, sizeof line->value, format, values);
  va_end(values);
}

static void put_file(State *state, const char *name, const char *path) {
  char text[400] = "";
  FILE *file = fopen(path, "r");
  if (file) {
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
  }
  put(state, name, -1, "%s", text);
}

static void put_signals(State *state) {
  sigset_t mask;
  stack_t stack;
  pthread_sigmask(SIG_SETMASK, NULL, &mask);
  sigaltstack(NULL, &stack);
  put(state, "alternate stack", -1, "%p %d", stack.ss_sp, stack.ss_flags);
  for (int i = 1; i < 65; i++) {
    struct sigaction action;
    put(state, "blocked signal", i, "%d", sigismember(&mask, i));
    int is_fault = i == SIGSEGV || i == SIGBUS || i == SIGFPE || i == SIGILL;
    if (!is_fault && !sigaction(i, NULL, &action))
      put(state, "signal", i, "%p %x", (void *)action.sa_handler, action.sa_flags & ~0x04000000 /* SA_RESTORER, the C library's */);
  }
}

static void put_locale(State *state) {
  put(state, "locale", -1, "%s", setlocale(LC_ALL, NULL));
  put(state, "number", -1, "%.1f", 0.5);
}

static void put_limits(State *state) {
  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit;
    getrlimit(i, &limit);
    put(state, "limit", i, "%ld %ld", (long)limit.rlim_cur, (long)limit.rlim_max);
  }
}

static void put_environment(State *state) {
  int count = 0;
  unsigned long sum = 0;
  for (char **p = environ; *p; p++, count++)
    for (char *c = *p; *c; c++)
      sum = 31 * sum + *c;
  put(state, "environment", -1, "%d %lx", count, sum);
}

static void put_thread(State *state) {
  char name[16], folder[300];
  cpu_set_t processors;
  struct sched_param parameter;
  sched_getaffinity(0, sizeof processors, &processors);
  prctl(PR_GET_NAME, name);
  put(state, "thread's name", -1, "%s", name);
  put(state, "processors", -1, "%d", CPU_COUNT(&processors));
  put(state, "priority", -1, "%d %d", getpriority(PRIO_PROCESS, 0), sched_getscheduler(0));
  put(state, "timer slack", -1, "%d", prctl(PR_GET_TIMERSLACK));
  put(state, "dumpable", -1, "%d", prctl(PR_GET_DUMPABLE));
  put(state, "death signal", -1, "%d", 0);
  put(state, "rounding", -1, "%d %x", fegetround(), fegetexcept());
#if defined(__x86_64__)
  put(state, "mxcsr", -1, "%x", _mm_getcsr() & ~0x3f);
#endif
  put(state, "folder", -1, "%s", getcwd(folder, sizeof folder));
  mode_t mask = umask(0);
  umask(mask);
  put(state, "umask", -1, "%o", mask);
  put(state, "group", -1, "%d %d", getpgrp(), getsid(0));
  put(state, "time zone", -1, "%s", tzname[0]);
}

static State *state(void) {
  State *state = calloc(1, sizeof *state);
  put_signals(state);
  put_locale(state);
  put_limits(state);
  put_environment(state);
  put_thread(state);
  put_file(state, "core filter", "/proc/self/coredump_filter");
  put_file(state, "memory badness", "/proc/self/oom_score_adj");
  return state;
}

/* Files of the driver's that a program started by this one would find open. */
static void look_at_files(void) {
  for (int i = 3; i < 1000; i++) {
    char path[40], name[300] = "";
    int flags = fcntl(i, F_GETFD);
    snprintf(path, sizeof path, "/proc/self/fd/%d", i);
    if (flags >= 0 && !(flags & FD_CLOEXEC) && readlink(path, name, sizeof name - 1) > 0)
      printf("open: %s\n", name);
  }
}

static void on_signal(int number) {}

int main(int count, char **arguments) {
  for (int i = 3; i < 100; i++)
    close(i);
  for (int i = 1; i < count; i++) {
    sigset_t all;
    sigfillset(&all);
    if (!strcmp(arguments[i], "locale"))
      setlocale(LC_NUMERIC, "");
    if (!strcmp(arguments[i], "floats"))
      fesetround(FE_UPWARD);
#if defined(__x86_64__)
    if (!strcmp(arguments[i], "floats"))
      _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
    if (!strcmp(arguments[i], "blocked"))
      sigprocmask(SIG_BLOCK, &all, NULL);
    if (!strcmp(arguments[i], "handlers"))
      for (int s = 1; s < 65; s++)
        signal(s, s % 3 ? on_signal : SIG_IGN);
  }
  tzset();
  State *before = state();
  handle platform;
  char options[60];
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  for (int i = 0; i < 3; i++) {
    snprintf(options, sizeof options, "-DUNKNOWN%d=%d%ld", i, getpid(), time(NULL));
    CHECK(small_kernel(platform, options));
  }
  State *after = state();
  for (int i = 0; i < before->count; i++)
    if (strcmp(before->lines[i].value, after->lines[i].value))
      printf("%s: %s, then %s\n", before->lines[i].name, before->lines[i].value, after->lines[i].value);
  look_at_files();
  printf("done\n");
  return 0;
}
