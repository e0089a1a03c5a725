/*
 * Launches that wait in their queues, and who runs them: the thread that waits for one of them, or a
 * worker that the queue is offered to. Launches of a queue have numbers, so that who waits for one
 * waits for no other that comes after it.
 */
#define OFFER_NANOS 1e6       /* what is offered to another thread, at least */
#define OFFER_COUNT 256       /* or so many launches */
#define MOST_WAITING 65536    /* more are Java's */
#define CHUNK_BYTES (256L << 10)

static Queue *queues; /* changed under the lock, at its head alone */
static int queues_lock;
static Queue *offered; /* queues_lock */

struct Chunk {
  long used;
  long live; /* launches in it */
};

struct Launch {
  Launch *next; /* queue's lock */
  Plan *plan;
  Kernel *kernel;
  Event *event; /* or null */
  double nanos;
  Chunk *chunk;
  long end;    /* in the chunk */
  long groups; /* where `info` is not the plan's */
  long *info;
  char *block;
  Buffer **buffers;
  long buffer_count;
};

/* ---- What launches use is kept until they have ended ---- */

static void use(Uses *uses) { __atomic_add_fetch(&uses->count, 1, __ATOMIC_SEQ_CST); }

static long in_java_or_elsewhere(int what, long *arguments);

static void leave(Uses *uses) {
  if (__atomic_sub_fetch(&uses->count, 1, __ATOMIC_SEQ_CST) || !__atomic_load_n(&uses->handle, __ATOMIC_SEQ_CST))
    return;
  long handle = __atomic_exchange_n(&uses->handle, 0, __ATOMIC_SEQ_CST);
  if (handle)
    in_java_or_elsewhere(LET_GO, (long[]){handle});
}

static void leave_all(Launch *launch) {
  for (long i = 0; i < launch->buffer_count; i++)
    leave(&launch->buffers[i]->uses);
  leave(&launch->kernel->uses);
}

/* ---- Memory of launches ---- */

static long aligned(long at) { return (at + 127) & -128; }

/* Returns a chunk that has so many bytes left, or null. The queue is locked. */
static Chunk *chunk_for(Queue *queue, long bytes) {
  long head = aligned(sizeof(Chunk));
  Chunk *chunk = queue->chunk;
  if (chunk && chunk->used + bytes <= CHUNK_BYTES)
    return chunk;
  if (head + bytes > CHUNK_BYTES)
    return NULL;
  Chunk *more = queue->spare;
  if (!more) {
    more = mmap(NULL, CHUNK_BYTES, 3, 0x22 /* private, anonymous */, -1, 0);
    if (more == (void *)-1)
      return NULL;
  }
  *more = (Chunk){head, 0};
  queue->spare = chunk && !chunk->live ? chunk : NULL;
  return queue->chunk = more;
}

static void free_launch(Queue *queue, Launch *launch) {
  Chunk *chunk = launch->chunk;
  if (--chunk->live)
    return;
  if (chunk == queue->chunk)
    chunk->used = aligned(sizeof(Chunk));
  else if (!queue->spare)
    queue->spare = chunk;
  else
    munmap(chunk, CHUNK_BYTES);
}

/* Copies the arguments to where kernels find them; returns whether all buffers are there. */
static int bind_arguments(Launch *launch, Plan *plan, Kernel *kernel) {
  for (int i = 0; i < kernel->count; i++) {
    const Parameter *parameter = &kernel->parameters[i];
    char *place = launch->block + plan->parameters[i].offset;
    if (parameter->kind == VALUE) {
      memcpy(place, parameter->value, parameter->bytes);
    } else if (parameter->kind != LOCAL) {
      int is_gone = 0;
      Buffer *buffer = (Buffer *)buffer_of(kernel, i, &is_gone);
      char *memory = buffer ? buffer->memory : NULL;
      if (buffer) {
        use(&buffer->uses);
        launch->buffers[launch->buffer_count++] = buffer;
        is_gone = buffer_of(kernel, i, &is_gone) != buffer; /* Java looks at its uses when it takes the record away */
      }
      if (is_gone)
        return 0;
      memcpy(place, &memory, 8);
    }
  }
  return 1;
}

/* Makes the launch, in the queue's memory. The queue is locked. */
static Launch *add_launch(Queue *queue, Plan *plan, Kernel *kernel, const Range *range) {
  long info_bytes = plan->any_global ? info_at.length * 8 : 0, buffer_bytes = kernel->count * (long)sizeof(Buffer *);
  long block_at = aligned(sizeof(Launch)), info = block_at + aligned(plan->block_bytes);
  long buffers = info + aligned(info_bytes), all = buffers + aligned(buffer_bytes);
  Chunk *chunk = chunk_for(queue, all);
  if (!chunk)
    return NULL;
  char *memory = (char *)chunk + chunk->used;
  Launch *launch = (Launch *)memory;
  *launch = (Launch){.plan = plan, .kernel = kernel, .chunk = chunk, .end = chunk->used + all,
                     .block = memory + block_at, .buffers = (Buffer **)(memory + buffers)};
  memcpy(launch->block, plan->block, plan->block_bytes);
  if (plan->any_global) {
    launch->info = (long *)(memory + info);
    memcpy(launch->info, plan->boxes[0].info, info_bytes);
    launch->groups = 1;
    for (int i = 0; i < 3; i++) {
      long groups = range->global[i] / plan->local[i];
      launch->info[info_at.global_size + i] = range->global[i];
      launch->info[info_at.offset + i] = range->offset[i];
      launch->info[info_at.num_groups + i] = launch->info[info_at.box_size + i] = groups;
      if (__builtin_mul_overflow(launch->groups, groups, &launch->groups))
        return NULL;
    }
    launch->nanos = get_nanos(&plan->boxes[0].nanos) * (double)launch->groups;
  } else {
    for (long i = 0; i < plan->box_count; i++)
      launch->nanos += get_nanos(&plan->boxes[i].nanos) * (double)plan->boxes[i].groups;
  }
  use(&kernel->uses);
  if (bind_arguments(launch, plan, kernel))
    return launch;
  leave_all(launch); /* Java has the error */
  return NULL;
}

/* ---- Lists of queues ---- */

static void list_queue(Queue *queue) {
  if (__atomic_load_n(&queue->is_listed, __ATOMIC_ACQUIRE))
    return;
  lock(&queues_lock);
  if (!queue->is_listed) {
    queue->next = queues;
    __atomic_store_n(&queues, queue, __ATOMIC_RELEASE);
    __atomic_store_n(&queue->is_listed, 1, __ATOMIC_RELEASE);
  }
  unlock(&queues_lock);
}

/* Has a worker run what waits in a queue. */
static void offer(Queue *queue) {
  if (__atomic_load_n(&queue->is_offered, __ATOMIC_ACQUIRE))
    return;
  lock(&queues_lock);
  if (!queue->is_offered) {
    __atomic_store_n(&queue->is_offered, 1, __ATOMIC_RELEASE);
    queue->next_offered = offered;
    __atomic_store_n(&offered, queue, __ATOMIC_RELEASE);
  }
  unlock(&queues_lock);
  pool_call_one(the_pool);
}

static int is_offered(void) { return __atomic_load_n(&offered, __ATOMIC_ACQUIRE) != NULL; }

static Queue *take_offered(void) {
  if (!is_offered())
    return NULL;
  lock(&queues_lock);
  Queue *queue = offered;
  if (queue) {
    __atomic_store_n(&offered, queue->next_offered, __ATOMIC_RELEASE);
    __atomic_store_n(&queue->is_offered, 0, __ATOMIC_RELEASE);
  }
  unlock(&queues_lock);
  return queue;
}

/* For workers: another one is called where there is more. */
static void run_queue(Queue *queue);

static void run_offered(void) {
  Queue *queue = take_offered();
  if (!queue)
    return;
  if (is_offered())
    pool_call_one(the_pool);
  run_queue(queue);
}

/* ---- Running them ---- */

static int telling_lock; /* of what Java is told of a plan: its block and fault */

struct Attempt {
  Launch *launch;
  Box *box;   /* that runs */
  int failed; /* atomic */
  long fault[4];
};

static long room_bytes(Attempt *run) { return run->launch->plan->arena_bytes + run->launch->plan->margin; }

static void run_groups(Attempt *run, char *arena, long begin, long end) {
  Plan *plan = run->launch->plan;
  long *info = run->launch->info ? run->launch->info : run->box->info;
  void (*enter)(char *, long *, char *, long, long) = (void *)(plan->enter ? plan->enter : run->box->kernel);
  *(long *)(arena + plan->fault_at) = 0;
  *(long *)(arena + plan->end_at) = plan->end;
  int slot = plan->enter ? take_slot(plan->slot_count) : -1;
  if (slot >= 0) {
    char *words = plan->slots + slot * plan->slot_bytes;
    *(char **)(words + plan->kernel_at) = run->box->kernel;
    *(long *)(words + plan->words_at) = plan->words;
    *(long *)(words + plan->words_at + 8) = plan->word_bytes;
    *(char **)(arena + plan->slot_at) = words;
  }
  unsigned long state = standard_state();
  enter(run->launch->block, info, arena, begin, end);
  restore_state(state);
  if (slot >= 0)
    give_slot(slot);
  if (*(long *)(arena + plan->fault_at) && !__atomic_exchange_n(&run->failed, 1, __ATOMIC_ACQ_REL))
    memcpy(run->fault, arena + plan->fault_at, sizeof run->fault);
}

static void begin_event(Launch *launch) {
  Event *event = launch->event;
  if (!event)
    return;
  if (event->times[T_QUEUED])
    event->times[T_SUBMITTED] = event->times[T_STARTED] = now();
  __atomic_store_n(&event->status, 1 /* CL_RUNNING */, __ATOMIC_RELEASE);
}

static void run_boxes(Launch *launch, Attempt *attempt) {
  Plan *plan = launch->plan;
  for (long i = 0; i < plan->box_count && !__atomic_load_n(&attempt->failed, __ATOMIC_ACQUIRE); i++) {
    Box *box = attempt->box = &plan->boxes[i];
    long groups = launch->info ? launch->groups : box->groups;
    set_nanos(&box->nanos, run_steps(attempt, groups, plan->threads, get_nanos(&box->nanos)));
  }
}

/* Tells Java of launches of a plan, of which this is the latest; returns its error. */
static long tell_of(Launch *launch, Attempt *attempt) {
  Plan *plan = launch->plan;
  lock(&telling_lock);
  memcpy(plan->block, launch->block, plan->block_bytes);
  if (attempt->failed)
    memcpy(plan->fault, attempt->fault, sizeof plan->fault);
  long status = in_java_or_elsewhere(TELL_PLAN, (long[]){(long)plan});
  unlock(&telling_lock);
  return status;
}

static void run_launch(Launch *launch) {
  Plan *plan = launch->plan;
  Attempt attempt = {launch, NULL, 0, {0}};
  long status = 0 /* CL_COMPLETE */;
  begin_event(launch);
  long start = now();
  run_boxes(launch, &attempt);
  long end = now();
  long nanos = __atomic_add_fetch(&plan->nanos, end - start, __ATOMIC_RELAXED);
  long launches = __atomic_add_fetch(&plan->launches, 1, __ATOMIC_RELAXED);
  if (attempt.failed || launches >= __atomic_load_n(&plan->launch_limit, __ATOMIC_RELAXED) ||
      nanos >= __atomic_load_n(&plan->nanos_limit, __ATOMIC_RELAXED))
    status = tell_of(launch, &attempt);
  if (launch->event) {
    if (launch->event->times[T_QUEUED])
      launch->event->times[T_ENDED] = launch->event->times[T_COMPLETED] = end;
    end_event(launch->event, attempt.failed ? status : 0);
  }
  leave_all(launch);
}

/* Has those look who wait for the queue. It is locked. */
static void call_waiters(Queue *queue) {
  if (!queue->waiters)
    return;
  queue->wanted = LAST_NUMBER;
  __atomic_add_fetch(&queue->progress, 1, __ATOMIC_RELEASE);
  wake(&queue->progress, 1 << 30);
}

/* Under its lock; read by others. */
static void set_running(Queue *queue, int is_running) {
  __atomic_store_n(&queue->is_running, is_running, __ATOMIC_RELEASE);
}

/* Runs launches up to a number, in order. The queue is locked before and after, and nobody else runs it. */
static void run_to(Queue *queue, long number) {
  set_running(queue, 1);
  while (queue->first && queue->ended < number) {
    Launch *launch = queue->first;
    unlock(&queue->lock);
    run_launch(launch);
    lock(&queue->lock);
    __atomic_store_n(&queue->first, launch->next, __ATOMIC_RELEASE);
    if (!queue->first) {
      queue->last = NULL;
      queue->nanos = 0;
    } else {
      queue->nanos -= launch->nanos;
    }
    queue->count--;
    free_launch(queue, launch);
    if (++queue->ended >= queue->wanted)
      call_waiters(queue);
  }
  set_running(queue, 0);
  call_waiters(queue);
}

/* For workers: runs all, unless another thread runs some. */
static void run_queue(Queue *queue) {
  lock(&queue->lock);
  while (queue->first && !queue->is_running)
    run_to(queue, queue->enqueued);
  unlock(&queue->lock);
}

typedef struct {
  Queue *queue;
  long number;
} Settling;

/* Returns when a launch has ended, and those before it, which it runs if nobody else does. */
static long settle_here(int index, long *registers) {
  Settling *what = (Settling *)registers;
  Queue *queue = what->queue;
  lock(&queue->lock);
  while (queue->ended < what->number) {
    if (!queue->is_running) {
      run_to(queue, what->number);
      continue;
    }
    int progress = queue->progress;
    if (!queue->waiters++ || what->number < queue->wanted)
      queue->wanted = what->number;
    unlock(&queue->lock);
    wait_while(&queue->progress, progress);
    lock(&queue->lock);
    queue->waiters--;
  }
  int leaves = queue->first && !queue->is_running && !queue->waiters;
  unlock(&queue->lock);
  if (leaves) /* they have come meanwhile, when it was no business of theirs to have them run */
    offer(queue);
  return 0;
}

static void settle_to(Queue *queue, long number) {
  Settling what = {queue, number};
  if (!self.is_ours && !has_stack()) {
    elsewhere(settle_here, 0, (long *)&what);
    return;
  }
  unsigned long mask = 0;
  int looks = own_jvm && !self.is_ours;
  if (looks) {
    mask = set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
    keep_faults();
  }
  settle_here(0, (long *)&what);
  if (looks && (mask & FAULT_SIGNALS))
    set_mask(SIG_SETMASK, mask);
}

static int has_pending(Queue *queue) {
  return __atomic_load_n(&queue->first, __ATOMIC_ACQUIRE) || __atomic_load_n(&queue->is_running, __ATOMIC_ACQUIRE);
}

/* Waits until all has ended that waits in the queue now, and runs it if nobody does. */
static void settle(Queue *queue) {
  if (!has_pending(queue))
    return;
  lock(&queue->lock);
  long number = queue->enqueued;
  unlock(&queue->lock);
  settle_to(queue, number);
}

/* For Java: the command that stands for what waits. */
static void settle_for_java(void *queue) { settle(queue); }

static void settle_all(void) {
  for (Queue *queue = __atomic_load_n(&queues, __ATOMIC_ACQUIRE); queue; queue = queue->next)
    settle(queue);
}

static void settle_event(Event *event) {
  if (__atomic_load_n(&event->status, __ATOMIC_ACQUIRE) > 0)
    settle_to(event->of, event->number);
}
