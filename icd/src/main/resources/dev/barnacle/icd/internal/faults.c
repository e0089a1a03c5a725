/*
 * Whose fault it is. Compiled Java code faults on purpose (null checks, stops for the garbage
 * collector), so the JVM must be asked first; the program gets what is none of the JVM's, as if the
 * JVM were not there: by its own handler, set before the JVM or after, or by the end that the
 * system gives it, with the signal's own status and core.
 *
 * `under` is installed when the JVM starts, above the JVM and what the program had before. Programs
 * that take the signals later, as test frameworks do around each test, would get the JVM's faults.
 * So calls that may keep Java busy look who has the first of these signals (a system call: 0.2 µs),
 * and put `over` over what the program has set.
 */
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define FAULTS (sizeof faults / sizeof *faults)
static struct sigaction before[SIGNALS], after[SIGNALS]; /* the program's, by when it set them */
static int (*is_jvms_fault)(int, void *, void *, int);
/* Java's: says which kernel this thread runs, and returns whether it runs one; or which one others run. */
static int (*volatile tell)(int others);
static int is_told; /* some line of it is written */

/*
 * A mark in the context, where the kernel writes null at each fault (uc_link), tells how far a fault
 * has come: the JVM hands on to the handler that it found, which is ours, what is none of its own;
 * and a handler of the program may do so with the one that it found, ours too.
 */
static char asked, handed_over;

/*
 * Java's threads have all signals blocked but those of faults, which they need. One that was sent, and
 * not made by a fault, may come to any thread that takes it: from these it goes on to the program's first
 * thread. Returns whether it has.
 */
static int is_sent_on(int number, void *info, void *context) {
  unsigned long needed = FAULT_SIGNALS | BIT(SIGSTKFLT) | BIT(SIGKILL) | BIT(SIGSTOP);
  unsigned long mask = *(unsigned long *)((char *)context + MASK_IN_CONTEXT) | needed;
  return (mask & ALL_SIGNALS) == ALL_SIGNALS && syscall(SYS_gettid) != getpid() &&
         !syscall(SYS_rt_tgsigqueueinfo, getpid(), getpid(), number, info);
}

static int was_it_sent(const void *info) { return ((const int *)info)[2] <= 0; /* si_code */ }

static void hand_over(struct sigaction *program, int number, void *info, void *context) {
  int was_sent = was_it_sent(info);
  if ((long)program->handler > 1) {
    void (*handler)(int, void *, void *) = program->handler;
    if ((unsigned)program->flags & SA_RESETHAND)
      program->handler = NULL;
    handler(number, info, context);
  } else if (!was_sent || !program->handler) {
    if (!was_sent && tell && !__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED))
      tell(1); /* it may have written over what this thread has */
    SAY("signal %d, no fault of the driver's own, ends the program\n", number);
    struct sigaction none = {0};
    sigaction(number, &none, NULL);
    if (was_sent) /* else the program ends where it faults, again */
      syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
  }
}

static void on_fault(int number, void *info, void *context, struct sigaction *program) {
  if (was_it_sent(info) && is_sent_on(number, info, context))
    return;
  void **mark = (void **)context + 1;
  if (*mark == &handed_over) {
    hand_over(&before[number], number, info, context);
    return;
  }
  /* A kernel's is nobody else's, and the JVM may be damaged by it. */
  int is_kernels = *mark != &asked && tell && tell(0);
  if (is_kernels)
    __atomic_store_n(&is_told, 1, __ATOMIC_RELAXED);
  if (!is_kernels && *mark != &asked && is_jvms_fault) {
    *mark = &asked;
    int done = is_jvms_fault(number, info, context, 0);
    if (done) {
      *mark = NULL;
      return;
    }
  }
  *mark = &handed_over;
  hand_over(program, number, info, context);
  *mark = NULL;
}

static void over(int number, void *info, void *context) { on_fault(number, info, context, &after[number]); }

/* The JVM, which knows this one alone, hands on to it what `over` asks it about. */
static void under(int number, void *info, void *context) {
  struct sigaction now;
  sigaction(number, NULL, &now);
  on_fault(number, info, context, now.handler == over ? &after[number] : &before[number]);
}

static void take_fault(int number, void (*handler)(int, void *, void *), const struct sigaction *program) {
  struct sigaction both = {handler, {0}, SA_SIGINFO | SA_RESTART | (program->flags & (SA_ONSTACK | SA_NODEFER)), NULL};
  memcpy(both.mask, program->mask, sizeof both.mask);
  sigaction(number, &both, NULL);
}

/* Before the JVM starts, and again above it when it has started. */
static void take_faults(void) {
  for (size_t i = 0; i < FAULTS; i++)
    take_fault(faults[i], under, &before[faults[i]]);
}

/* Returns whether a signal had been taken. */
static int keep_fault(int number) {
  struct sigaction now;
  sigaction(number, NULL, &now);
  if (now.handler == under || now.handler == over)
    return 0;
  after[number] = now;
  take_fault(number, over, &now);
  return 1;
}

static void keep_faults(void) {
  if (is_jvms_fault && keep_fault(faults[0]))
    for (size_t i = 1; i < FAULTS; i++)
      keep_fault(faults[i]);
}
