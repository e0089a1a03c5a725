// The protocols of the driver's C half (module icd, *.c) and of the pool of threads (module simd, pool.c) as kernels,
// which explore decides: which words two threads touch, with the operations and orders that the C has. Each work-item
// is a thread. A kernel whose name ends in _wrong lacks one step, so that what the others prove is known to be able to
// fail.

#define DEV memory_scope_device
#define LOAD(p) atomic_load_explicit(p, memory_order_seq_cst, DEV)
#define STORE(p, v) atomic_store_explicit(p, v, memory_order_seq_cst, DEV)
#define SWAP(p, v) atomic_exchange_explicit(p, v, memory_order_seq_cst, DEV)
#define ADD(p, v) (atomic_fetch_add_explicit(p, v, memory_order_seq_cst, DEV) + (v))

static void lock(global atomic_int *word) {
  while (atomic_exchange_explicit(word, 1, memory_order_acquire, DEV) != 0) {
  }
}

static void unlock(global atomic_int *word) { atomic_store_explicit(word, 0, memory_order_release, DEV); }

// events.c: the thread that ends an event, and Java, which adopts it. One of them, and one alone, sees to what
// comes of its end: state 1 NATIVE, 2 ADOPTED; status 1 CL_RUNNING, 0 CL_COMPLETE.
static void end_or_adopt(global atomic_int *status, global atomic_int *state, global atomic_int *told,
                         global atomic_int *ends, bool looks) {
  if (get_global_id(0) == 0) {
    STORE(status, 0);
    if (LOAD(state) == 2 && SWAP(told, 1) == 0)
      ADD(ends, 1);
  } else {
    STORE(state, 2);
    if (looks && LOAD(status) <= 0 && SWAP(told, 1) == 0)
      ADD(ends, 1);
  }
}

kernel void event_end(global atomic_int *status, global atomic_int *state, global atomic_int *told,
                      global atomic_int *ends) {
  end_or_adopt(status, state, told, ends, true);
}

kernel void event_end_wrong(global atomic_int *status, global atomic_int *state, global atomic_int *told,
                            global atomic_int *ends) {
  end_or_adopt(status, state, told, ends, false);
}

// waiting.c and Uses in Java: a launch uses a buffer that the program releases. Its memory is freed once, and not
// while the launch reads it.
static void use_or_release(global atomic_int *record, global atomic_int *count, global atomic_int *handle,
                           global int *memory, global atomic_int *freed, bool looks) {
  if (get_global_id(0) == 0) {
    ADD(count, 1);
    if (!looks || LOAD(record) == 1)
      barnacle_assert(*memory == 7);
    if (ADD(count, -1) == 0 && LOAD(handle) != 0 && SWAP(handle, 0) != 0) {
      *memory = -1;
      ADD(freed, 1);
    }
  } else {
    STORE(record, 0);
    bool is_used = LOAD(count) != 0;
    if (is_used) {
      STORE(handle, 1);
      is_used = LOAD(count) != 0 || SWAP(handle, 0) == 0;
    }
    if (!is_used) {
      *memory = -1;
      ADD(freed, 1);
    }
  }
}

kernel void uses(global atomic_int *record, global atomic_int *count, global atomic_int *handle, global int *memory,
                 global atomic_int *freed) {
  use_or_release(record, count, handle, memory, freed, true);
}

kernel void uses_wrong(global atomic_int *record, global atomic_int *count, global atomic_int *handle,
                       global int *memory, global atomic_int *freed) {
  use_or_release(record, count, handle, memory, freed, false);
}

// pool.c: a worker goes to sleep while another thread has a task for it. state: 0 AWAKE, 1 ASLEEP.
static void sleep_or_call(global atomic_int *pool, global atomic_int *state, global atomic_int *task,
                          global int *done, bool looks) {
  if (get_global_id(0) == 0) { // has a task
    lock(pool);
    STORE(task, 1);
    unlock(pool);
    lock(pool);
    if (LOAD(state) == 1)
      STORE(state, 0);
    unlock(pool);
  } else { // the worker, which has found nothing so far
    lock(pool);
    if (!looks || LOAD(task) == 0)
      STORE(state, 1);
    unlock(pool);
    while (LOAD(state) == 1) { // the futex
    }
    while (LOAD(task) == 0) { // it looks again
    }
    *done = 1;
  }
}

kernel void worker_sleep(global atomic_int *pool, global atomic_int *state, global atomic_int *task,
                         global int *done) {
  sleep_or_call(pool, state, task, done, true);
}

kernel void worker_sleep_wrong(global atomic_int *pool, global atomic_int *state, global atomic_int *task,
                               global int *done) {
  sleep_or_call(pool, state, task, done, false);
}

// pool.c: two threads take chunks of a share of four steps; each step is run once.
static void take_chunks(global atomic_int *next, global int *runs, bool exchanges) {
  int at = LOAD(next);
  while (at < 4) {
    int end = at + (at == 0 ? 2 : 1), seen = at;
    if (!exchanges)
      STORE(next, end);
    else if (!atomic_compare_exchange_strong_explicit(next, &seen, end, memory_order_relaxed, memory_order_relaxed,
                                                      DEV)) {
      at = seen;
      continue;
    }
    for (; at < end; at++)
      runs[at]++;
    at = LOAD(next);
  }
}

kernel void take_steps(global atomic_int *next, global int *runs) { take_chunks(next, runs, true); }

kernel void take_steps_wrong(global atomic_int *next, global int *runs) { take_chunks(next, runs, false); }

// pool.c: a listed task of two steps: another thread joins it, or comes too late. Its owner frees it when the other
// one neither runs steps nor wakes the owner any more.
static void end_task(global atomic_int *pool, global atomic_int *listed, global atomic_int *inside,
                     global atomic_int *next, global atomic_int *finished, global atomic_int *is_done,
                     global int *memory, bool waits) {
  bool is_owner = get_global_id(0) == 0, is_in = is_owner;
  if (!is_owner) {
    lock(pool);
    is_in = LOAD(listed) == 1;
    if (is_in)
      ADD(inside, 1);
    unlock(pool);
  }
  if (!is_in)
    return;
  int done = 0;
  while (ADD(next, 1) <= 2)
    done++;
  if (done && ADD(finished, done) == 2)
    STORE(is_done, 1);
  if (is_owner) {
    while (LOAD(is_done) == 0) { // the futex
    }
    lock(pool);
    STORE(listed, 0);
    unlock(pool);
    while (waits && LOAD(inside) != 0) {
    }
    *memory = -1;
  } else {
    barnacle_assert(*memory == 7); // it wakes the owner
    ADD(inside, -1);
  }
}

kernel void task_end(global atomic_int *pool, global atomic_int *listed, global atomic_int *inside,
                     global atomic_int *next, global atomic_int *finished, global atomic_int *is_done,
                     global int *memory) {
  end_task(pool, listed, inside, next, finished, is_done, memory, true);
}

kernel void task_end_wrong(global atomic_int *pool, global atomic_int *listed, global atomic_int *inside,
                           global atomic_int *next, global atomic_int *finished, global atomic_int *is_done,
                           global int *memory) {
  end_task(pool, listed, inside, next, finished, is_done, memory, false);
}

// waiting.c: two threads launch on a queue that is in no list yet. next: 0 none, 1 the queue itself, which would be
// a ring.
static void list_twice(global atomic_int *queues_lock, global atomic_int *is_listed, global atomic_int *head,
                       global int *next, bool looks) {
  if (LOAD(is_listed) == 0) {
    lock(queues_lock);
    if (!looks || LOAD(is_listed) == 0) {
      *next = LOAD(head);
      STORE(head, 1);
      STORE(is_listed, 1);
    }
    unlock(queues_lock);
  }
}

kernel void list_queue(global atomic_int *queues_lock, global atomic_int *is_listed, global atomic_int *head,
                       global int *next) {
  list_twice(queues_lock, is_listed, head, next, true);
}

kernel void list_queue_wrong(global atomic_int *queues_lock, global atomic_int *is_listed, global atomic_int *head,
                             global int *next) {
  list_twice(queues_lock, is_listed, head, next, false);
}

// waiting.c: one thread runs the queue's two launches; another waits for the first, and becomes the runner where
// nobody is. progress is the futex. `ended` and the others have the queue's lock.
static void wait_for_first(global atomic_int *queue, global atomic_int *progress, global int *words, bool calls) {
  // words: 0 ended, 1 is_running, 2 waiters
  int number = get_global_id(0) == 0 ? 2 : 1;
  lock(queue);
  while (words[0] < number) {
    if (!words[1]) {
      words[1] = 1;
      while (words[0] < number) {
        unlock(queue); // the launch runs
        lock(queue);
        words[0]++;
      }
      words[1] = 0;
      if (calls && words[2])
        ADD(progress, 1);
    } else {
      int before = LOAD(progress);
      words[2]++;
      unlock(queue);
      while (LOAD(progress) == before) {
      }
      lock(queue);
      words[2]--;
    }
  }
  unlock(queue);
}

kernel void wait_in_queue(global atomic_int *queue, global atomic_int *progress, global int *words) {
  wait_for_first(queue, progress, words, true);
}

kernel void wait_in_queue_wrong(global atomic_int *queue, global atomic_int *progress, global int *words) {
  wait_for_first(queue, progress, words, false);
}
