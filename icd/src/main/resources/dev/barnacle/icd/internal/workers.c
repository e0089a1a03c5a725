/*
 * The threads that run work-groups of launches which never enter Java. The thread that runs a launch
 * takes part; another one is woken only where that pays, and stays awake for a moment, as launches
 * come in bursts. The shares and chunks are those of WorkShares, in Java.
 */
#define WAKE_NANOS 4000.0
#define CHUNK_NANOS 10000.0
#define AWAKE_NANOS 50000
#define MOST_SHARES 256

typedef struct {
  _Alignas(64) long next, end;
} Share;

typedef struct Task Task;
struct Task {
  Task *next;                                          /* pool.lock */
  void (*run)(Task *, char *arena, long begin, long end); /* this and the next three are set before it is listed */
  void *what;
  Plan *plan;
  Box *box;
  double nanos; /* of a step, as far as it is known; atomic, as all words from here on */
  long steps;   /* set before it is listed */
  int shares;   /* likewise */
  int processor; /* likewise: the one that the thread runs on which waits for the task */
  int arrived;   /* pool.lock */
  int inside;
  long finished;
  int is_done;
  Share share[MOST_SHARES]; /* `end` is set before it is listed */
};

static struct {
  int lock;
  Task *tasks; /* changed under the lock */
  int count;   /* of workers; changed under the lock */
} pool;

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

/* ---- What a thread needs that runs work-groups ---- */

typedef struct Room Room;
struct Room {
  Room *next;
  long bytes;
  char *memory;
};
static Room *rooms;
static int rooms_lock;

static Room *take_room(long bytes) {
  lock(&rooms_lock);
  Room *room = rooms;
  if (room)
    rooms = room->next;
  unlock(&rooms_lock);
  if (!room && (room = malloc(sizeof *room)))
    *room = (Room){NULL, 0, NULL};
  if (room && room->bytes < bytes) {
    long size = bytes < 65536 ? 65536 : (bytes + 4095) & -4096;
    void *memory = mmap(NULL, size, 3, 0x22 /* private, anonymous */, -1, 0);
    if (memory == (void *)-1) {
      free(room);
      return NULL;
    }
    if (room->memory)
      munmap(room->memory, room->bytes);
    room->memory = memory;
    room->bytes = size;
  }
  return room;
}

static void give_room(Room *room) {
  lock(&rooms_lock);
  room->next = rooms;
  rooms = room;
  unlock(&rooms_lock);
}

/* Slots of the guard, a byte each that says whether it is taken. */
static unsigned char slot_taken[256];

static int take_slot(long count) {
  static int next;
  for (int tries = 0;; tries++) {
    int i = (int)((unsigned)__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % (count < 256 ? count : 256));
    if (!__atomic_exchange_n(&slot_taken[i], 1, __ATOMIC_ACQUIRE))
      return i;
    if (tries > 1000)
      usleep(50);
  }
}

static void give_slot(int slot) { __atomic_store_n(&slot_taken[slot], 0, __ATOMIC_RELEASE); }

/* Java's stubs set the processor's floating-point state for the code that they call. */
static unsigned long standard_state(void) {
#if defined(__x86_64__)
  unsigned old = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(0x1f80);
  return old;
#else
  unsigned long old;
  __asm__ volatile("mrs %0, fpcr" : "=r"(old));
  __asm__ volatile("msr fpcr, %0" : : "r"(0UL));
  return old;
#endif
}

static void restore_state(unsigned long old) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((unsigned)old);
#else
  __asm__ volatile("msr fpcr, %0" : : "r"(old));
#endif
}

/* ---- Tasks ---- */

/* Estimates that several threads make better: what one of them loses does no harm. */
static double get_nanos(double *place) {
  double value;
  __atomic_load(place, &value, __ATOMIC_RELAXED);
  return value;
}

static void set_nanos(double *place, double value) { __atomic_store(place, &value, __ATOMIC_RELAXED); }

/* Takes steps, of a share as long as that has any; returns whether there were some. */
static int take_chunk(Task *task, int own, long *begin, long *end) {
  double one = get_nanos(&task->nanos);
  long least = one > 0 ? (long)(CHUNK_NANOS / one) : 1;
  for (int i = 0; i < task->shares; i++) {
    Share *share = &task->share[(own + i) % task->shares];
    long at = __atomic_load_n(&share->next, __ATOMIC_RELAXED);
    while (at < share->end) {
      long left = share->end - at, size = least > left / 4 ? least : left / 4;
      size = size < 1 ? 1 : size > left ? left : size;
      if (__atomic_compare_exchange_n(&share->next, &at, at + size, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        *begin = at;
        *end = at + size;
        return 1;
      }
    }
  }
  return 0;
}

/* Runs steps until there are none, or for so long. */
static void work(Task *task, int own, double nanos) {
  Room *room = take_room(task->plan->arena_bytes + task->plan->margin);
  if (!room)
    return; /* the thread that began the task has one */
  long begin, end, done = 0, start = now(), before = start;
  while (before - start < nanos && take_chunk(task, own, &begin, &end)) {
    task->run(task, room->memory, begin, end);
    done += end - begin;
    long after = now();
    double one = (double)(after - before) / (double)(end - begin);
    double known = get_nanos(&task->nanos);
    set_nanos(&task->nanos, known > 0 ? (known + one) / 2 : one);
    before = after;
  }
  give_room(room);
  if (done && __atomic_add_fetch(&task->finished, done, __ATOMIC_ACQ_REL) == task->steps) {
    __atomic_store_n(&task->is_done, 1, __ATOMIC_RELEASE);
    wake(&task->is_done, 1);
  }
}

static int has_steps(Task *task) {
  for (int i = 0; i < task->shares; i++)
    if (__atomic_load_n(&task->share[i].next, __ATOMIC_RELAXED) < task->share[i].end)
      return 1;
  return 0;
}

/* Returns a task that another thread can help with, which it then is inside of; or null. */
static Task *find_task(int *own) {
  if (!__atomic_load_n(&pool.tasks, __ATOMIC_ACQUIRE))
    return NULL;
  lock(&pool.lock);
  Task *task = pool.tasks;
  while (task && (task->arrived >= task->shares || !has_steps(task)))
    task = task->next;
  if (task) {
    *own = task->arrived++;
    task->inside++;
  }
  unlock(&pool.lock);
  return task;
}

static void leave_task(Task *task) {
  lock(&pool.lock);
  __atomic_sub_fetch(&task->inside, 1, __ATOMIC_RELEASE);
  unlock(&pool.lock);
}

#include "placing.c"

static Queue *take_offered(void);
static int is_offered(void);
static void call_runner(void);
static void run_queue(Queue *queue);

static int has_task(void) {
  for (Task *task = pool.tasks; task; task = task->next)
    if (task->arrived < task->shares && has_steps(task))
      return 1;
  return 0;
}

/* Sleeps until somebody calls, unless there is something to do. */
static void sleep_well(Worker *me) {
  lock(&pool.lock);
  int sleeps = !has_task() && !is_offered();
  if (sleeps)
    set_worker(me, ASLEEP);
  unlock(&pool.lock);
  if (sleeps)
    wait_while(&me->state, ASLEEP);
}

/* Who was called for a queue may have found something else first: then another one is called. */
static void begin_work(Worker *me) {
  set_worker(me, BUSY);
  if (is_offered())
    call_runner();
}

static void *serve(void *number) {
  Worker *me = &workers[(long)number];
  self.is_ours = self.is_worker = 1;
  set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  __atomic_store_n(&me->thread, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
  long since = now();
  for (;;) {
    int own;
    Task *task = find_task(&own);
    Queue *queue = task ? NULL : take_offered();
    if (task) {
      begin_work(me);
      leave_processor(me, task->processor);
      work(task, own, 1e18);
      set_worker(me, AWAKE); /* before the task ends: whose launch comes next calls it */
      leave_task(task);
    } else if (queue) {
      begin_work(me);
      run_queue(queue);
      set_worker(me, AWAKE);
    } else if (now() - since < AWAKE_NANOS) {
      relax();
      continue;
    } else {
      spread(me);
      sleep_well(me);
    }
    since = now();
  }
  return NULL;
}

/* Has at least so many threads, if they can be made. */
static void need_workers(int count) {
  if (__atomic_load_n(&pool.count, __ATOMIC_RELAXED) >= count)
    return;
  lock(&pool.lock);
  while (pool.count < count && pool.count < MOST_SHARES && new_thread(serve, (void *)(long)pool.count))
    __atomic_store_n(&pool.count, pool.count + 1, __ATOMIC_RELAXED);
  unlock(&pool.lock);
}

/*
 * Has so many workers look for something to do: those that are awake, and then those that sleep. Returns
 * how many there were: the others are busy.
 */
static int call_workers(int count) {
  int called[MOST_SHARES], many = 0, processor = sched_getcpu();
  lock(&pool.lock);
  for (int i = 0; i < pool.count && many < count; i++)
    if (workers[i].state == AWAKE)
      called[many++] = i;
  int awake = many;
  for (int i = 0; i < pool.count && many < count; i++)
    if (workers[i].state == ASLEEP) {
      set_worker(&workers[i], AWAKE);
      called[many++] = i;
    }
  Processors taken = {{0}};
  add_processor(&taken, processor);
  for (int i = 0; i < many; i++)
    place(&workers[called[i]], &taken);
  unlock(&pool.lock);
  for (int i = awake; i < many; i++)
    wake(&workers[called[i]].state, 1);
  return many;
}

/* Sees that a worker takes a queue that is offered: one more where all are busy, as kernels may run for long. */
static void call_runner(void) {
  if (!call_workers(1))
    need_workers(__atomic_load_n(&pool.count, __ATOMIC_RELAXED) + 1);
}

/* Runs all steps of a task on this thread and on others, and waits until they have ended. */
static void run_task(Task *task, int threads) {
  int shares = threads < MOST_SHARES ? threads : MOST_SHARES;
  shares = task->steps < shares ? (int)task->steps : shares;
  task->shares = shares;
  task->processor = sched_getcpu();
  task->arrived = 1;
  task->inside = 0;
  task->finished = 0;
  task->is_done = 0;
  long whole = task->steps / shares, rest = task->steps % shares, at = 0;
  for (int i = 0; i < shares; i++) {
    task->share[i].next = at;
    at += whole + (i < rest);
    task->share[i].end = at;
  }
  int is_short = task->nanos > 0 && task->nanos * (double)task->steps < WAKE_NANOS;
  if (shares == 1 || is_short) {
    work(task, 0, shares == 1 ? 1e18 : WAKE_NANOS);
    if (task->finished == task->steps)
      return;
  }
  need_workers(self.is_worker ? shares : shares - 1); /* who waits for a worker sleeps */
  lock(&pool.lock);
  task->next = pool.tasks;
  __atomic_store_n(&pool.tasks, task, __ATOMIC_RELEASE);
  unlock(&pool.lock);
  call_workers(shares - 1);
  do
    work(task, 0, 1e18);
  while (has_steps(task)); /* no memory: others may have it, or there will be some */
  for (long start = now(); !__atomic_load_n(&task->is_done, __ATOMIC_ACQUIRE) && now() - start < 4 * AWAKE_NANOS;)
    relax();
  wait_while(&task->is_done, 0);
  lock(&pool.lock);
  Task **place = &pool.tasks;
  while (*place != task)
    place = &(*place)->next;
  __atomic_store_n(place, task->next, __ATOMIC_RELEASE);
  unlock(&pool.lock);
  for (int i = 0; __atomic_load_n(&task->inside, __ATOMIC_ACQUIRE); i++)
    if (i < 1000)
      relax();
    else
      sched_yield(); /* its processor may be wanted by another */
}
