/*
 * Runs pool.c with tens of threads of its own, under ThreadSanitizer: several threads launch at once, with
 * pauses around those for which threads stay awake, tasks of all kinds. Each step must run once. Exits
 * with 0, or says on standard output what was wrong.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The beginning of pool.c's structures, and its functions. */
typedef struct {
  long begin, end, what, done;
  void *task;
  long rest[8];
} Visit;
enum { CLOSED, STEP, END, OTHER };
enum { BY_OWNER = 1, MAY_WAIT = 2, OF_JAVA = 4 };
extern void *pool_new(int, int, int);
extern void pool_free(void *);
extern void *pool_add(void *);
extern int pool_start(void *, int);
extern int pool_serve(void *);
extern Visit *pool_begin(void *, long, int, int, long, long);
extern int pool_more(Visit *);
extern long pool_end(Visit *);
extern int pool_help(void *, Visit *, void *);
extern void pool_leave(Visit *);
extern void pool_close(void *);

enum { WORKERS = 24, OWNERS = 8, LAUNCHES = 400, MOST_STEPS = 97 };

typedef struct {
  int runs[MOST_STEPS]; /* not atomic: one thread runs a step, and the task's end is seen behind it */
  long sum;             /* atomic */
} Launch;

static void *pool;

static void run(Visit *visit) {
  Launch *launch = (Launch *)visit->what;
  for (long i = visit->begin; i < visit->end; i++) {
    launch->runs[i]++;
    __atomic_add_fetch(&launch->sum, i, __ATOMIC_RELAXED);
  }
}

static void *serve(void *worker) {
  if (!pool_start(worker, -1))
    abort();
  for (int code; (code = pool_serve(worker)) != CLOSED;)
    if (code == STEP)
      run(worker);
  return NULL;
}

/* As a step that waits for others does. */
static void help_another(Visit *own) {
  Visit visit;
  memset(&visit, 0, sizeof visit);
  if (!pool_help(pool, &visit, own->task))
    return;
  while (pool_more(&visit) == STEP)
    run(&visit);
  pool_leave(&visit);
}

static void launch(int owner, int number) {
  Launch all;
  memset(&all, 0, sizeof all);
  long steps = 1 + number % MOST_STEPS;
  int flags = OF_JAVA | (number % 5 ? BY_OWNER : 0) | (number % 7 ? 0 : MAY_WAIT);
  double nanos = number % 3 ? 0 : number % 2 ? 1 : 1e6;
  long bits;
  memcpy(&bits, &nanos, sizeof bits);
  Visit *own = pool_begin(pool, steps, 1 + number % (WORKERS + 1), flags, bits, (long)&all);
  if (flags & BY_OWNER)
    while (pool_more(own) == STEP) {
      run(own);
      if (flags & MAY_WAIT)
        help_another(own);
    }
  pool_end(own);
  for (long i = 0; i < steps; i++)
    if (all.runs[i] != 1) {
      printf("owner %d, launch %d: step %ld of %ld ran %d times\n", owner, number, i, steps, all.runs[i]);
      exit(1);
    }
  if (all.sum != steps * (steps - 1) / 2) {
    printf("owner %d, launch %d: a step has ended twice, or not at all\n", owner, number);
    exit(1);
  }
}

static void *own(void *number) {
  for (int i = 0; i < LAUNCHES; i++) {
    launch((int)(long)number, i);
    if (i % (1 + (int)(long)number) == 0)
      usleep(10 * (unsigned)(long)number);
  }
  return NULL;
}

int main(void) {
  pool = pool_new(WORKERS, 3, 0);
  pthread_t workers[WORKERS], owners[OWNERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, serve, pool_add(pool));
  for (long i = 0; i < OWNERS; i++)
    pthread_create(&owners[i], NULL, own, (void *)i);
  for (int i = 0; i < OWNERS; i++)
    pthread_join(owners[i], NULL);
  pool_close(pool);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);
  pool_free(pool);
  return 0;
}
