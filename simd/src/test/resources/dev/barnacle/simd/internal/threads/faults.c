/*
 * Runs kernels that fault under guard.c, with pool.c and it before this text. Exits with 0, or says on
 * standard output what was wrong.
 */
extern int printf(const char *, ...);
extern int fflush(void *);

static Guard block;
static Guarded slot;
static _Alignas(64) char arena[4096];
static volatile long seen, java_asked, tells;

static int jvm(int number, void *info, void *context, int abort) {
  (void)info, (void)context, (void)abort;
  java_asked += number;
  return 1; /* as for one of its own, after which the program goes on */
}

static void fine(void *arguments, void *info, char *at, long begin, long end) {
  (void)arguments, (void)info, (void)at;
  seen = end - begin;
  tells = find_kernel() == &slot;
}

static void wild(void *arguments, void *info, char *at, long begin, long end) {
  (void)info, (void)at, (void)begin, (void)end;
  seen = 1;
  *(volatile int *)arguments = 1;
  seen = 2;
}

static int java(long number, void *argument) {
  (void)argument;
  return find_kernel() == NULL ? (int)number : -1;
}

static void prints(void *arguments, void *info, char *at, long begin, long end) {
  (void)info, (void)at, (void)begin, (void)end;
  seen = guard_printf(77, arguments);
  tells = find_kernel() == &slot;
}

static int wrongs;

static void expect(const char *what, long actual, long expected) {
  if (actual != expected) {
    printf("%s: %ld, not %ld\n", what, actual, expected);
    wrongs++;
  }
}

static void run(void (*kernel)(void *, void *, char *, long, long)) {
  slot.kernel = kernel;
  slot.signal = 0;
  guard_enter(NULL, NULL, arena, 3, 10);
}

int main(void) {
  block.jvm = jvm;
  block.java_printf = java;
  block.first = &slot;
  *(Guarded **)(arena + GUARD_ARENA_SLOT) = &slot;
  guard_install(&block, 1);
  run(fine);
  expect("steps", seen, 7);
  expect("while it runs", tells, 1);
  expect("behind it", find_kernel() != NULL, 0);
  for (int i = 0; i < 100; i++) { /* more often than faults may be handled at a time */
    run(wild);
    expect("signal", slot.signal, SIGSEGV);
    expect("where it faults", seen, 1);
    expect("after a fault", find_kernel() != NULL, 0);
  }
  run(prints);
  expect("while Java runs", seen, 77);
  expect("after Java", tells, 1);
  raise(SIGFPE); /* outside of kernels */
  expect("the JVM is asked", java_asked, SIGFPE);
  expect("depth", block.depth, 0);
  expect("nobody to tell of", guard_tell(0), 0);
  fflush(NULL);
  return wrongs;
}
