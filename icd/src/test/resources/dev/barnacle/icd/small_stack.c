/*
 * Runs a small kernel on a thread with so many KB of stack; with "after" the JVM is started on the
 * first thread. A call on a stack of a coroutine's comes with "coroutine".
 */
#include <limits.h>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

static void *call(void *result) {
  handle platform;
  int error = clGetPlatformIDs(1, &platform, NULL);
  *(int *)result = error ? error : small_kernel(platform, "");
  return NULL;
}

static ucontext_t back, there;
static int result = 1;

static void in_coroutine(void) { call(&result); }

static void coroutine(size_t size) {
  getcontext(&there);
  there.uc_stack.ss_sp = mmap(NULL, size, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  there.uc_stack.ss_size = size;
  there.uc_link = &back;
  makecontext(&there, in_coroutine, 0);
  swapcontext(&back, &there);
}

int main(int count, char **arguments) {
  size_t size = atol(arguments[1]) << 10;
  if (size < PTHREAD_STACK_MIN)
    size = PTHREAD_STACK_MIN;
  handle platform;
  if (count > 2 && strcmp(arguments[2], "first"))
    CHECK(clGetPlatformIDs(1, &platform, NULL));
  if (count > 2 && !strcmp(arguments[2], "coroutine")) {
    coroutine(size);
  } else {
    pthread_attr_t attributes;
    pthread_t threads[4];
    int results[4] = {1, 1, 1, 1};
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstacksize(&attributes, size));
    for (int i = 0; i < 4; i++)
      CHECK(pthread_create(&threads[i], &attributes, call, &results[i]));
    for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
    result = results[0] | results[1] | results[2] | results[3];
  }
  printf("%d\n", result);
  return 0;
}
