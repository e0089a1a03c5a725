/* ---- Shares ---- */

static void divide(Task *task) {
  long whole = task->steps / task->shares, rest = task->steps % task->shares, at = 0;
  for (int i = 0; i < task->shares; i++) {
    task->share[i].next = at;
    at += whole + (i < rest);
    task->share[i].end = at;
  }
}

static long chunk_of(Task *task, long left) {
  if (task->flags & MAY_WAIT)
    return 1; /* another thread is to have the next one */
  double one = get_nanos(&task->nanos);
  double steps = one > 0 ? CHUNK_NANOS / one : 1;
  long least = steps < left ? (long)steps : left, part = left / CHUNK_PART;
  long size = least > part ? least : part;
  return size < 1 ? 1 : size;
}

/* Takes steps, of a share as long as that has any; returns whether there were some. */
POOL_API int pool_take(Task *task, int own, long chunk[2]) {
  for (int i = 0; i < task->shares; i++) {
    Share *share = &task->share[(own + i) % task->shares];
    long at = __atomic_load_n(&share->next, __ATOMIC_RELAXED);
    while (at < share->end) {
      long size = chunk_of(task, share->end - at);
      if (__atomic_compare_exchange_n(&share->next, &at, at + size, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        chunk[0] = at;
        chunk[1] = at + size;
        return 1;
      }
    }
  }
  return 0;
}

static int has_steps(Task *task) {
  for (int i = 0; i < task->shares; i++)
    if (__atomic_load_n(&task->share[i].next, __ATOMIC_RELAXED) < task->share[i].end)
      return 1;
  return 0;
}

static int wants_help(Task *task) { return task->arrived < task->most && has_steps(task); }

/* ---- Calling workers ---- */

static int has_other(Pool *pool) { return pool->is_offered && pool->is_offered(); }

/* Rounds in which workers are called. */
enum { CALL_ELSEWHERE, CALL_OTHERS, CALL_SLEEPERS };

/* Whether a worker may be called in a round: first those that are awake and need not move. */
static int is_next(const Worker *worker, int round, const Processors *taken) {
  int state = worker_state(worker);
  if (round == CALL_SLEEPERS)
    return state == ASLEEP;
  return state == AWAKE && (round == CALL_OTHERS || !has_processor(taken, worker_processor(worker)));
}

/*
 * Has so many workers look for something to do: those that are awake elsewhere, then others that are, and
 * then those that sleep. Returns how many there were: the others are busy. The pool is locked; `asleep`
 * gets those that are to be woken when it is not any more.
 */
static int choose_workers(Pool *pool, int count, int *asleep, int *sleepers) {
  Processors taken = {{0}};
  int many = 0;
  add_processor(&taken, sched_getcpu()); /* while nobody moves this thread */
  for (int round = CALL_ELSEWHERE; round <= CALL_SLEEPERS; round++)
    for (int i = 0; i < pool->count && many < count && *sleepers < MOST_CALLED; i++) {
      Worker *worker = &pool->workers[i];
      if (worker->is_called || !is_next(worker, round, &taken))
        continue;
      worker->is_called = 1;
      if (round == CALL_SLEEPERS) {
        set_worker(worker, AWAKE);
        asleep[(*sleepers)++] = i;
      }
      if (!pool->is_pinned)
        place(worker, &taken);
      many++;
    }
  for (int i = 0; i < pool->count; i++)
    pool->workers[i].is_called = 0;
  return many;
}

static void wake_workers(Pool *pool, const int *asleep, int sleepers) {
  for (int i = 0; i < sleepers; i++)
    wake(&pool->workers[asleep[i]].state, 1);
}

/*
 * Sees that a worker looks for what is offered, if nobody has taken it yet: one more where all are busy, as
 * kernels may run for long. Who has taken it calls others for it; they are not to be moved after that.
 */
static void pool_call_one(Pool *pool) {
  int asleep[MOST_CALLED], sleepers = 0, many = 1;
  lock(&pool->lock);
  if (has_other(pool))
    many = choose_workers(pool, 1, asleep, &sleepers);
  unlock(&pool->lock);
  wake_workers(pool, asleep, sleepers);
  if (!many && pool->need)
    pool->need(-1);
}

/* ---- A thread's part in a task ---- */

static void begin_visit(Visit *visit, Task *task, int share, long since) {
  *visit = (Visit){.what = task->own.what, .task = task, .share = share, .since = since};
}

/* Steps that the owner takes no part in are not to wait for what others run, which may wait for the host. */
static void list_task(Task *task) {
  Pool *pool = task->pool;
  int by_owner = task->flags & BY_OWNER, helpers = by_owner ? task->most - 1 : task->most;
  int asleep[MOST_CALLED], sleepers = 0;
  task->is_listed = 1;
  if (pool->need)
    pool->need(helpers);
  lock(&pool->lock);
  task->processor = sched_getcpu(); /* while nobody moves this thread */
  task->next = pool->tasks;
  __atomic_store_n(&pool->tasks, task, __ATOMIC_RELEASE);
  int many = choose_workers(pool, helpers, asleep, &sleepers);
  unlock(&pool->lock);
  wake_workers(pool, asleep, sleepers);
  if (!many && !by_owner && pool->need)
    pool->need(-1);
}

/* Has a thread go on: returns STEP, with more steps, or END, after which it leaves. */
POOL_API int pool_more(Visit *visit) {
  Task *task = visit->task;
  long time = visit->since; /* its visit has begun just now */
  if (visit->chunk[0] < visit->chunk[1]) {
    time = now();
    long steps = visit->chunk[1] - visit->chunk[0];
    double one = (double)(time > visit->since ? time - visit->since : 1) / (double)steps;
    double known = get_nanos(&task->nanos);
    set_nanos(&task->nanos, known > 0 ? (known + one) / 2 : one);
    visit->done += steps;
  }
  if (visit == &task->own && !task->is_listed && time - task->begun >= WAKE_NANOS && has_steps(task))
    list_task(task);
  visit->since = time;
  if (pool_take(task, visit->share, visit->chunk))
    return STEP;
  visit->chunk[0] = visit->chunk[1] = 0;
  visit->is_over = 1;
  return END;
}

/* Counts the steps that it has run. */
static void count_steps(Visit *visit) {
  Task *task = visit->task;
  if (visit->done && __atomic_add_fetch(&task->finished, visit->done, __ATOMIC_ACQ_REL) == task->steps) {
    __atomic_store_n(&task->is_done, 1, __ATOMIC_RELEASE);
    if (visit != &task->own)
      wake(&task->is_done, 1);
  }
}

/* Says that a thread could not run the steps that it was given. */
POOL_API void pool_lose(Visit *visit) { __atomic_store_n(&visit->task->is_lost, 1, __ATOMIC_RELAXED); }

/* Leaves a task that is another thread's, which may free it from then on. */
POOL_API void pool_leave(Visit *visit) {
  Task *task = visit->task;
  count_steps(visit);
  visit->task = NULL;
  __atomic_sub_fetch(&task->inside, 1, __ATOMIC_RELEASE);
}

/* Joins a task that wants help, of those with the flags and not the one that the thread is in already. */
static int join_one(Pool *pool, Visit *visit, int flags, int number, Task *but) {
  if (!__atomic_load_n(&pool->tasks, __ATOMIC_ACQUIRE))
    return 0;
  lock(&pool->lock);
  Task *task = pool->tasks;
  while (task && (task == but || (task->flags & flags) != flags || !wants_help(task)))
    task = task->next;
  int share = 0;
  if (task) {
    share = task->arrived++;
    __atomic_add_fetch(&task->inside, 1, __ATOMIC_RELAXED);
  }
  unlock(&pool->lock);
  if (task)
    begin_visit(visit, task, (pool->is_pinned ? number : share) % task->shares, now());
  return task != NULL;
}

/*
 * Has a thread that waits in a task of Java's help with another such one. Returns whether there is one:
 * then it goes on with pool_more, and leaves.
 */
POOL_API int pool_help(Pool *pool, Visit *visit, Task *but) { return join_one(pool, visit, OF_JAVA, 0, but); }

/* ---- Tasks ---- */

/* Takes memory for a task of so many shares, or returns null. */
static Task *new_task(Pool *pool, int shares) {
  long needed = sizeof(Task) + shares * (long)sizeof(Share);
  lock(&pool->lock);
  Task **at = &pool->free;
  while (*at && (*at)->bytes < needed)
    at = &(*at)->next;
  Task *task = *at;
  if (task)
    *at = task->next;
  unlock(&pool->lock);
  if (!task && (task = new_memory(in_pages(needed))))
    task->bytes = in_pages(needed);
  return task;
}

static void free_task(Task *task) {
  Pool *pool = task->pool;
  lock(&pool->lock);
  task->next = pool->free;
  pool->free = task;
  unlock(&pool->lock);
}

/*
 * Begins a task: steps that `most` threads may run at a time. Where its owner takes part it comes for
 * steps (pool_more). `nanos` has the bits of what a step takes. Returns its owner's visit; null where there
 * is no memory, or no thread that could run it.
 */
POOL_API Visit *pool_begin(Pool *pool, long steps, int most, int flags, long nanos, long what) {
  int shares = flags & MAY_WAIT ? 1 : steps < most ? (int)steps : most;
  if (!(flags & BY_OWNER) && pool->need && !pool->need(1))
    return NULL;
  Task *task = new_task(pool, shares);
  if (!task)
    return NULL;
  *task = (Task){.pool = pool, .begun = now(), .steps = steps, .shares = shares, .most = most, .flags = flags,
                 .processor = -1, .arrived = flags & BY_OWNER ? 1 : 0, .bytes = task->bytes};
  __builtin_memcpy(&task->nanos, &nanos, sizeof nanos);
  divide(task);
  task->own.what = what;
  begin_visit(&task->own, task, 0, task->begun);
  int is_short = !(flags & MAY_WAIT) && task->nanos > 0 && task->nanos * (double)steps < WAKE_NANOS;
  if (most > 1 || !(flags & BY_OWNER)) {
    if (!is_short || !(flags & BY_OWNER))
      list_task(task);
  } else {
    task->is_listed = -1; /* it is for its owner alone */
  }
  return &task->own;
}

static void unlist(Task *task) {
  Pool *pool = task->pool;
  lock(&pool->lock);
  Task **at = &pool->tasks;
  while (*at != task)
    at = &(*at)->next;
  __atomic_store_n(at, task->next, __ATOMIC_RELEASE);
  unlock(&pool->lock);
}

/*
 * Ends a task, whose owner has no more steps of it: waits for the others. Returns
 * the bits of a step's time; of a negative one if steps could not be run.
 */
POOL_API long pool_end(Visit *own) {
  Task *task = own->task;
  count_steps(own);
  long looks = task->flags & BY_OWNER && task->pool->most_awake > 0 ? END_NANOS : 0;
  if (!__atomic_load_n(&task->is_done, __ATOMIC_ACQUIRE))
    for (long start = now(); !__atomic_load_n(&task->is_done, __ATOMIC_ACQUIRE) && now() - start < looks;)
      relax();
  wait_while(&task->is_done, 0);
  if (task->is_listed > 0)
    unlist(task);
  for (int i = 0; __atomic_load_n(&task->inside, __ATOMIC_ACQUIRE); i++)
    if (i < 1000)
      relax();
    else
      sched_yield(); /* its processor may be wanted by another */
  double nanos = __atomic_load_n(&task->is_lost, __ATOMIC_RELAXED) ? -1 : get_nanos(&task->nanos);
  long bits;
  __builtin_memcpy(&bits, &nanos, sizeof bits);
  free_task(task);
  return bits;
}

/* ---- Workers ---- */

static int is_closed(Pool *pool) { return __atomic_load_n(&pool->is_closed, __ATOMIC_ACQUIRE); }

static int has_task(Pool *pool) {
  for (Task *task = pool->tasks; task; task = task->next)
    if (wants_help(task))
      return 1;
  return 0;
}

/* Sleeps until somebody calls, unless there is something to do. */
static void sleep_well(Worker *me) {
  Pool *pool = me->pool;
  spread(me);
  lock(&pool->lock);
  int sleeps = !has_task(pool) && !has_other(pool) && !is_closed(pool);
  if (sleeps)
    set_worker(me, ASLEEP);
  unlock(&pool->lock);
  if (sleeps)
    wait_while(&me->state, ASLEEP);
}

/* Whether a worker that has nothing to do may look a while longer for something, and not sleep. */
static int stays_awake(Pool *pool) {
  if (__atomic_add_fetch(&pool->awake, 1, __ATOMIC_RELAXED) <= pool->most_awake)
    return 1;
  __atomic_sub_fetch(&pool->awake, 1, __ATOMIC_RELAXED);
  return 0;
}

static int join_task(Worker *me) {
  if (!join_one(me->pool, &me->visit, 0, me->number, NULL))
    return 0;
  set_worker(me, BUSY);
  if (has_other(me->pool)) /* who was called for that may have found this first: then another one is called */
    pool_call_one(me->pool);
  leave_processor(me, me->visit.task->processor);
  return 1;
}

/* Looks for something to do, for a while; returns what, or CLOSED where there is nothing. */
static int look_about(Worker *me) {
  Pool *pool = me->pool;
  int stays = stays_awake(pool), found = CLOSED;
  long since = now();
  do {
    if (join_task(me))
      found = STEP;
    else if (has_other(pool))
      found = OTHER;
    else
      relax();
  } while (!found && stays && !is_closed(pool) && now() - since < AWAKE_NANOS);
  if (stays)
    __atomic_sub_fetch(&pool->awake, 1, __ATOMIC_RELAXED);
  return found;
}

/*
 * Has a worker go on. Returns STEP, with steps of a task in its visit; END, when there are no more steps of
 * that task for it; OTHER, when there is something else to do; or CLOSED.
 */
POOL_API int pool_serve(Worker *me) {
  Visit *visit = &me->visit;
  if (visit->task && !visit->is_over)
    return pool_more(visit);
  set_worker(me, AWAKE); /* before the task ends: whose launch comes next calls it */
  if (visit->task)
    pool_leave(visit);
  while (!is_closed(me->pool)) {
    int found = look_about(me);
    if (found == OTHER) {
      set_processor(me, sched_getcpu());
      set_worker(me, BUSY);
    }
    if (found == OTHER || (found == STEP && pool_more(visit) == STEP))
      return found;
    set_worker(me, AWAKE);
    if (found == STEP)
      pool_leave(visit);
    else
      sleep_well(me);
  }
  set_worker(me, BUSY); /* nobody is to call it */
  return CLOSED;
}

/* ---- Pools ---- */

static void make_pool(Pool *pool, int most, int most_awake, int is_pinned) {
  *pool = (Pool){.most = most, .most_awake = most_awake, .is_pinned = is_pinned};
  pool->workers = (Worker *)(((size_t)(pool + 1) + 63) & -64UL);
}

static long pool_bytes(int most) { return in_pages(sizeof(Pool) + 63 + most * (long)sizeof(Worker)); }

/* Makes a pool without threads; null where there is no memory. */
POOL_API Pool *pool_new(int most, int most_awake, int is_pinned) {
  Pool *pool = new_memory(pool_bytes(most));
  if (pool)
    make_pool(pool, most, most_awake, is_pinned);
  return pool;
}

/* Frees a pool that nobody uses any more. */
POOL_API void pool_free(Pool *pool) {
  for (Task *task = pool->free, *next; task; task = next) {
    next = task->next;
    free_memory(task, task->bytes);
  }
  free_memory(pool, pool_bytes(pool->most));
}

/* Makes a worker, whose thread the calling one is to begin; null where there is no room. */
POOL_API Worker *pool_add(Pool *pool) {
  lock(&pool->lock);
  Worker *worker = pool->count < pool->most ? &pool->workers[pool->count] : NULL;
  if (worker) {
    *worker = (Worker){.pool = pool, .number = pool->count, .state = BUSY};
    inherit_place(worker);
    __atomic_store_n(&pool->count, pool->count + 1, __ATOMIC_RELAXED);
  }
  unlock(&pool->lock);
  return worker;
}

/* The calling thread is that of a worker from now on. Returns 0 where it cannot stay on its processor. */
POOL_API int pool_start(Worker *me, int processor) {
  Processors one = {{0}};
  add_processor(&one, processor);
  if (me->pool->is_pinned && !set_processors(0, &one))
    return 0;
  __atomic_store_n(&me->thread, (int)syscall(SYS_gettid), __ATOMIC_RELEASE);
  return 1;
}

/* Has all workers come back. */
POOL_API void pool_close(Pool *pool) {
  lock(&pool->lock);
  __atomic_store_n(&pool->is_closed, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < pool->count; i++)
    if (worker_state(&pool->workers[i]) == ASLEEP) {
      set_worker(&pool->workers[i], AWAKE);
      wake(&pool->workers[i].state, 1);
    }
  unlock(&pool->lock);
}
