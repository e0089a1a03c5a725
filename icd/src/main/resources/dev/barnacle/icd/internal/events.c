/*
 * Events of commands that never enter Java: their handles are the last of the region, their records
 * here. A call that needs more of one than this file has enters Java, which then adopts it, and is told
 * of its end if that is still to come.
 */
#define EVENTS 65536L
enum { FREE, NATIVE, ADOPTED, STATES = 4 }; /* and above it a number that changes with each use */
enum { T_QUEUED, T_SUBMITTED, T_STARTED, T_ENDED, T_COMPLETED, TIMES };
#define COMMAND_NDRANGE_KERNEL 0x11F0
#define COMMAND_READ_BUFFER 0x11F3
#define COMMAND_WRITE_BUFFER 0x11F4

typedef struct {
  EVENT_FIELDS
  long times[TIMES];
  Queue *of;
  long number;  /* of its launch in the queue */
  long is_told; /* whoever sets it sees to what comes of its end; atomic */
} Event;
_Static_assert(__builtin_offsetof(Event, times) == EVENT_BYTES, "all fields are words");

static Event *events;     /* set once */
static long live_events; /* atomic */

static void offer(Queue *queue);

static long event_handles(void) { return (long)handles + handle_bytes - 16 * EVENTS; }

static Event *event_at(long handle) {
  long offset = handle - event_handles();
  return events && offset >= 0 && offset < 16 * EVENTS && offset % 16 == 0 ? events + offset / 16 : NULL;
}

static long handle_of(const Event *event) { return event_handles() + 16 * (event - events); }

static int make_events(void) {
  static int events_lock;
  lock(&events_lock);
  if (!events && handle_bytes > 64 * EVENTS) {
    void *memory = mmap(NULL, EVENTS * sizeof *events, 3, 0x4022 /* private, anonymous, no reserve */, -1, 0);
    if (memory != (void *)-1)
      __atomic_store_n(&events, memory, __ATOMIC_RELEASE);
  }
  unlock(&events_lock);
  return events != NULL;
}

/* Returns a queued one with one reference, or null: then Java may have more. */
static Event *new_event(Queue *queue, long queue_handle, long type) {
  static unsigned next;
  if (!events && !make_events())
    return NULL;
  for (int tries = 0; tries < 1000; tries++) {
    Event *event = &events[__atomic_fetch_add(&next, 1, __ATOMIC_RELAXED) % EVENTS];
    long state = __atomic_load_n(&event->state, __ATOMIC_ACQUIRE);
    if (state % STATES != FREE ||
        !__atomic_compare_exchange_n(&event->state, &state, state + NATIVE, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
      continue;
    event->head = (Record){EVENT, queue->head.context};
    event->queue = queue_handle;
    event->references = 1;
    event->status = 3 /* CL_QUEUED */;
    event->type = type;
    event->of = queue;
    event->number = 0;
    __atomic_store_n(&event->is_told, 0, __ATOMIC_RELAXED);
    event->times[T_QUEUED] = queue->keeps_times ? now() : 0;
    __atomic_add_fetch(&live_events, 1, __ATOMIC_RELAXED);
    *(const void **)handle_of(event) = dispatch;
    __atomic_store_n((Event **)(handle_of(event) + 8), event, __ATOMIC_RELEASE);
    return event;
  }
  return NULL;
}

/* Nobody has it any more: whoever sees that first frees it. */
static void free_event(Event *event, long state) {
  if (state % STATES == NATIVE && __atomic_compare_exchange_n(&event->state, &state, state - NATIVE + STATES, 0,
                                                              __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    __atomic_sub_fetch(&live_events, 1, __ATOMIC_RELAXED);
}

static void end_event(Event *event, long status) {
  long handle = handle_of(event);
  __atomic_store_n(&event->status, status, __ATOMIC_SEQ_CST);
  long state = __atomic_load_n(&event->state, __ATOMIC_SEQ_CST);
  if (state % STATES == ADOPTED) {
    if (!__atomic_exchange_n(&event->is_told, 1, __ATOMIC_ACQ_REL))
      in_java_or_elsewhere(EVENT_ENDED, (long[]){handle, (long)event});
  } else if (!__atomic_load_n(&event->references, __ATOMIC_SEQ_CST)) {
    free_event(event, state);
  }
}

/*
 * For Java, which takes the event with its references. Returns these, twice, and one more where it has
 * ended; else Java will be told once (EVENT_ENDED). 0 where the program has none any more.
 */
static long adopt_event(long handle) {
  Event *event = event_at(handle);
  long state = event ? __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) : FREE;
  if (state % STATES != NATIVE || !__atomic_compare_exchange_n(&event->state, &state, state - NATIVE + ADOPTED, 0,
                                                               __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    return 0;
  __atomic_sub_fetch(&live_events, 1, __ATOMIC_RELAXED);
  __atomic_store_n((Event **)(handle + 8), NULL, __ATOMIC_RELEASE);
  long references = __atomic_exchange_n(&event->references, 0, __ATOMIC_SEQ_CST);
  int has_ended =
      __atomic_load_n(&event->status, __ATOMIC_SEQ_CST) <= 0 && !__atomic_exchange_n(&event->is_told, 1, __ATOMIC_ACQ_REL);
  if (references <= 0 && has_ended)
    __atomic_store_n(&event->state, state - NATIVE + STATES, __ATOMIC_RELEASE);
  if (references <= 0)
    return 0; /* EVENT_ENDED frees it */
  if (!has_ended)
    offer(event->of); /* who asks for it may wait for it */
  return 2 * references + has_ended;
}

/* Adds to its references, unless Java has adopted it. */
static int count_event(Event *event, long more) {
  long state = __atomic_load_n(&event->state, __ATOMIC_ACQUIRE);
  long count = __atomic_load_n(&event->references, __ATOMIC_ACQUIRE);
  do
    if (count <= 0)
      return 0;
  while (!__atomic_compare_exchange_n(&event->references, &count, count + more, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));
  if (count + more == 0) {
    __atomic_store_n((Event **)(handle_of(event) + 8), NULL, __ATOMIC_RELEASE);
    if (__atomic_load_n(&event->status, __ATOMIC_SEQ_CST) <= 0)
      free_event(event, state);
  }
  return 1;
}

static int retain_or_release_event(long *registers, long more) {
  Event *event = record(argument(registers, 0), EVENT);
  return event && count_event(event, more);
}

static void settle_event(Event *event);

/* Returns the events of a list if all are known here and of one context, and none has failed. */
static int are_native(long count, const long *list, long context) {
  if (count < 0 || (count == 0) != (list == NULL))
    return 0;
  for (long i = 0; i < count; i++) {
    Event *event = record(list[i], EVENT);
    if (!event || event->head.context != context || __atomic_load_n(&event->status, __ATOMIC_ACQUIRE) < 0)
      return 0;
  }
  return 1;
}

/* Returns whether some have not ended that are of other queues: one's own queue has its order. */
static int are_awaited(long count, const long *list, const Queue *own) {
  for (long i = 0; i < count; i++) {
    Event *event = record(list[i], EVENT);
    if (event && event->of != own && __atomic_load_n(&event->status, __ATOMIC_ACQUIRE) > 0)
      return 1;
  }
  return 0;
}

static void settle_events(long count, const long *list) {
  for (long i = 0; i < count; i++) {
    Event *event = record(list[i], EVENT);
    if (event)
      settle_event(event);
  }
}

static int wait_for_events(long *registers, long *result) {
  long count = (unsigned)argument(registers, 0), *list = (long *)argument(registers, 1);
  Event *first = count && list ? record(list[0], EVENT) : NULL;
  if (!first || !are_native(count, list, first->head.context))
    return 0;
  settle_events(count, list);
  *result = 0;
  for (long i = 0; i < count; i++) {
    Event *event = record(list[i], EVENT);
    if (event && __atomic_load_n(&event->status, __ATOMIC_ACQUIRE) < 0)
      *result = -14 /* CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST */;
  }
  return 1;
}

static int answer(long *registers, const void *value, unsigned long bytes, long *result) {
  unsigned long size = argument(registers, 2);
  void *to = (void *)argument(registers, 3);
  long *size_returned = (long *)argument(registers, 4);
  if (to && size < bytes)
    return 0;
  if (size_returned)
    *size_returned = (long)bytes;
  if (to)
    memcpy(to, value, bytes);
  *result = 0;
  return 1;
}

static int event_info(long *registers, long *result) {
  Event *event = record(argument(registers, 0), EVENT);
  unsigned parameter = (unsigned)argument(registers, 1);
  int number;
  if (!event) {
    event = event_at(argument(registers, 0)); /* Java's, whose status is here */
    if (!event || parameter != 0x11D3 || __atomic_load_n(&event->state, __ATOMIC_ACQUIRE) % STATES != ADOPTED)
      return 0;
  }
  switch (parameter) {
  case 0x11D0: /* CL_EVENT_COMMAND_QUEUE */
    return answer(registers, &event->queue, 8, result);
  case 0x11D1: /* CL_EVENT_COMMAND_TYPE */
    number = (int)event->type;
    return answer(registers, &number, 4, result);
  case 0x11D2: /* CL_EVENT_REFERENCE_COUNT */
    number = (int)__atomic_load_n(&event->references, __ATOMIC_RELAXED);
    return answer(registers, &number, 4, result);
  case 0x11D3: /* CL_EVENT_COMMAND_EXECUTION_STATUS */
    number = (int)__atomic_load_n(&event->status, __ATOMIC_ACQUIRE);
    if (number > 1 /* CL_RUNNING */)
      offer(event->of); /* who asks until it is complete flushes the queue */
    return answer(registers, &number, 4, result);
  case 0x11D4: /* CL_EVENT_CONTEXT */
    return answer(registers, &event->head.context, 8, result);
  default:
    return 0;
  }
}

/* Also of those that Java has adopted, whose times are here. */
static int event_times(long *registers, long *result) {
  Event *event = event_at(argument(registers, 0));
  unsigned which = (unsigned)argument(registers, 1) - 0x1280; /* CL_PROFILING_COMMAND_QUEUED */
  if (!event || event->state % STATES == FREE || which >= TIMES)
    return 0;
  if (!event->times[T_QUEUED] || __atomic_load_n(&event->status, __ATOMIC_ACQUIRE)) {
    *result = -7 /* CL_PROFILING_INFO_NOT_AVAILABLE */;
    return 1;
  }
  return answer(registers, &event->times[which], 8, result);
}
