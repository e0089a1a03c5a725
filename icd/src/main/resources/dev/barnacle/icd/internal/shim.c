/*
 * The C half of Barnacle's OpenCL driver: exports every entry point, and hands each call to Java.
 *
 * entries.h, which Java writes from its table of entry points, has a line
 *   ENTRY(index, name, convention, position)  an entry point of the dispatch table, in its order
 *   EXTRA(index, name, convention, position)  an entry point beside it
 * convention: how it tells of an error: STATUS (returns it), HANDLE (writes it where argument number
 * `position` points, and returns null), POINTER (returns null) or NOTHING.
 *
 * An entry point stores its argument registers beside the arguments on the stack (OpenCL has no
 * floating-point arguments) and calls `handler` with its index and where they are. The handler is
 * first `first_call`, which finds or starts a JVM; then `enter`, which calls Java's one upcall stub;
 * and `failed` in the child of a fork, which has no JVM.
 *
 * Compiled by Barnacle's own clang. system.h declares what it uses; threads.c, faults.c, guest.c and
 * processes.c keep the JVM from the program's threads, signals and children; jvm.c starts it, by what
 * places.c, settings.c and training.c find and make; twins.c knows which loader has had the platform;
 * arguments.c, events.c, waiting.c and launch.c carry calls out without it, on the threads of workers.c.
 *
 * Words that two threads touch are atomic or have a lock, which stands beside them. The others are the
 * first call's: the thread that starts the JVM writes them before `barnacle_handler` is `enter`, which
 * all others read first (`settings`, `driver`, `own_jvm`, `java`, `lengths`, `concerns`, `names`).
 */
#include "system.h"
#define POOL_API static
#define POOL_TABLE static
#include "pool.c" /* of the module simd */

#define CL_OUT_OF_HOST_MEMORY (-6)
#define CL_INVALID_OPERATION (-59)
#define CL_PLATFORM_NOT_FOUND_KHR (-1001)

/* ---- The entry points ---- */

typedef long Handler(int index, long *registers);
HIDDEN Handler *barnacle_handler;

#if defined(__x86_64__)
#define REGISTERS 6
#define STACK_AT 8 /* in words from the first register: over rbp and the return address */
#define CALLER_AT 7
#define TRAMPOLINE(index, name) \
  ".type " #name ",@function\n" #name ": endbr64\n movl $" #index ", %eax\n jmp barnacle_common\n"
__asm__(".text\n.p2align 4\nbarnacle_common:\n"
        " pushq %rbp\n movq %rsp, %rbp\n subq $48, %rsp\n"
        " movq %rdi, (%rsp)\n movq %rsi, 8(%rsp)\n movq %rdx, 16(%rsp)\n"
        " movq %rcx, 24(%rsp)\n movq %r8, 32(%rsp)\n movq %r9, 40(%rsp)\n"
        " movl %eax, %edi\n movq %rsp, %rsi\n"
        " call *barnacle_handler(%rip)\n leave\n ret\n");
#elif defined(__aarch64__)
#define REGISTERS 8
#define STACK_AT 8
#define CALLER_AT (-1)
#define TRAMPOLINE(index, name) \
  ".type " #name ",@function\n" #name ": bti c\n mov w16, #" #index "\n b barnacle_common\n"
__asm__(".text\n.p2align 4\nbarnacle_common:\n"
        " stp x29, x30, [sp, #-80]!\n mov x29, sp\n"
        " stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n"
        " stp x4, x5, [sp, #48]\n stp x6, x7, [sp, #64]\n"
        " mov w0, w16\n add x1, sp, #16\n"
        " adrp x16, barnacle_handler\n ldr x16, [x16, :lo12:barnacle_handler]\n"
        " blr x16\n ldp x29, x30, [sp], #80\n ret\n");
#else
#error "Barnacle's driver runs on x86-64 and AArch64"
#endif

#define ENTRY(index, name, convention, position) \
  __asm__(".globl " #name "\n" TRAMPOLINE(index, name)); \
  extern void name(void);
#define ABSENT(index, name, convention, position) \
  __asm__(TRAMPOLINE(index, name) ".hidden " #name "\n.globl " #name "\n"); \
  extern __attribute__((visibility("hidden"))) void name(void);
#define EXTRA ENTRY
#include "entries.h"
#undef ENTRY
#undef ABSENT
#undef EXTRA

/* ENTRY_clName, the index of each. */
#include "entries.h"

/* What handles begin with, so that ICD loaders find the entry points (cl_khr_icd); then the others. */
#define ENTRY(index, name, convention, position) name,
#define ABSENT ENTRY
#define EXTRA ENTRY
static void (*const dispatch[])(void) = {
#include "entries.h"
};
#undef ENTRY
#undef ABSENT
#undef EXTRA

enum { STATUS, HANDLE, POINTER, NOTHING };
#define ENTRY(index, name, convention, position) {convention, position},
#define ABSENT ENTRY
#define EXTRA ENTRY
static const struct {
  unsigned char convention, position;
} conventions[] = {
#include "entries.h"
};
#undef ENTRY
#undef ABSENT
#undef EXTRA

#define ENTRY(index, name, convention, position) #name,
#define ABSENT ENTRY
#define EXTRA ENTRY
static const char *const names[] = {
#include "entries.h"
};
#undef ENTRY
#undef ABSENT
#undef EXTRA
enum { entry_count = sizeof names / sizeof *names, MOST_ENTRIES = entry_count };

static long argument(const long *registers, int number) {
  return registers[number < REGISTERS ? number : STACK_AT + number - REGISTERS];
}

static long fail(int index, long *registers, int code) {
  switch (index < 0 ? STATUS : conventions[index].convention) {
  case STATUS:
    return code;
  case HANDLE: {
    int *result = (int *)argument(registers, conventions[index].position);
    if (result)
      *result = code;
    return 0;
  }
  default:
    return 0;
  }
}

static long failed(int index, long *registers) {
  return fail(index, registers, CL_OUT_OF_HOST_MEMORY);
}

static long no_platform(int index, long *registers) {
  if (index == ENTRY_clGetPlatformIDs || index == ENTRY_clIcdGetPlatformIDsKHR) {
    unsigned *count = (unsigned *)argument(registers, 2);
    if (count)
      *count = 0;
    return CL_PLATFORM_NOT_FOUND_KHR;
  }
  return failed(index, registers);
}

static char *join(const char *first, size_t length, const char *second) {
  char *all = malloc(length + strlen(second) + 1);
  if (all) {
    memcpy(all, first, length);
    memcpy(all + length, second, strlen(second) + 1);
  }
  return all;
}

static int own_jvm;

#include "threads.c"
#include "faults.c"
#include "records.h"
#include "workers.c"
#include "guest.c"
#include "processes.c"
#include "jvm.c"
#include "twins.c"
#include "launch.c"

/* Beginnings of those that do little. */
static const char *const shorts[] = {"clGet", "clRetain", "clRelease", "clSetKernelArg", "clFlush"};
/* Those that run other programs, write files to the cache, and need the deepest stacks. */
static const char *const longs[] = {"clBuildProgram", "clCompileProgram", "clLinkProgram"};
enum { USUAL, SHORT, LONG };
static unsigned char lengths[entry_count];

static void know_lengths(void) {
  for (size_t i = 0; i < entry_count; i++) {
    for (size_t j = 0; j < sizeof shorts / sizeof *shorts; j++)
      if (!strncmp(names[i], shorts[j], strlen(shorts[j])))
        lengths[i] = SHORT;
    for (size_t j = 0; j < sizeof longs / sizeof *longs; j++)
      if (!strcmp(names[i], longs[j]))
        lengths[i] = LONG;
  }
}

/* ---- Calls ---- */

/*
 * Calls Java, whose code faults on purpose: a thread that has the signals of faults blocked, as those
 * do that block all, would end the process, so they are unblocked meanwhile. Calls that do little
 * spare that where the thread's last other call found them unblocked. The JVM unblocks more signals
 * in a thread that comes to it; the program's mask is given back.
 */
static long in_java(int index, long *registers) {
  if (!own_jvm || (self.takes_faults && lengths[index] == SHORT)) {
    long known = java(index, registers);
    let_end_alone();
    return known;
  }
  unsigned long mask = set_mask(SIG_UNBLOCK, FAULT_SIGNALS);
  if (lengths[index] != SHORT)
    keep_faults();
  long result = java(index, registers);
  let_end_alone();
  if (!self.attached || (mask & FAULT_SIGNALS))
    set_mask(SIG_SETMASK, mask);
  self.attached = 1;
  self.takes_faults = !(mask & FAULT_SIGNALS);
  return result;
}

static long enter_java(int index, long *registers) {
  if (own_jvm && (index == ENTRY_clCreateContext || index == ENTRY_clCreateContextFromType))
    mind_neighbours();
  int is_long = own_jvm && lengths[index] == LONG;
  if (self.is_ours || (has_stack() && !is_long))
    return in_java(index, registers);
  long result = elsewhere(in_java, index, registers);
  if (is_long) {
    close_on_exec(settings.jars);
    see_trainer_end();
  }
  return result;
}

static long enter(int index, long *registers) {
  long known;
  if (was_given(index, registers))
    return no_platform(index, registers);
  if (is_known(index, registers, &known))
    return known;
  int cancelling = hold_cancelling();
  if (!is_direct(index, registers, &known)) {
    Queue *queue = begin_entry(index, registers);
    known = enter_java(index, registers);
    end_entry(queue);
  }
  release_cancelling(cancelling);
  return known;
}

/* ---- The first call ---- */

static int has_threads; /* set once, under a lock that all who read it have had */
static int state; /* 0 nothing yet, 1 starting, 2 decided */

static void in_child(void) {
  if (__atomic_load_n(&state, __ATOMIC_ACQUIRE))
    __atomic_store_n(&barnacle_handler, failed, __ATOMIC_RELEASE);
}

static long start_jvm(int index, long *registers) {
  java = start(&own_jvm);
  return java != NULL;
}

/* Starts the JVM on a thread of our own, which a JVM that gives up may keep. */
static int start_own(void) {
  starter = fit(space()) ? new_helper() : NULL;
  if (!starter)
    return 0;
  see_signals();
  on_helper(starter, start_jvm, 0, NULL);
  int started = starter->result && !gave_up;
  return_signals(!own_jvm);
  close_on_exec(settings.jars);
  if (started)
    give_back(starter);
  starter = NULL;
  return started;
}

static Handler *decide(void) {
  if (!has_threads) {
    SAY("this C library has no threads\n");
    return no_platform;
  }
  know_lengths();
  know_concerns();
  mind_neighbours();
  int started = has_jvm() ? (int)start_jvm(0, NULL) : start_own();
  return started ? enter : no_platform;
}

static long first_call(int index, long *registers);

/* Has the driver started, by one of the threads that come here, and carries the call out. */
static long begin(int index, long *registers) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&state, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    if (__register_atfork)
      __register_atfork(NULL, NULL, in_child, __dso_handle);
    else if (pthread_atfork)
      pthread_atfork(NULL, NULL, in_child);
    Handler *decided = decide();
    __atomic_store_n(&barnacle_handler, decided, __ATOMIC_RELEASE);
    __atomic_store_n(&state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != 2 &&
         __atomic_load_n(&barnacle_handler, __ATOMIC_ACQUIRE) == first_call)
    usleep(200);
  return __atomic_load_n(&barnacle_handler, __ATOMIC_ACQUIRE)(index, registers);
}

static long first_call(int index, long *registers) {
  static int answers_lock, answers_looked_for;
  long known;
  if (is_for_loader(index, registers, &known))
    return known;
  lock(&answers_lock);
  if (!answers_looked_for) {
    const char *wanted = getenv("BARNACLE_DEBUG");
    debug = wanted && *wanted && strcmp(wanted, "0");
    has_threads = find_threads();
    find_answers();
  }
  answers_looked_for = 1;
  unlock(&answers_lock);
  if (was_given(index, registers))
    return no_platform(index, registers);
  if (is_known(index, registers, &known))
    return known;
  int cancelling = hold_cancelling();
  long result = begin(index, registers);
  release_cancelling(cancelling);
  return result;
}

HIDDEN Handler *barnacle_handler = first_call;
