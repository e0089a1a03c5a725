/*
 * Threads of the shim's own, which carry out calls for threads of the program: of those whose stack
 * is too small for Java, or is none that the C library knows (coroutines); the calls that run other
 * programs; and the first call of all, which starts the JVM, so that a JVM that gives up costs no
 * thread of the program. All signals but those of faults are blocked on them, and so on the threads
 * that the JVM makes: the program's handlers run on the program's threads alone.
 */

/* What a call needs of the stack that it is made on, and what it gets on a thread of ours. */
#define ENOUGH_STACK (512L << 10)
static size_t helper_stack = 8L << 20;

/* The functions of threads, which are in a library of their own in older C libraries. */
typedef union {
  char bytes[128];
  long words[16];
} ThreadAttributes;
extern WEAK int pthread_create(unsigned long *, const ThreadAttributes *, void *(*)(void *), void *);
extern WEAK int pthread_getattr_np(unsigned long, ThreadAttributes *);
extern unsigned long pthread_self(void);
extern int pthread_attr_init(ThreadAttributes *);
extern int pthread_attr_destroy(ThreadAttributes *);
extern WEAK int pthread_attr_getstack(const ThreadAttributes *, void **, size_t *);
extern WEAK int pthread_attr_setstacksize(ThreadAttributes *, size_t);
extern int pthread_attr_setdetachstate(ThreadAttributes *, int);
extern WEAK int pthread_key_create(unsigned *, void (*)(void *));
extern WEAK int pthread_setspecific(unsigned, const void *);
extern WEAK int pthread_setcancelstate(int, int *);
static struct {
  int (*make_key)(unsigned *, void (*)(void *));
  int (*set)(unsigned, const void *);
  int (*create)(unsigned long *, const ThreadAttributes *, void *(*)(void *), void *);
  int (*attributes)(unsigned long, ThreadAttributes *);
  int (*stack)(const ThreadAttributes *, void **, size_t *);
  int (*set_stack)(ThreadAttributes *, size_t);
  int (*set_cancelling)(int, int *);
} threads;

static int find_threads(void) {
  threads.create = pthread_create;
  threads.attributes = pthread_getattr_np;
  threads.stack = pthread_attr_getstack;
  threads.set_stack = pthread_attr_setstacksize;
  threads.set_cancelling = pthread_setcancelstate;
  threads.make_key = pthread_setspecific ? pthread_key_create : NULL;
  threads.set = pthread_setspecific;
  if (threads.create && threads.attributes && threads.stack && threads.set_stack && threads.make_key)
    return 1;
  void *library = dlopen("libpthread.so.0", 2 /* RTLD_NOW */);
  if (!library)
    return 0;
  threads.create = dlsym(library, "pthread_create");
  threads.attributes = dlsym(library, "pthread_getattr_np");
  threads.stack = dlsym(library, "pthread_attr_getstack");
  threads.set_stack = dlsym(library, "pthread_attr_setstacksize");
  threads.set_cancelling = dlsym(library, "pthread_setcancelstate");
  threads.make_key = dlsym(library, "pthread_key_create");
  threads.set = dlsym(library, "pthread_setspecific");
  return threads.create && threads.attributes && threads.stack && threads.set_stack && threads.make_key && threads.set;
}

/*
 * No thread is cancelled (pthread_cancel) inside of a call: it may be in Java, have a lock or run a
 * launch that others wait for. It ends when the call has returned. Returns what is to be set back.
 */
static int hold_cancelling(void) {
  int old = 0;
  if (threads.set_cancelling)
    threads.set_cancelling(1 /* PTHREAD_CANCEL_DISABLE */, &old);
  return old;
}

static void release_cancelling(int old) {
  if (threads.set_cancelling)
    threads.set_cancelling(old, NULL);
}

/*
 * Nor is one cancelled while the JVM lets go of it as it ends, which waits with locks of the JVM's: a
 * thread that returned with a cancellation to come would leave them locked for good. Comes before the
 * destructors that were there when it was registered, the JVM's own among them.
 */
static void hold_to_the_end(void *unused) { hold_cancelling(); }

/* What is known of the calling thread. */
static __thread struct {
  char known;        /* a call of its has come in */
  char attached;     /* and has been in Java */
  char takes_faults; /* the signals of faults were not blocked in its last call that looked */
  char ends_alone;   /* hold_to_the_end will be called */
  char is_ours;      /* a helper, or a worker */
  char is_worker;
  size_t low, size; /* of its stack, from where Java has enough below; size 0 where it has not */
} self;

/*
 * A thread that ends the program calls the destructors of its own variables before any exit handler.
 * So there the program waits for LLVM, if that is being loaded: else its handlers would be called
 * while they are still being registered. What else would be compiled beside is not begun any more.
 */
extern WEAK int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
#define MOST_LOADING 100000 /* times 100 µs */
static int loading, is_ending;

static void before_exit(void *unused) {
  if (syscall(SYS_gettid) == getpid()) /* others may end alone */
    __atomic_store_n(&is_ending, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < MOST_LOADING && __atomic_load_n(&loading, __ATOMIC_ACQUIRE); i++)
    usleep(100);
}

/* To be called when the thread is known to the JVM. */
static void let_end_alone(void) {
  if (!self.ends_alone && __cxa_thread_atexit_impl)
    __cxa_thread_atexit_impl(hold_to_the_end, NULL, __dso_handle);
  self.ends_alone = 1;
}

static void measure_stack(void) {
  ThreadAttributes attributes;
  void *low;
  size_t size;
  self.known = 1;
  if (__cxa_thread_atexit_impl)
    __cxa_thread_atexit_impl(before_exit, NULL, __dso_handle);
  if (threads.attributes(pthread_self(), &attributes))
    return;
  if (!threads.stack(&attributes, &low, &size) && size > ENOUGH_STACK) {
    self.low = (size_t)low + ENOUGH_STACK;
    self.size = size - ENOUGH_STACK;
  }
  pthread_attr_destroy(&attributes);
}

static int has_stack(void) {
  if (!self.known)
    measure_stack();
  return (size_t)__builtin_frame_address(0) - self.low < self.size;
}

/* ---- Helpers ---- */

enum { IDLE, CALLED, DONE };
typedef struct Helper Helper;
struct Helper {
  Helper *next;
  int state; /* changed by the caller and the helper in turns */
  Handler *what;
  int index;
  long *registers;
  long result;
};

static void set_state(Helper *helper, int state) {
  __atomic_store_n(&helper->state, state, __ATOMIC_RELEASE);
  syscall(SYS_futex, &helper->state, 129 /* FUTEX_WAKE_PRIVATE */, 1);
}

static void *help(void *argument) {
  Helper *me = argument;
  self.is_ours = 1;
  set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  for (;;) {
    wait_while(&me->state, IDLE);
    wait_while(&me->state, DONE);
    me->result = me->what(me->index, me->registers);
    set_state(me, DONE);
  }
  return NULL;
}

static Helper *idle_helpers;
static int helpers_lock;

static void lock_helpers(void) {
  while (__atomic_exchange_n(&helpers_lock, 1, __ATOMIC_ACQUIRE))
    usleep(50);
}

static void unlock_helpers(void) { __atomic_store_n(&helpers_lock, 0, __ATOMIC_RELEASE); }

/* Returns one that no other thread has, or null. */
static Helper *take_helper(void) {
  lock_helpers();
  Helper *helper = idle_helpers;
  if (helper)
    idle_helpers = helper->next;
  unlock_helpers();
  return helper;
}

static void give_back(Helper *helper) {
  lock_helpers();
  helper->next = idle_helpers;
  idle_helpers = helper;
  unlock_helpers();
}

/* Begins a thread with all signals blocked; returns whether there is one. */
static int new_thread(void *(*begin)(void *), void *argument, size_t stack) {
  ThreadAttributes attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, 1);
  threads.set_stack(&attributes, stack);
  unsigned long thread;
  unsigned long mask = set_mask(SIG_SETMASK, ALL_SIGNALS); /* which it inherits */
  int error = threads.create(&thread, &attributes, begin, argument);
  set_mask(SIG_SETMASK, mask);
  pthread_attr_destroy(&attributes);
  if (error)
    SAY("no thread can be made: %s\n", strerror(error));
  return !error;
}

static Helper *new_helper(void) {
  Helper *helper = malloc(sizeof *helper);
  if (!helper)
    return NULL;
  *helper = (Helper){NULL, IDLE, NULL, 0, NULL, 0};
  if (new_thread(help, helper, helper_stack))
    return helper;
  free(helper);
  return NULL;
}

/* The program's handlers run on its own thread meanwhile. */
static void on_helper(Helper *helper, Handler *what, int index, long *registers) {
  helper->what = what;
  helper->index = index;
  helper->registers = registers;
  set_state(helper, CALLED);
  wait_while(&helper->state, CALLED);
}

static long fail(int index, long *registers, int code);

static long elsewhere(Handler *what, int index, long *registers) {
  Helper *helper = take_helper();
  if (!helper)
    helper = new_helper();
  if (!helper)
    return fail(index, registers, CL_OUT_OF_HOST_MEMORY);
  on_helper(helper, what, index, registers);
  long result = helper->result;
  give_back(helper);
  return result;
}
