/*
 * The calls of a program's inner loop, carried out without Java where Java has said how (records.h):
 * arguments are set, launches wait in their queue and are run by the thread that waits for them, or
 * by one of workers.c. Whatever is not as it was planned goes to Java, which finds the errors.
 *
 * In-order queues alone have a record. Commands of a queue are here or in Java: while Java has some
 * that have not ended, all go there; and before a call enters Java that may give it some, or may free
 * something, what waits here is run, or handed over as one command.
 */
#define MOST_WAITING 256
#define LAUNCH_MEMORY (256L << 10)
#define OFFER_NANOS 1e6     /* what is offered to another thread, at least */
#define HAND_OVER_NANOS 2e5 /* what a call that enqueues does not wait for */

/* What Java does for the shim: numbers below zero, which are no entry points. */
enum { TELL_PLAN = -1, HAND_OVER = -2, ADOPT = -3, PLAN_SOON = -4 };

static Queue *queues;
static int queues_lock;
static Queue *offered;
static long waiting; /* launches in all queues */
static long epoch;   /* changes when a buffer may go */

static void *record(long handle, long kind) {
  if ((unsigned long)(handle - (long)handles) >= (unsigned long)handle_bytes || handle & 15 || !handles)
    return NULL;
  Record *found = __atomic_load_n((Record **)(handle + 8), __ATOMIC_ACQUIRE);
  return found && found->kind == kind ? found : NULL;
}

#include "events.c"

struct Launch {
  Launch *next;
  Plan *plan;
  Event *event; /* or null */
  double nanos;
  long end;    /* in the queue's memory */
  long groups; /* where `info` is not the plan's */
  long *info;
  char *block;
};

/* ---- Arguments ---- */

static int set_argument(long *registers) {
  Kernel *kernel = record(argument(registers, 0), KERNEL);
  unsigned index = (unsigned)argument(registers, 1);
  if (!kernel || index >= kernel->count)
    return 0;
  Parameter *parameter = &kernel->parameters[index];
  long bytes = argument(registers, 2);
  const char *value = (const char *)argument(registers, 3);
  switch (parameter->kind) {
  case VALUE:
    if (!value || bytes != parameter->bytes)
      return 0;
    memcpy(parameter->value, value, bytes);
    break;
  case GLOBAL:
  case CONSTANT: {
    long handle = 0;
    if (bytes != 8)
      return 0;
    if (value)
      memcpy(&handle, value, 8);
    if (handle) {
      Buffer *buffer = record(handle, BUFFER);
      if (!buffer || buffer->head.context != kernel->head.context ||
          ((buffer->flags & IMMUTABLE) && !parameter->is_const) ||
          (parameter->kind == CONSTANT && buffer->bytes > kernel->constant_bytes))
        return 0;
    }
    if (!(kernel->known >> index & 1) || memcmp(parameter->value, &handle, 8)) {
      memcpy(parameter->value, &handle, 8);
      kernel->latest = NULL;
    }
    break;
  }
  case LOCAL: /* only the same again: what there may be is Java's to say */
    return !value && (kernel->known >> index & 1) && !memcmp(parameter->value, &bytes, 8) && bytes > 0;
  default:
    return 0;
  }
  kernel->changed |= 1UL << index;
  kernel->known |= 1UL << index;
  return 1;
}

/* ---- Which plan a launch is run by ---- */

typedef struct {
  long dimensions, has_local, global[3], local[3], offset[3];
} Range;

static int read_range(long *registers, Range *range) {
  long *offset = (long *)argument(registers, 3), *global = (long *)argument(registers, 4);
  long *local = (long *)argument(registers, 5);
  range->dimensions = (unsigned)argument(registers, 2);
  if (range->dimensions < 1 || range->dimensions > 3 || !global)
    return 0;
  range->has_local = local != NULL;
  for (int i = 0; i < 3; i++) {
    int given = i < range->dimensions;
    range->global[i] = given ? global[i] : 1;
    range->local[i] = given && local ? local[i] : 1;
    range->offset[i] = given && offset ? offset[i] : 0;
  }
  return 1;
}

static int fits_range(const Plan *plan, const Range *range) {
  if (plan->dimensions != range->dimensions || plan->has_local != range->has_local)
    return 0;
  for (int i = 0; i < range->dimensions; i++) {
    if (plan->local[i] != range->local[i])
      return 0;
    long global = range->global[i], offset = range->offset[i], local = plan->local[i];
    if (plan->any_global) {
      if (global <= 0 || offset < 0 || global > plan->most_end || offset > plan->most_end ||
          global % local || global + offset + local > plan->most_end)
        return 0;
    } else if (plan->global[i] != global || plan->offset[i] != offset) {
      return 0;
    }
  }
  return 1;
}

static const Buffer *buffer_of(const Kernel *kernel, int index, int *is_gone) {
  long handle;
  memcpy(&handle, kernel->parameters[index].value, 8);
  const Buffer *buffer = handle ? record(handle, BUFFER) : NULL;
  *is_gone |= handle && !buffer;
  return buffer;
}

static int is_buffer(const Parameter *parameter) {
  return parameter->kind == GLOBAL || parameter->kind == CONSTANT;
}

/* What LaunchFacts, in Java, says of the memory of arguments. */
static int fits_memory(const Plan *plan, const Kernel *kernel) {
  const Buffer *buffers[64];
  int count = 0, is_gone = 0, is_small = 1, is_aligned = 1;
  long bits[64], disjoint = 0;
  for (int i = 0; i < kernel->count; i++) {
    if (kernel->parameters[i].kind == LOCAL) {
      long bytes;
      memcpy(&bytes, kernel->parameters[i].value, 8);
      if (bytes != plan->parameters[i].bytes)
        return 0;
    }
    const Buffer *buffer = is_buffer(&kernel->parameters[i]) ? buffer_of(kernel, i, &is_gone) : NULL;
    if (buffer) {
      is_small &= buffer->bytes > 0 && buffer->bytes <= plan->small_bytes;
      is_aligned &= (long)buffer->memory % plan->alignment == 0;
      bits[count] = plan->parameters[i].bit;
      buffers[count++] = buffer;
    }
  }
  for (int i = 0; i < count; i++) {
    int meets = 0;
    for (int j = 0; j < count; j++)
      meets |= buffers[j]->bytes == 0 || (i != j && buffers[i]->memory < buffers[j]->memory + buffers[j]->bytes &&
                                          buffers[j]->memory < buffers[i]->memory + buffers[i]->bytes);
    disjoint |= meets ? 0 : bits[i];
  }
  return !is_gone && is_small == plan->is_small && is_aligned == plan->is_aligned && disjoint == plan->disjoint;
}

static long integer(const char *value, long bytes) {
  switch (bytes) {
  case 1: return *(const signed char *)value;
  case 2: { short s; memcpy(&s, value, 2); return s; }
  case 4: { int i; memcpy(&i, value, 4); return i; }
  default: { long l; memcpy(&l, value, 8); return l; }
  }
}

static int fits_integers(const Plan *plan, const Kernel *kernel) {
  for (long i = 0; i < plan->known_count; i++) {
    const Parameter *parameter = &kernel->parameters[plan->known[i].index];
    if (integer(parameter->value, parameter->bytes) != plan->known[i].value)
      return 0;
  }
  return 1;
}

static Plan *find_plan(Kernel *kernel, const Range *range) {
  unsigned long all = kernel->count == 64 ? ~0UL : (1UL << kernel->count) - 1;
  if ((kernel->known & all) != all)
    return NULL;
  long now_epoch = __atomic_load_n(&epoch, __ATOMIC_ACQUIRE);
  Plan *latest = kernel->epoch == now_epoch ? kernel->latest : NULL;
  for (Plan *plan = __atomic_load_n(&kernel->plans, __ATOMIC_ACQUIRE); plan; plan = plan->next)
    if (__atomic_load_n(&plan->is_valid, __ATOMIC_ACQUIRE) && fits_range(plan, range) &&
        (plan == latest || fits_memory(plan, kernel)) && fits_integers(plan, kernel)) {
      kernel->latest = plan;
      kernel->epoch = now_epoch;
      return plan;
    }
  return NULL;
}

/* ---- Launches that wait ---- */

static long aligned(long at) { return (at + 127) & -128; }

/* Makes the launch, in the queue's memory. */
static Launch *add_launch(Queue *queue, Plan *plan, const Kernel *kernel, const Range *range) {
  if (!queue->memory) {
    void *memory = mmap(NULL, LAUNCH_MEMORY, 3, 0x22 /* private, anonymous */, -1, 0);
    if (memory == (void *)-1)
      return NULL;
    queue->memory = memory;
  }
  long info_bytes = plan->any_global ? info_at.length * 8 : 0;
  long block_at = aligned(queue->used + (long)sizeof(Launch)), info = block_at + aligned(plan->block_bytes);
  if (info + info_bytes > LAUNCH_MEMORY)
    return NULL;
  Launch *launch = (Launch *)(queue->memory + queue->used);
  *launch = (Launch){NULL, plan, NULL, 0, 0, 0, NULL, queue->memory + block_at};
  memcpy(launch->block, plan->block, plan->block_bytes);
  for (int i = 0; i < kernel->count; i++) {
    const Parameter *parameter = &kernel->parameters[i];
    if (parameter->kind == VALUE) {
      memcpy(launch->block + plan->parameters[i].offset, parameter->value, parameter->bytes);
    } else if (parameter->kind != LOCAL) {
      int is_gone = 0;
      const Buffer *buffer = buffer_of(kernel, i, &is_gone);
      if (is_gone)
        return NULL; /* Java has the error */
      char *memory = buffer ? buffer->memory : NULL;
      memcpy(launch->block + plan->parameters[i].offset, &memory, 8);
    }
  }
  if (plan->any_global) {
    launch->info = (long *)(queue->memory + info);
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
    launch->nanos = plan->boxes[0].nanos * (double)launch->groups;
  } else {
    for (long i = 0; i < plan->box_count; i++)
      launch->nanos += plan->boxes[i].nanos * (double)plan->boxes[i].groups;
  }
  launch->end = info + aligned(info_bytes);
  return launch;
}

static void list_queue(Queue *queue) {
  queue->is_listed = 1;
  lock(&queues_lock);
  queue->next = queues;
  __atomic_store_n(&queues, queue, __ATOMIC_RELEASE);
  unlock(&queues_lock);
}

static void offer(Queue *queue) {
  need_workers(1);
  lock(&queues_lock);
  if (!queue->is_offered) {
    queue->is_offered = 1;
    queue->next_offered = offered;
    __atomic_store_n(&offered, queue, __ATOMIC_RELEASE);
  }
  unlock(&queues_lock);
  call_workers(1);
}

static Queue *take_offered(void) {
  if (!__atomic_load_n(&offered, __ATOMIC_ACQUIRE))
    return NULL;
  lock(&queues_lock);
  Queue *queue = offered;
  if (queue) {
    offered = queue->next_offered;
    queue->is_offered = 0;
  }
  unlock(&queues_lock);
  return queue;
}

/* ---- Running them ---- */

static Handler *java;

typedef struct {
  Launch *launch;
  int failed;
} Attempt;

static void run_groups(Task *task, char *arena, long begin, long end) {
  Attempt *run = task->what;
  Plan *plan = task->plan;
  long *info = run->launch->info ? run->launch->info : task->box->info;
  void (*enter)(char *, long *, char *, long, long) = (void *)(plan->enter ? plan->enter : task->box->kernel);
  *(long *)(arena + plan->fault_at) = 0;
  *(long *)(arena + plan->end_at) = plan->end;
  int slot = plan->enter ? take_slot(plan->slot_count) : -1;
  if (slot >= 0) {
    char *words = plan->slots + slot * plan->slot_bytes;
    *(char **)(words + plan->kernel_at) = task->box->kernel;
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
    memcpy(plan->fault, arena + plan->fault_at, sizeof plan->fault);
}

static long do_in_java(int what, long *arguments) {
  unsigned long mask = set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  long result = java(what, arguments);
  set_mask(SIG_SETMASK, mask); /* which the JVM changes in a thread that comes to it */
  return result;
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
  for (long i = 0; i < plan->box_count && !attempt->failed; i++) {
    Task task;
    Box *box = &plan->boxes[i];
    task.run = run_groups;
    task.what = attempt;
    task.plan = plan;
    task.box = box;
    task.nanos = box->nanos;
    task.steps = launch->info ? launch->groups : box->groups;
    run_task(&task, (int)plan->threads);
    box->nanos = task.nanos;
  }
}

static void run_launch(Launch *launch) {
  Plan *plan = launch->plan;
  Attempt attempt = {launch, 0};
  long status = 0 /* CL_COMPLETE */;
  begin_event(launch);
  long start = now();
  run_boxes(launch, &attempt);
  long end = now();
  plan->nanos += end - start;
  plan->launches++;
  if (attempt.failed || plan->launches >= plan->launch_limit || plan->nanos >= plan->nanos_limit) {
    memcpy(plan->block, launch->block, plan->block_bytes);
    status = do_in_java(TELL_PLAN, (long[]){(long)plan});
  }
  if (launch->event) {
    if (launch->event->times[T_QUEUED])
      launch->event->times[T_ENDED] = launch->event->times[T_COMPLETED] = end;
    end_event(launch->event, attempt.failed ? status : 0);
  }
}

/* Runs all that waits, in order, unless another thread does. The queue is locked before and after. */
static void run_waiting(Queue *queue) {
  if (queue->is_running)
    return;
  queue->is_running = 1;
  while (queue->first) {
    Launch *launch = queue->first;
    unlock(&queue->lock);
    run_launch(launch);
    lock(&queue->lock);
    queue->first = launch->next;
    queue->nanos -= launch->nanos;
    queue->count--;
    __atomic_sub_fetch(&waiting, 1, __ATOMIC_RELEASE);
  }
  queue->last = NULL;
  queue->nanos = 0;
  queue->used = 0;
  __atomic_store_n(&queue->is_running, 0, __ATOMIC_RELEASE);
  wake(&queue->is_running, 1 << 30);
}

static void run_queue(Queue *queue) {
  lock(&queue->lock);
  run_waiting(queue);
  unlock(&queue->lock);
}

static long settle_here(int index, long *registers) {
  Queue *queue = (Queue *)registers;
  lock(&queue->lock);
  run_waiting(queue);
  while (queue->is_running || queue->first) {
    unlock(&queue->lock);
    wait_while(&queue->is_running, 1);
    lock(&queue->lock);
    run_waiting(queue);
  }
  unlock(&queue->lock);
  return 0;
}

static long elsewhere(Handler *what, int index, long *registers);

/* Waits until nothing of the queue waits here, and runs it if nobody does. */
static void settle(Queue *queue) {
  if (!__atomic_load_n(&queue->first, __ATOMIC_ACQUIRE) && !__atomic_load_n(&queue->is_running, __ATOMIC_ACQUIRE))
    return;
  if (!self.is_ours && !has_stack()) {
    elsewhere(settle_here, 0, (long *)queue);
    return;
  }
  unsigned long mask = 0;
  int looks = own_jvm && !self.is_ours;
  if (looks) {
    mask = set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
    keep_faults();
  }
  settle_here(0, (long *)queue);
  if (looks && (mask & FAULT_SIGNALS))
    set_mask(SIG_SETMASK, mask);
}

/* For Java: the command that stands for what waits. */
static void settle_for_java(void *queue) { settle(queue); }

static void settle_all(void) {
  if (!__atomic_load_n(&waiting, __ATOMIC_ACQUIRE))
    return;
  for (Queue *queue = __atomic_load_n(&queues, __ATOMIC_ACQUIRE); queue; queue = queue->next)
    settle(queue);
}

/* ---- Calls ---- */

static int may_wait(const Queue *queue) { return !queue->is_busy && !queue->entries; }

/* Puts a launch into its queue, which is locked. */
static void append(Queue *queue, Launch *launch) {
  queue->used = launch->end;
  if (queue->last)
    queue->last->next = launch;
  else
    queue->first = launch;
  queue->last = launch;
  queue->count++;
  queue->nanos += launch->nanos;
  __atomic_add_fetch(&waiting, 1, __ATOMIC_RELEASE);
}

/* Makes a launch for a queue, which is locked, if it may wait here. */
static Launch *new_launch(Queue *queue, Plan *plan, Kernel *kernel, const Range *range) {
  Launch *launch = may_wait(queue) ? add_launch(queue, plan, kernel, range) : NULL;
  if (!launch && queue->first) { /* there is no room */
    unlock(&queue->lock);
    settle(queue);
    lock(&queue->lock);
    launch = may_wait(queue) ? add_launch(queue, plan, kernel, range) : NULL;
  }
  return launch;
}

static int enqueue_kernel(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  Kernel *kernel = record(argument(registers, 1), KERNEL);
  long waits = (unsigned)argument(registers, 6), *list = (long *)argument(registers, 7);
  long *wanted = (long *)argument(registers, 8);
  Range range;
  if (!queue || !kernel || queue->head.context != kernel->head.context ||
      !are_native(waits, list, queue->head.context) || !read_range(registers, &range))
    return 0;
  Plan *plan = find_plan(kernel, &range);
  if (!plan)
    return 0;
  settle_events(waits, list, queue);
  if (!are_native(waits, list, queue->head.context))
    return 0; /* one has failed */
  Event *event = wanted ? new_event(queue, argument(registers, 0), COMMAND_NDRANGE_KERNEL) : NULL;
  if (wanted && !event)
    return 0;
  if (!queue->is_listed)
    list_queue(queue);
  lock(&queue->lock);
  while (queue->count >= MOST_WAITING) {
    unlock(&queue->lock);
    settle(queue);
    lock(&queue->lock);
  }
  Launch *launch = new_launch(queue, plan, kernel, &range);
  if (!launch) {
    unlock(&queue->lock);
    if (event) {
      event->status = 0;
      count_event(event, -1);
    }
    return 0;
  }
  static int is_told;
  if (debug && !__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED))
    SAY("launches need Java no more\n");
  if (event) {
    launch->event = event;
    *wanted = handle_of(event);
  }
  append(queue, launch);
  int offers = queue->nanos > OFFER_NANOS && !queue->is_running && !queue->is_offered;
  unlock(&queue->lock);
  if (offers)
    offer(queue);
  return 1;
}

/*
 * Enqueues a launch. The first launch of a kernel goes to Java, which can make a plan of it when it
 * has ended; so the second one gives it a moment.
 */
static int enqueue_or_plan(long *registers) {
  if (enqueue_kernel(registers))
    return 1;
  Kernel *kernel = record(argument(registers, 1), KERNEL);
  if (!own_jvm || !kernel || !kernel->is_expected || !record(argument(registers, 0), QUEUE) || !has_stack() ||
      !__atomic_exchange_n(&kernel->is_expected, 0, __ATOMIC_ACQ_REL))
    return 0;
  keep_faults();
  do_in_java(PLAN_SOON, (long[]){argument(registers, 0)});
  return enqueue_kernel(registers);
}

/* A blocking copy between a buffer and the host. */
static int transfer(long *registers, int is_read) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  Buffer *buffer = record(argument(registers, 1), BUFFER);
  unsigned long offset = argument(registers, 3), bytes = argument(registers, 4);
  char *host = (char *)argument(registers, 5);
  long waits = (unsigned)argument(registers, 6), *list = (long *)argument(registers, 7);
  long *wanted = (long *)argument(registers, 8);
  if (!queue || !buffer || queue->head.context != buffer->head.context || !(int)argument(registers, 2) || !host ||
      !bytes || bytes > (unsigned long)buffer->bytes || offset > buffer->bytes - bytes ||
      !are_native(waits, list, queue->head.context) || (buffer->flags & (is_read ? NO_HOST_READ : NO_HOST_WRITE)))
    return 0;
  settle_events(waits, list, NULL);
  settle(queue);
  if (!are_native(waits, list, queue->head.context))
    return 0; /* one has failed */
  Event *event =
      wanted ? new_event(queue, argument(registers, 0), is_read ? COMMAND_READ_BUFFER : COMMAND_WRITE_BUFFER) : NULL;
  if (wanted && !event)
    return 0;
  lock(&queue->lock);
  int is_ours = may_wait(queue) && !queue->first && !queue->is_running;
  if (is_ours)
    queue->is_running = 1;
  unlock(&queue->lock);
  if (!is_ours) {
    if (event) {
      event->status = 0;
      count_event(event, -1);
    }
    return 0;
  }
  if (event && event->times[T_QUEUED])
    event->times[T_SUBMITTED] = event->times[T_STARTED] = now();
  if (is_read)
    memmove(host, buffer->memory + offset, bytes);
  else
    memmove(buffer->memory + offset, host, bytes);
  lock(&queue->lock);
  __atomic_store_n(&queue->is_running, 0, __ATOMIC_RELEASE);
  unlock(&queue->lock);
  wake(&queue->is_running, 1 << 30);
  if (event) {
    if (event->times[T_QUEUED])
      event->times[T_ENDED] = event->times[T_COMPLETED] = now();
    end_event(event, 0);
    *wanted = handle_of(event);
  }
  return 1;
}

static int flush(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  if (!queue || queue->is_busy || queue->entries)
    return 0;
  if (queue->first)
    offer(queue);
  return 1;
}

static int finish(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  if (!queue)
    return 0;
  settle(queue);
  return !__atomic_load_n(&queue->is_busy, __ATOMIC_ACQUIRE) && !__atomic_load_n(&queue->entries, __ATOMIC_ACQUIRE);
}

/* Carries a call out, if it need not enter Java. */
static int is_direct(int index, long *registers, long *result) {
  *result = 0; /* CL_SUCCESS */
  switch (index) {
  case ENTRY_clWaitForEvents:
    return wait_for_events(registers, result);
  case ENTRY_clRetainEvent:
    return retain_or_release_event(registers, 1);
  case ENTRY_clReleaseEvent:
    return retain_or_release_event(registers, -1);
  case ENTRY_clGetEventInfo:
    return event_info(registers, result);
  case ENTRY_clGetEventProfilingInfo:
    return event_times(registers, result);
  case ENTRY_clSetKernelArg:
    return set_argument(registers);
  case ENTRY_clEnqueueNDRangeKernel:
    return enqueue_or_plan(registers);
  case ENTRY_clEnqueueReadBuffer:
    return transfer(registers, 1);
  case ENTRY_clEnqueueWriteBuffer:
    return transfer(registers, 0);
  case ENTRY_clFlush:
    return flush(registers);
  case ENTRY_clFinish:
    return finish(registers);
  default:
    return 0;
  }
}

/* ---- Calls that enter Java ---- */

/* What waits is of no interest to these. */
static const char *const neutral[] = {"clGet", "clRetain", "clSetKernel", "clCreate", "clBuild", "clCompile", "clLink"};
enum { ALL_QUEUES, NO_QUEUE, ONE_QUEUE };
static unsigned char concerns[MOST_ENTRIES];

static void know_concerns(void) {
  for (int i = 0; i < entry_count; i++) {
    for (size_t j = 0; j < sizeof neutral / sizeof *neutral; j++)
      if (!strncmp(names[i], neutral[j], strlen(neutral[j])))
        concerns[i] = NO_QUEUE;
    if (i == ENTRY_clSetEventCallback)
      concerns[i] = ALL_QUEUES; /* an event that Java adopts is complete */
    if (!strncmp(names[i], "clEnqueue", 9) || i == ENTRY_clFlush || i == ENTRY_clFinish)
      concerns[i] = ONE_QUEUE;
  }
}

/* Events keep their queue: Java sees to that. */
static void adopt_events(long queue) {
  settle_all();
  for (long i = 0; i < EVENTS; i++)
    if (events[i].state % STATES == NATIVE && events[i].queue == queue && events[i].references > 0)
      do_in_java(ADOPT, (long[]){handle_of(&events[i])});
}

/* Before a call enters Java: no launch of its queue is to come to wait here meanwhile. */
static Queue *begin_entry(int index, long *registers) {
  Queue *queue = NULL;
  if (index == ENTRY_clReleaseMemObject)
    __atomic_add_fetch(&epoch, 1, __ATOMIC_ACQ_REL);
  switch (concerns[index]) {
  case NO_QUEUE:
    return NULL;
  case ONE_QUEUE:
    queue = record(argument(registers, 0), QUEUE);
    break;
  }
  int has_events = __atomic_load_n(&live_events, __ATOMIC_ACQUIRE) > 0;
  if (has_events && index == ENTRY_clReleaseCommandQueue)
    adopt_events(argument(registers, 0));
  if (has_events)
    settle_all(); /* Java adopts those that are complete */
  if (!queue) {
    settle_all();
    return NULL;
  }
  lock(&queue->lock);
  queue->entries++;
  double nanos = queue->nanos;
  unlock(&queue->lock);
  if (nanos > HAND_OVER_NANOS && index != ENTRY_clFinish) {
    do_in_java(HAND_OVER, (long[]){argument(registers, 0), (long)queue});
  } else {
    settle(queue);
  }
  return queue;
}

static void end_entry(Queue *queue) {
  if (queue) {
    lock(&queue->lock);
    queue->entries--;
    unlock(&queue->lock);
  }
}
