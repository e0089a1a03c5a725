/*
 * The threads that run work-groups, and how these are shared out: for launches of Java's, and for those
 * of the driver that never enter Java. This file makes no threads, and knows no kernels and no Java. Who
 * has a thread lets it serve a pool; who has a task begins it, takes steps of it as the others do, and
 * ends it. Whoever has been given steps runs them, and comes back for more.
 *
 * The thread that begins a task takes part; another one is woken only where that pays, and stays awake
 * for a moment, as launches come in bursts.
 *
 * Shares: each thread has neighbouring steps, the same ones in each launch of the same range, so that
 * memory that it touched first, and what its caches hold, are near; then it takes of the others'. Shares
 * that others may take of are those of affinity scheduling (E. P. Markatos and T. J. LeBlanc, IEEE
 * Transactions on Parallel and Distributed Systems 5, 1994). A chunk is a part of what is left of a
 * share, smaller and smaller, so that all threads end together, as in guided self-scheduling (C. D.
 * Polychronopoulos and D. J. Kuck, IEEE Transactions on Computers C-36, 1987), but no less than is worth
 * the taking, by what steps cost.
 *
 * Protocol, which `explore` proves on a model (DriverProtocolsTest):
 * - A task is in its pool's list until its owner takes it out, under the pool's lock. Who joins it is
 *   counted as `inside` under that lock, and so before the owner has taken it out; the owner frees it
 *   when nobody is inside any more.
 * - Steps are taken by exchanging a share's `next`. Each thread counts those that it has run when it has
 *   no more to do for the task; who counts the last one says so (`is_done`), still inside.
 * - A worker sleeps only if there is nothing to do while it holds the lock, under which tasks are listed.
 *
 * Compiled alone for a JVM, and as a part of the driver's shim: on machines without C headers. Linux,
 * x86-64 and AArch64.
 */
#ifndef POOL_API
#define POOL_API
#endif

typedef unsigned long size_t;
#define NULL ((void *)0)
extern long syscall(long, ...);
extern int clock_gettime(int, long *);
extern int sched_getcpu(void);
extern int sched_yield(void);
extern void *mmap(void *, size_t, int, int, int, long);
extern int mprotect(void *, size_t, int);
extern int munmap(void *, size_t);
extern int memcmp(const void *, const void *, size_t);

#if defined(__x86_64__)
enum { SYS_futex = 202, SYS_gettid = 186, SYS_sched_setaffinity = 203, SYS_sched_getaffinity = 204 };
#elif defined(__aarch64__)
enum { SYS_futex = 98, SYS_gettid = 178, SYS_sched_setaffinity = 122, SYS_sched_getaffinity = 123 };
#else
#error "Barnacle's threads are for Linux on x86-64 and AArch64"
#endif

#define WAKE_NANOS 4000     /* the time that it takes to have another thread help */
#define CHUNK_NANOS 10000.0 /* the least time that a chunk should take */
#define CHUNK_PART 4        /* it is at most this part of what its share has left */
#define AWAKE_NANOS 50000   /* the time that a thread looks for something to do before it sleeps */
#define END_NANOS 200000    /* and for the end of its own task */

/* What pool_serve and pool_more return. */
enum { CLOSED, STEP, END, OTHER };
/* How a task is run: its owner takes part; a step may wait for another one; Java runs its steps. */
enum { BY_OWNER = 1, MAY_WAIT = 2, OF_JAVA = 4 };

typedef struct Pool Pool;
typedef struct Task Task;

/* A thread's part in a task. Java says how it begins (NativePool), with the steps that it has been given:
 * the first one, and that behind the last; then what is the task's, and steps that it has run. */
typedef struct {
  VISIT_FIELDS
  int share;
  int is_over; /* there is no step for it any more */
  long since;  /* when it was given them */
} Visit;

typedef struct {
  _Alignas(64) long next, end; /* `next` is atomic */
} Share;

struct Task {
  Visit own; /* its owner's */
  Pool *pool;
  Task *next; /* pool's lock */
  long begun;
  long steps;
  int shares, most, flags; /* `most` threads at a time */
  int is_listed;           /* its owner's */
  int processor;           /* the one that its owner ran on when it was listed; pool's lock */
  int arrived;             /* pool's lock */
  int inside;              /* atomic, as the next ones */
  int is_done;             /* a futex */
  int is_lost;             /* some steps could not be run */
  long finished;
  double nanos; /* of a step, as far as it is known; 0 where nobody knows */
  long bytes; /* of its memory */
  Share share[];
};

enum { MOST_PROCESSORS = 1024, PROCESSOR_WORDS = MOST_PROCESSORS / 64 };
typedef struct {
  unsigned long words[PROCESSOR_WORDS];
} Processors;

enum { AWAKE, ASLEEP, BUSY };
typedef struct {
  _Alignas(64) Visit visit; /* its thread's */
  Pool *pool;
  int number;
  int state;     /* ASLEEP is set under the pool's lock alone, and taken back there; atomic, a futex */
  int thread;    /* its number for the system; 0 until it has begun; atomic */
  int processor; /* where it last had something to do; atomic */
  int is_called; /* pool's lock: in a call that is being made */
  int is_placed; /* it has `narrow` until it takes `wide` back; changed under the pool's lock */
  Processors wide, narrow; /* pool's lock */
} Worker;

enum { MOST_CALLED = 1024 }; /* workers that are woken at a time */
struct Pool {
  int lock;
  int count; /* of workers; changed under the lock */
  Task *tasks; /* likewise */
  int most;       /* workers that there is room for */
  int is_pinned;  /* each worker stays on a processor, and has the share of its number */
  int most_awake; /* workers that look for something to do at a time, without sleeping */
  int awake;      /* atomic */
  int is_closed;  /* changed under the lock; atomic */
  Task *free;     /* tasks whose memory is to be used again; pool's lock */
  int (*is_offered)(void);  /* whether there is something else to do than tasks; or null */
  int (*need)(int count);   /* has so many workers, or with -1 one more, if it can; returns how many; or null */
  Worker *workers;
};

/* ---- Time, locks, futexes ---- */

static long now(void) {
  long time[2];
  clock_gettime(1 /* CLOCK_MONOTONIC */, time);
  return time[0] * 1000000000 + time[1];
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  __asm__ volatile("yield");
#endif
}

static void wake(int *word, int count) { syscall(SYS_futex, word, 129 /* FUTEX_WAKE_PRIVATE */, count); }

static void wait_while(int *word, int value) {
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
    syscall(SYS_futex, word, 128 /* FUTEX_WAIT_PRIVATE */, value, NULL);
}

/* 0 free, 1 taken, 2 taken and waited for */
static void lock(int *word) {
  int expected = 0;
  if (__atomic_compare_exchange_n(word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  for (int i = 0; i < 100; i++) {
    expected = 0;
    if (__atomic_compare_exchange_n(word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return;
    relax();
  }
  while (__atomic_exchange_n(word, 2, __ATOMIC_ACQUIRE))
    syscall(SYS_futex, word, 128 /* FUTEX_WAIT_PRIVATE */, 2, NULL);
}

static void unlock(int *word) {
  if (__atomic_exchange_n(word, 0, __ATOMIC_RELEASE) == 2)
    wake(word, 1);
}

/* ---- Memory ---- */

#define MARGIN_BYTES 65536L

/*
 * Returns zeroed pages, or null. A kernel that goes on behind its buffers does not come to them, as it would on
 * the heap: what it runs by is to be whole when it is told of.
 */
static void *new_memory(long bytes) {
  char *all = mmap(NULL, bytes + 2 * MARGIN_BYTES, 0, 0x22 /* private, anonymous */, -1, 0);
  if (all == (void *)-1)
    return NULL;
  if (!mprotect(all + MARGIN_BYTES, bytes, 3))
    return all + MARGIN_BYTES;
  munmap(all, bytes + 2 * MARGIN_BYTES);
  return NULL;
}

static void free_memory(void *memory, long bytes) {
  munmap((char *)memory - MARGIN_BYTES, bytes + 2 * MARGIN_BYTES);
}

static long in_pages(long bytes) { return (bytes + 65535) & -65536L; }

/* Estimates that several threads make better: what one of them loses does no harm. */
static double get_nanos(double *place) {
  double value;
  __atomic_load(place, &value, __ATOMIC_RELAXED);
  return value;
}

static void set_nanos(double *place, double value) { __atomic_store(place, &value, __ATOMIC_RELAXED); }

static void set_worker(Worker *worker, int state) { __atomic_store_n(&worker->state, state, __ATOMIC_RELEASE); }

static int worker_state(const Worker *worker) { return __atomic_load_n(&worker->state, __ATOMIC_ACQUIRE); }

static void set_processor(Worker *worker, int processor) {
  __atomic_store_n(&worker->processor, processor, __ATOMIC_RELAXED);
}

static int worker_processor(const Worker *worker) { return __atomic_load_n(&worker->processor, __ATOMIC_RELAXED); }

