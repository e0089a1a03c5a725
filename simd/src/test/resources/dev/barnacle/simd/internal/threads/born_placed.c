/*
 * A worker that has been placed on other processors than its caller's begins another thread. Where the new
 * worker goes to sleep, it may run everywhere again, and then be placed as others are. Exits with 0, with 2
 * where there is one processor alone, or says on standard output what was wrong.
 */
#include "pool.c"

/* pool.c declares itself what it has of the C library: its headers would contradict it. */
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int printf(const char *, ...);

static Pool *pool;
static Processors everywhere, narrow, after, elsewhere;

static void *born(void *argument) {
  Worker *me = argument;
  pool_start(me, -1);
  get_processors(0, &narrow);
  spread(me);
  get_processors(0, &after);
  Processors taken = narrow;
  lock(&pool->lock);
  place(me, &taken);
  unlock(&pool->lock);
  get_processors(0, &elsewhere);
  return NULL;
}

static void *creator(void *argument) {
  Worker *me = argument;
  pthread_t thread;
  pool_start(me, -1);
  Processors taken = {{0}};
  add_processor(&taken, first_processor(&everywhere));
  lock(&pool->lock);
  place(me, &taken);
  unlock(&pool->lock);
  pthread_create(&thread, NULL, born, pool_add(pool));
  pthread_join(thread, NULL);
  return NULL;
}

int main(void) {
  pthread_t thread;
  get_processors(0, &everywhere);
  Processors others = everywhere, first = {{0}};
  add_processor(&first, first_processor(&everywhere));
  if (!subtract(&others, &first))
    return 2;
  pool = pool_new(4, 0, 0);
  pthread_create(&thread, NULL, creator, pool_add(pool));
  pthread_join(thread, NULL);
  if (memcmp(&narrow, &others, sizeof others))
    printf("the new thread does not begin where its creator may run\n");
  else if (memcmp(&after, &everywhere, sizeof after))
    printf("a worker that sleeps is still bound\n");
  else if (memcmp(&elsewhere, &first, sizeof first))
    printf("a worker is not placed on what is left\n");
  else
    return 0;
  return 1;
}
