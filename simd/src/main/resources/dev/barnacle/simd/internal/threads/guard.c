/*
 * What stands around kernels that leave their memory: guard_enter, which runs a kernel; on_kernel_fault, the
 * handler of the signals of faults, which guard_install takes; and guard_tell, for who has a handler.
 *
 * A fault on a thread that runs a kernel is the kernel's; calls of Java from kernels go through
 * guard_printf and guard_queue, which say that the thread is elsewhere. About any other fault the JVM is
 * asked first, as its own compiled code faults on purpose. Where reports of crashes are wanted, the JVM
 * gets all faults; it aborts when it has written one. A kernel may have written over all of its thread's
 * stack, at whose upper end the C library has what it knows of the thread: then the handler faults
 * itself, again and again, and what is to be said is said by system calls of its own. One thread says
 * it, and the others wait for that, but not for long: the word that says which one may be damaged too.
 *
 * Java fills the memory, which kernels do not come to, and says which fields it has (GuardLayout).
 */
struct sigaction {
  void (*handler)(int, void *, void *);
  unsigned long mask[16];
  int flags;
  void (*restorer)(void);
};
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGSEGV 11
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
extern int sigaction(int, const struct sigaction *, struct sigaction *);
extern int raise(int);
extern unsigned long pthread_self(void);
extern int _setjmp(long *) __attribute__((returns_twice));
extern void longjmp(long *, int) __attribute__((noreturn));

/* What the handler knows of a thread that has run kernels: a list, which only grows. */
typedef struct Guarded Guarded;
struct Guarded {
  GUARDED_FIELDS
};
typedef struct {
  GUARD_FIELDS
} Guard;
_Static_assert(GUARD_SIGNALS * sizeof(struct sigaction) == sizeof ((Guard *)0)->actions, "struct sigaction");

static Guard *guard;

/* ---- System calls that nothing of the C library is needed for ---- */

static long call_system(long number, long a, long b, long c) {
#if defined(__x86_64__)
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
#endif
}

#if defined(__x86_64__)
enum { CALL_write = 1, CALL_nanosleep = 35, CALL_exit_group = 231 };
#else
enum { CALL_write = 64, CALL_nanosleep = 101, CALL_exit_group = 94 };
#endif

static void say(int file, const char *text, long bytes) { call_system(CALL_write, file, (long)text, bytes); }

/* ---- Kernels ---- */

static Guarded *next_thread(Guarded **at) { return __atomic_load_n(at, __ATOMIC_ACQUIRE); }

/* Returns what is known of this thread if it runs a kernel, else null. */
static Guarded *find_kernel(void) {
  unsigned long self = pthread_self();
  for (Guarded *it = next_thread(&guard->first); it; it = next_thread(&it->next))
    if (it->thread == self && it->is_active)
      return it;
  return NULL;
}

/* Runs a kernel, of the thread that its arena names; leaves the signal that ended it there. */
POOL_API void guard_enter(void *arguments, void *info, char *arena, long begin, long end) {
  Guarded *me = *(Guarded *volatile *)(arena + GUARD_ARENA_SLOT);
  me->thread = pthread_self();
  int signal = _setjmp(me->jump);
  if (!signal) {
    me->is_active = 1;
    me->kernel(arguments, info, arena, begin, end);
  } else {
    me->signal = signal;
  }
  me->is_active = 0;
}

/* Has a kernel call Java. */
static int call_java(int (*java)(long, void *), long number, void *block) {
  Guarded *me = find_kernel();
  if (me)
    me->is_active = 0;
  int result = java(number, block);
  if (me)
    me->is_active = 1;
  return result;
}

POOL_API int guard_printf(long number, void *block) { return call_java(guard->java_printf, number, block); }

POOL_API int guard_queue(long number, void *block) { return call_java(guard->java_queue, number, block); }

/* ---- What is said ---- */

static void say_kernel(Guarded *thread) { say(2, thread->words, thread->word_bytes); }

static void tell_any(void) {
  static const char perhaps[] = "the program is stopped while a kernel runs; perhaps: ";
  for (Guarded *it = next_thread(&guard->first); it; it = next_thread(&it->next))
    if (it->is_active) {
      say(2, perhaps, sizeof perhaps - 1);
      say_kernel(it);
      return;
    }
}

/*
 * Says which kernel this thread runs, if it runs one, and returns whether it does; with a number other
 * than 0, which kernel another thread runs.
 */
POOL_API int guard_tell(int others) {
  if (others) {
    tell_any();
    return 0;
  }
  Guarded *me = find_kernel();
  if (me)
    say_kernel(me);
  return me != NULL;
}

/* Says what is to be said where the process is damaged, and ends it, if that is wanted. */
static void end_damaged(void) {
  long bytes = guard->err_bytes;
  if (!bytes)
    return;
  if (__atomic_exchange_n(&guard->is_said, 1, __ATOMIC_SEQ_CST))
    for (int i = 0; i < GUARD_PAUSES; i++)
      call_system(CALL_nanosleep, (long)guard->pause, 0, 0);
  say(2, guard->err, bytes);
  say(1, guard->out, guard->out_bytes);
  call_system(CALL_exit_group, guard->status, 0, 0);
}

/* ---- Signals ---- */

static struct sigaction *action_before(int signal) { return (struct sigaction *)guard->actions + signal; }

/*
 * Hands a signal on to who had it before: a handler, or the system. A fault then happens again; a signal
 * that somebody sent would not.
 */
static void pass_on(int signal, void *info, void *context) {
  void (*handler)(int, void *, void *) = action_before(signal)->handler;
  if ((unsigned long)handler > 1) {
    handler(signal, info, context);
    return;
  }
  sigaction(signal, action_before(0), NULL);
  if (((const int *)info)[2] <= 0) /* si_code */
    raise(signal);
}

static int is_jvms(int signal, void *info, void *context) { return guard->jvm(signal, info, context, 0); }

static void on_kernel_fault(int signal, void *info, void *context) {
  long depth = __atomic_fetch_add(&guard->depth, 1, __ATOMIC_RELAXED);
  int is_deep = depth > GUARD_MOST_FAULTS || signal == SIGABRT;
  Guarded *me = is_deep ? NULL : find_kernel();
  if (me && !guard->is_report_wanted) {
    __atomic_fetch_sub(&guard->depth, 1, __ATOMIC_RELAXED);
    longjmp(me->jump, signal);
  }
  if (is_deep || me || !is_jvms(signal, info, context)) {
    if (is_deep || (!me && !guard->is_report_wanted))
      end_damaged();
    pass_on(signal, info, context);
  }
  __atomic_fetch_sub(&guard->depth, 1, __ATOMIC_RELAXED);
}

static void take_signal(int signal) {
  struct sigaction action = {on_kernel_fault, {0}, SA_SIGINFO | SA_ONSTACK | SA_RESTART | SA_NODEFER, NULL};
  sigaction(signal, &action, action_before(signal));
}

/*
 * Has kernels run under the guard. With 1 it takes the signals of faults, with 2 also that by which the C
 * library ends the process where it finds its heap damaged.
 */
POOL_API void guard_install(Guard *memory, int takes) {
  guard = memory;
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
  int count = takes == 0 ? 0 : takes == 1 ? 5 : 6;
  for (int i = 0; i < count; i++)
    take_signal(faults[i]);
}
