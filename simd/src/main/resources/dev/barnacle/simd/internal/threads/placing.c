/* ---- Where workers run ----
 *
 * The system's scheduler wakes a thread beside the one that wakes it as often as not, or where it ran
 * last, which may be the same processor; and moves it milliseconds later, when many a launch has ended.
 * So who calls a worker lets it run on other processors than its own and those of the others that are
 * called, and a worker that goes to sleep may run everywhere again: nothing is bound for good, and what
 * somebody else binds stays bound.
 */
static int has_processor(const Processors *set, int processor) {
  return processor >= 0 && processor < MOST_PROCESSORS && (set->words[processor / 64] >> processor % 64 & 1);
}

static void add_processor(Processors *set, int processor) {
  if (processor >= 0 && processor < MOST_PROCESSORS)
    set->words[processor / 64] |= 1UL << processor % 64;
}

static int get_processors(int thread, Processors *set) {
  *set = (Processors){{0}};
  return syscall(SYS_sched_getaffinity, thread, sizeof *set, set) > 0;
}

static int set_processors(int thread, const Processors *set) {
  return !syscall(SYS_sched_setaffinity, thread, sizeof *set, set);
}

/* Returns whether there are some in one set that are not in another, which are left. */
static int subtract(Processors *from, const Processors *taken) {
  unsigned long any = 0;
  for (int i = 0; i < PROCESSOR_WORDS; i++)
    any |= from->words[i] &= ~taken->words[i];
  return any != 0;
}

static int first_processor(const Processors *set) {
  for (int i = 0; i < PROCESSOR_WORDS; i++)
    if (set->words[i])
      return 64 * i + __builtin_ctzl(set->words[i]);
  return -1;
}

static int meet(const Processors *a, const Processors *b) {
  unsigned long any = 0;
  for (int i = 0; i < PROCESSOR_WORDS; i++)
    any |= a->words[i] & b->words[i];
  return any != 0;
}

/* Lets a worker that has been placed run everywhere again. Under the pool's lock. */
static void release(Worker *worker, int thread) {
  if (worker->is_placed)
    set_processors(thread, &worker->wide);
  __atomic_store_n(&worker->is_placed, 0, __ATOMIC_RELAXED);
}

/*
 * Lets a worker run on the processors alone that are not taken, if there are some that it may use, and
 * everywhere if not; and takes the one that it will most likely run on. Under the pool's lock.
 */
static void place(Worker *worker, Processors *taken) {
  int thread = __atomic_load_n(&worker->thread, __ATOMIC_ACQUIRE);
  if (!thread || (!worker->is_placed && !get_processors(thread, &worker->wide)))
    return;
  Processors narrow = worker->wide;
  if (!subtract(&narrow, taken)) {
    release(worker, thread);
    return;
  }
  if (!worker->is_placed || meet(&worker->narrow, taken)) {
    worker->narrow = narrow;
    __atomic_store_n(&worker->is_placed, set_processors(thread, &narrow), __ATOMIC_RELAXED);
  }
  int processor = worker_processor(worker);
  if (!has_processor(&narrow, processor))
    set_processor(worker, processor = first_processor(&narrow));
  add_processor(taken, processor);
}

/* Lets the calling worker run everywhere again, unless somebody else has bound it meanwhile. */
static void spread(Worker *me) {
  if (!__atomic_load_n(&me->is_placed, __ATOMIC_RELAXED))
    return;
  lock(&me->pool->lock);
  Processors current;
  if (me->is_placed && get_processors(0, &current) && !memcmp(&current, &me->narrow, sizeof current))
    release(me, 0);
  __atomic_store_n(&me->is_placed, 0, __ATOMIC_RELAXED);
  unlock(&me->pool->lock);
}

/*
 * A new thread may run where the one that begins it may. If that is a worker that has been placed, so is
 * the new one, and may run everywhere again when it goes to sleep. Under the pool's lock.
 */
static void inherit_place(Worker *worker) {
  Pool *pool = worker->pool;
  int caller = (int)syscall(SYS_gettid);
  for (int i = 0; i < pool->count; i++) {
    Worker *other = &pool->workers[i];
    if (__atomic_load_n(&other->thread, __ATOMIC_ACQUIRE) != caller || !other->is_placed)
      continue;
    worker->wide = other->wide;
    worker->narrow = other->narrow;
    worker->is_placed = 1;
  }
}

/* Leaves the processor of a thread that waits for its work. */
static void leave_processor(Worker *me, int processor) {
  int own = sched_getcpu();
  set_processor(me, own);
  if (own != processor || me->pool->is_pinned)
    return;
  Processors taken = {{0}};
  add_processor(&taken, processor);
  lock(&me->pool->lock);
  place(me, &taken);
  unlock(&me->pool->lock);
}

