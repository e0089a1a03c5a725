/*
 * The calls of a program's inner loop, carried out without Java where Java has said how (records.h):
 * arguments are set, launches wait in their queue and are run by the thread that waits for them, or
 * by one of workers.c. Whatever is not as it was planned goes to Java, which finds the errors.
 *
 * In-order queues alone have a record. Commands of a queue are here or in Java: while Java has some
 * that have not ended, all go there; and before a call enters Java that gives a queue a command, what
 * waits in that queue is handed over as one command. Calls that the specification has return at once
 * wait for no launch: what launches use is kept until they have ended (Uses), and an event that Java
 * is asked for is adopted before its command has ended.
 */
#define LAST_NUMBER (~0UL >> 1)
#define PLAN_BITS 8

/* What Java does for the shim: numbers below zero, which are no entry points. */
enum { TELL_PLAN = -1, HAND_OVER = -2, ADOPT = -3, PLAN_SOON = -4, LET_GO = -5, EVENT_ENDED = -6 }; /* and SERVE_JAVA */

static Handler *java;

static long do_in_java(int what, long *arguments) {
  unsigned long mask = set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  long result = java(what, arguments);
  set_mask(SIG_SETMASK, mask); /* which the JVM changes in a thread that comes to it */
  return result;
}

static long in_java_or_elsewhere(int what, long *arguments) {
  return self.is_ours || has_stack() ? do_in_java(what, arguments) : elsewhere(do_in_java, what, arguments);
}

static void *record(long handle, long kind) {
  if ((unsigned long)(handle - (long)handles) >= (unsigned long)handle_bytes || handle & 15 || !handles)
    return NULL;
  Record *found = __atomic_load_n((Record **)(handle + 8), __ATOMIC_ACQUIRE);
  return found && found->kind == kind ? found : NULL;
}

#include "arguments.c"
#include "events.c"
#include "waiting.c"

/* ---- Calls ---- */

/* Whether launches may come to wait in the queue, which is locked. */
static int may_wait(Queue *queue) { return !__atomic_load_n(&queue->is_busy, __ATOMIC_ACQUIRE) && !queue->entries; }

/* Puts a launch into its queue, which is locked. */
static void append(Queue *queue, Launch *launch) {
  launch->chunk->used = launch->end;
  launch->chunk->live++;
  if (queue->last)
    queue->last->next = launch;
  else
    __atomic_store_n(&queue->first, launch, __ATOMIC_RELEASE);
  queue->last = launch;
  queue->count++;
  queue->nanos += launch->nanos;
  queue->enqueued++;
  if (launch->event)
    launch->event->number = queue->enqueued;
}

static void forget_event(Event *event) {
  if (event) {
    __atomic_store_n(&event->status, 0, __ATOMIC_SEQ_CST);
    count_event(event, -1);
  }
}

static int enqueue_kernel(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  Kernel *kernel = record(argument(registers, 1), KERNEL);
  long waits = (unsigned)argument(registers, 6), *list = (long *)argument(registers, 7);
  long *wanted = (long *)argument(registers, 8);
  Range range;
  if (!queue || !kernel || queue->head.context != kernel->head.context ||
      !are_native(waits, list, queue->head.context) || are_awaited(waits, list, queue) ||
      !read_range(registers, &range))
    return 0;
  Plan *plan = find_plan(kernel, &range);
  if (!plan)
    return 0;
  Event *event = wanted ? new_event(queue, argument(registers, 0), COMMAND_NDRANGE_KERNEL) : NULL;
  if (wanted && !event)
    return 0;
  list_queue(queue);
  lock(&queue->lock);
  Launch *launch =
      may_wait(queue) && queue->count < MOST_WAITING ? add_launch(queue, plan, kernel, &range) : NULL;
  if (!launch) {
    unlock(&queue->lock);
    forget_event(event);
    return 0;
  }
  static int is_told;
  if (debug && !__atomic_exchange_n(&is_told, 1, __ATOMIC_RELAXED))
    SAY("launches need Java no more\n");
  if (event) {
    launch->event = event;
    *wanted = handle_of(event);
  }
  queue->handle = argument(registers, 0);
  append(queue, launch);
  int offers = (queue->nanos > OFFER_NANOS || queue->count >= OFFER_COUNT) && !queue->is_running;
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
  if (!own_jvm || !kernel || !__atomic_load_n(&kernel->is_expected, __ATOMIC_ACQUIRE) ||
      !record(argument(registers, 0), QUEUE) || !has_stack() ||
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
  settle_events(waits, list);
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
    set_running(queue, 1);
  unlock(&queue->lock);
  if (!is_ours) {
    forget_event(event);
    return 0;
  }
  if (event && event->times[T_QUEUED])
    event->times[T_SUBMITTED] = event->times[T_STARTED] = now();
  if (is_read)
    memmove(host, buffer->memory + offset, bytes);
  else
    memmove(buffer->memory + offset, host, bytes);
  lock(&queue->lock);
  set_running(queue, 0);
  call_waiters(queue);
  int leaves = queue->first && !queue->waiters;
  unlock(&queue->lock);
  if (leaves)
    offer(queue);
  if (event) {
    if (event->times[T_QUEUED])
      event->times[T_ENDED] = event->times[T_COMPLETED] = now();
    end_event(event, 0);
    *wanted = handle_of(event);
  }
  return 1;
}

/* Whether Java has, or is about to be given, commands of the queue. */
static int is_in_java(Queue *queue) {
  return __atomic_load_n(&queue->is_busy, __ATOMIC_ACQUIRE) || __atomic_load_n(&queue->entries, __ATOMIC_ACQUIRE);
}

static int flush(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  if (!queue || is_in_java(queue))
    return 0;
  if (__atomic_load_n(&queue->first, __ATOMIC_ACQUIRE))
    offer(queue);
  return 1;
}

static int finish(long *registers) {
  Queue *queue = record(argument(registers, 0), QUEUE);
  if (!queue)
    return 0;
  settle(queue);
  return !is_in_java(queue);
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

/* Of which queues a call concerns what waits here. */
enum { NO_QUEUE, ONE_QUEUE, ALL_QUEUES, ALL_TO_END };
static unsigned char concerns[MOST_ENTRIES];

static void know_concerns(void) {
  for (int i = 0; i < entry_count; i++) {
    if (!strncmp(names[i], "clEnqueue", 9) || i == ENTRY_clFlush || i == ENTRY_clFinish ||
        i == ENTRY_clReleaseCommandQueue)
      concerns[i] = ONE_QUEUE;
    if (!strcmp(names[i], "clEnqueueCommandBufferKHR"))
      concerns[i] = ALL_QUEUES;
    if (!strcmp(names[i], "clMemBlockingFreeINTEL"))
      concerns[i] = ALL_TO_END;
  }
}

/* Whether a call that enqueues a command waits for its end. */
static int is_blocking(int index, long *registers) {
  static const char *const second[] = {"clEnqueueRead", "clEnqueueWrite", "clEnqueueMap"}; /* then the object */
  static const char *const first[] = {"clEnqueueSVMMap", "clEnqueueSVMMemcpy", "clEnqueueMemcpyINTEL"};
  if (index == ENTRY_clFinish)
    return 1;
  for (size_t i = 0; i < sizeof second / sizeof *second; i++)
    if (!strncmp(names[index], second[i], strlen(second[i])))
      return (int)argument(registers, 2) != 0;
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    if (!strcmp(names[index], first[i]))
      return (int)argument(registers, 1) != 0;
  return 0;
}

/* Events keep their queue: Java sees to that. */
static void adopt_events(long queue) {
  if (!events || !__atomic_load_n(&live_events, __ATOMIC_ACQUIRE))
    return;
  for (long i = 0; i < EVENTS; i++)
    if (__atomic_load_n(&events[i].state, __ATOMIC_ACQUIRE) % STATES == NATIVE && events[i].queue == queue &&
        __atomic_load_n(&events[i].references, __ATOMIC_ACQUIRE) > 0)
      in_java_or_elsewhere(ADOPT, (long[]){handle_of(&events[i])});
}

/* Gives Java a command that stands for what waits in a queue; where Java cannot take it, waits for it. */
static void give_to_java(Queue *queue, long handle) {
  if (has_pending(queue) && in_java_or_elsewhere(HAND_OVER, (long[]){handle, (long)queue}))
    settle(queue);
}

static void give_all_to_java(void) {
  for (Queue *queue = __atomic_load_n(&queues, __ATOMIC_ACQUIRE); queue; queue = queue->next)
    if (has_pending(queue) && record(queue->handle, QUEUE) == queue)
      give_to_java(queue, queue->handle);
}

/* Before a call enters Java: no launch of its queue is to come to wait here meanwhile. */
static Queue *begin_entry(int index, long *registers) {
  if (index == ENTRY_clReleaseMemObject)
    __atomic_add_fetch(&epoch, 1, __ATOMIC_ACQ_REL);
  Queue *queue = NULL;
  switch (concerns[index]) {
  case NO_QUEUE:
    return NULL;
  case ONE_QUEUE:
    queue = record(argument(registers, 0), QUEUE);
    break;
  case ALL_QUEUES:
    give_all_to_java();
    break;
  case ALL_TO_END:
    settle_all();
    break;
  }
  if (!queue)
    return NULL;
  if (index == ENTRY_clReleaseCommandQueue)
    adopt_events(argument(registers, 0));
  lock(&queue->lock);
  queue->entries++;
  unlock(&queue->lock);
  if (is_blocking(index, registers))
    settle(queue);
  else
    give_to_java(queue, argument(registers, 0));
  return queue;
}

static void end_entry(Queue *queue) {
  if (queue) {
    lock(&queue->lock);
    queue->entries--;
    unlock(&queue->lock);
  }
}
