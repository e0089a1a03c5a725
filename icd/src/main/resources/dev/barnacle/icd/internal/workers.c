/*
 * The driver's threads, which serve one pool (pool.c): with launches of the shim's, with those that run in
 * Java, and with queues that are offered to them. They are made when they are first wanted.
 */
enum { MOST_THREADS = 256, POOL_HEAD = 192 };
static _Alignas(64) char pool_memory[POOL_HEAD + MOST_THREADS * sizeof(Worker)];
#define the_pool ((Pool *)pool_memory)
_Static_assert(sizeof(Pool) <= POOL_HEAD, "a pool has room");
static long worker_stack; /* Java says it: kernels of its own may need much */

/* ---- What a thread needs that runs work-groups ---- */

typedef struct Room Room;
struct Room {
  Room *next;
  long bytes;
  char *memory;
};
static Room *rooms;
static int rooms_lock;

static void give_room(Room *room) {
  lock(&rooms_lock);
  room->next = rooms;
  rooms = room;
  unlock(&rooms_lock);
}

/* Returns null where there is no memory now. */
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
      give_room(room);
      return NULL;
    }
    if (room->memory)
      munmap(room->memory, room->bytes);
    room->memory = memory;
    room->bytes = size;
  }
  return room;
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

typedef struct Attempt Attempt;
static void run_groups(Attempt *attempt, char *arena, long begin, long end);
static long room_bytes(Attempt *attempt);

/* Runs what a thread has been given of a task, or gives back the room that it has had for that. */
static void run_part(int code, Visit *visit, Room **room) {
  Attempt *attempt = (Attempt *)visit->what;
  if (code == END) {
    if (*room)
      give_room(*room);
    *room = NULL;
    return;
  }
  while (!*room && !(*room = take_room(room_bytes(attempt))))
    usleep(100); /* others may give one back, or there will be memory */
  run_groups(attempt, (*room)->memory, visit->chunk[0], visit->chunk[1]);
}

/*
 * Runs all steps on this thread and on others, and waits until they have ended. `nanos` is what a step
 * takes, as far as it is known; returns what is known then.
 */
static double run_steps(Attempt *attempt, long steps, long threads, double nanos) {
  long most = threads < MOST_THREADS ? threads : MOST_THREADS, bits;
  most = steps < most ? steps : most;
  Room *room = NULL;
  Visit alone = {.chunk = {0, steps}, .what = (long)attempt}, *own;
  memcpy(&bits, &nanos, sizeof bits);
  own = steps ? pool_begin(the_pool, steps, (int)most, BY_OWNER, bits, (long)attempt) : NULL;
  if (!own) {
    if (steps)
      run_part(STEP, &alone, &room);
    run_part(END, &alone, &room);
    return nanos;
  }
  int code;
  do
    run_part(code = pool_more(own), own, &room);
  while (code == STEP);
  bits = pool_end(own);
  memcpy(&nanos, &bits, sizeof nanos);
  return nanos;
}

/* ---- Workers ---- */

static int is_offered(void);
static void run_offered(void);
static long do_in_java(int what, long *arguments);
enum { SERVE_JAVA = -7 }; /* as the numbers of launch.c */

static void *serve(void *argument) {
  Worker *me = argument;
  Room *room = NULL;
  self.is_ours = self.is_worker = 1;
  set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  pool_start(me, -1);
  for (;;) {
    int code = pool_serve(me);
    if (code == OTHER)
      run_offered();
    else if (!(me->visit.task->flags & OF_JAVA))
      run_part(code, &me->visit, &room);
    else if (do_in_java(SERVE_JAVA, (long[]){code, (long)&me->visit}))
      pool_lose(&me->visit);
  }
  return NULL;
}

/* Has at least so many workers, or one more with -1, if they can be made; returns how many there are. */
static int need_workers(int count) {
  static int making, made;
  static Worker *unborn;
  int known = __atomic_load_n(&made, __ATOMIC_RELAXED);
  if (count >= 0 && known >= count + self.is_worker)
    return known; /* who waits for a worker sleeps, if it is one */
  lock(&making);
  int wanted = count < 0 ? made + 1 : count + self.is_worker;
  while (made < wanted && (unborn || (unborn = pool_add(the_pool))) &&
         new_thread(serve, unborn, (size_t)worker_stack)) {
    unborn = NULL;
    __atomic_store_n(&made, made + 1, __ATOMIC_RELAXED);
  }
  known = made;
  unlock(&making);
  return known;
}

static void make_threads(void) {
  make_pool(the_pool, MOST_THREADS, MOST_THREADS, 0);
  the_pool->is_offered = is_offered;
  the_pool->need = need_workers;
}
