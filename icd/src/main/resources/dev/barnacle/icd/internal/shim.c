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
 * first `first_call`, which finds or starts a JVM; then Java's one upcall stub; and `failed` in the
 * child of a fork, which has no JVM.
 *
 * Compiled by Barnacle's own clang, on machines without C headers: all is declared here.
 */
typedef unsigned long size_t;
#define NULL ((void *)0)

extern int dprintf(int, const char *, ...);
extern int open(const char *, int, ...);
extern long read(int, void *, size_t);
extern int close(int);
extern char *getenv(const char *);
extern void *malloc(size_t);
extern size_t strlen(const char *);
extern char *strrchr(const char *, int);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern int usleep(unsigned);
extern void *mmap(void *, size_t, int, int, int, long);
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern char *dlerror(void);
typedef struct {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
} Dl_info;
extern int dladdr(const void *, Dl_info *);
extern int vdprintf(int, const char *, __builtin_va_list);
extern size_t fwrite(const void *, size_t, size_t, void *);
extern int fflush(void *);
struct sigaction {
  void (*handler)(int, void *, void *);
  unsigned long mask[16];
  int flags;
  void (*restorer)(void);
};
extern int sigaction(int, const struct sigaction *, struct sigaction *);
extern void *stdout;
extern __attribute__((weak)) int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);
extern __attribute__((weak)) int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
__attribute__((visibility("hidden"))) void *__dso_handle = &__dso_handle;

#define CL_OUT_OF_HOST_MEMORY (-6)
#define CL_INVALID_OPERATION (-59)
#define CL_PLATFORM_NOT_FOUND_KHR (-1001)

/* ---- The entry points ---- */

typedef long Handler(int index, long *registers);
__attribute__((visibility("hidden"))) Handler *barnacle_handler;

#if defined(__x86_64__)
#define REGISTERS 6
#define STACK_AT 8 /* in words from the first register: over rbp and the return address */
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

static long argument(const long *registers, int number) {
  return registers[number < REGISTERS ? number : STACK_AT + number - REGISTERS];
}

static long fail(int index, long *registers, int code) {
  switch (conventions[index].convention) {
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

/* ---- The JVM ---- */

static int debug;
#define SAY(...) (debug ? (void)dprintf(2, "barnacle: " __VA_ARGS__) : (void)0)

/* The JVM's own messages, which would go to standard output and error. */
static int swallow(void *file, const char *format, __builtin_va_list arguments) {
  return debug ? vdprintf(2, format, arguments) : 0;
}

/* JNI's tables, by position (Java Native Interface Specification, chapter 4). */
#define JNI(env, position, type) ((type)(*(void ***)(env))[position])
typedef void *Find(void *, const char *);
typedef void *Method(void *, void *, const char *, const char *);
typedef void *CallObject(void *, void *, void *, const long *);
typedef long CallLong(void *, void *, void *, const long *);
typedef void *Plain(void *);
typedef int Count(void *, void *);
typedef void *Element(void *, void *, int);
#define FIND_CLASS 6
#define EXCEPTION_OCCURRED 15
#define EXCEPTION_DESCRIBE 16
#define EXCEPTION_CLEAR 17
#define PUSH_LOCAL_FRAME 19
#define POP_LOCAL_FRAME 20
#define GET_METHOD 33
#define CALL_OBJECT 36
#define GET_STATIC_METHOD 113
#define CALL_STATIC_OBJECT 116
#define CALL_STATIC_LONG 134
#define NEW_STRING 167
#define GET_ARRAY_LENGTH 171
#define NEW_OBJECT_ARRAY 172
#define GET_ELEMENT 173
#define SET_ELEMENT 174
#define VM_DETACH 5
#define VM_GET_ENV 6
#define VM_ATTACH_DAEMON 7
#define JNI_VERSION 0x000a0000
typedef struct {
  const char *text;
  void *extra;
} Option;
typedef struct {
  int version, count;
  Option *options;
  unsigned char ignore;
} Arguments;

/* The text beside this library: lines of a word, a space and a value. */
#define MAX_OPTIONS 64
static struct {
  const char *jvm, *jars;
  Option options[MAX_OPTIONS];
  int count;
} settings;

static void set_option(const char *text, void *extra) {
  if (settings.count < MAX_OPTIONS) {
    settings.options[settings.count].text = text;
    settings.options[settings.count++].extra = extra;
  }
}

static int watched(void) {
  const char *engine = getenv("BARNACLE_ENGINE");
  return engine && !strcmp(engine, "watch");
}

static void read_line(char *line) {
  if (!strncmp(line, "jvm ", 4))
    settings.jvm = line + 4;
  else if (!strncmp(line, "jars ", 5))
    settings.jars = line + 5;
  else if (!strncmp(line, "option ", 7))
    set_option(line + 7, NULL);
  else if (!strncmp(line, "run-option ", 11) && !watched())
    set_option(line + 11, NULL);
}

static char *read_file(const char *path) {
  size_t used = 0, limit = 1 << 20;
  int file = open(path, 0x80000 /* O_RDONLY | O_CLOEXEC */);
  char *text = malloc(limit);
  if (file < 0 || !text)
    return NULL;
  for (long got; used < limit - 1 && (got = read(file, text + used, limit - 1 - used)) > 0;)
    used += got;
  close(file);
  text[used] = 0;
  return text;
}

/* Splits a text in place and gives each part to `take`. */
static void split(char *text, char at, void (*take)(char *)) {
  for (char *start = text, *p = text;; p++) {
    if (*p == at || !*p) {
      int last = !*p;
      *p = 0;
      if (*start)
        take(start);
      if (last)
        return;
      start = p + 1;
    }
  }
}

static void java_option(char *text) { set_option(text, NULL); }

static char *join(const char *first, size_t length, const char *second) {
  char *all = malloc(length + strlen(second) + 1);
  if (all) {
    memcpy(all, first, length);
    memcpy(all + length, second, strlen(second) + 1);
  }
  return all;
}

static int read_settings(void) {
  Dl_info self;
  if (!dladdr(&settings, &self))
    return 0;
  const char *slash = strrchr(self.file, '/');
  char *path = join(self.file, slash ? slash + 1 - self.file : 0, "barnacle-icd.conf");
  char *text = path ? read_file(path) : NULL;
  if (!text) {
    SAY("cannot read %s\n", path ? path : "barnacle-icd.conf");
    return 0;
  }
  set_option("vfprintf", (void *)swallow); /* first: also for what the JVM says of the others */
  split(text, '\n', read_line);
  char *more = getenv("BARNACLE_JAVA_OPTS");
  if (more)
    split(join(more, strlen(more), ""), ' ', java_option);
  return 1;
}

/* Tells of a Java exception, if there is one. */
static int threw(void *env) {
  if (!JNI(env, EXCEPTION_OCCURRED, Plain *)(env))
    return 0;
  if (debug)
    JNI(env, EXCEPTION_DESCRIBE, Plain *)(env);
  JNI(env, EXCEPTION_CLEAR, Plain *)(env);
  return 1;
}

static void *find_class(void *env, const char *name) {
  void *found = JNI(env, FIND_CLASS, Find *)(env, name);
  return threw(env) ? NULL : found;
}

static void *call_static(void *env, void *class, const char *name, const char *type, const long *arguments) {
  void *method = JNI(env, GET_STATIC_METHOD, Method *)(env, class, name, type);
  void *result = threw(env) ? NULL : JNI(env, CALL_STATIC_OBJECT, CallObject *)(env, class, method, arguments);
  return threw(env) ? NULL : result;
}

static void *call(void *env, const char *of, void *object, const char *name, const char *type, const long *arguments) {
  void *class = find_class(env, of);
  void *method = class ? JNI(env, GET_METHOD, Method *)(env, class, name, type) : NULL;
  void *result = threw(env) || !method ? NULL : JNI(env, CALL_OBJECT, CallObject *)(env, object, method, arguments);
  return threw(env) ? NULL : result;
}

static void *string(void *env, const char *text) { return JNI(env, NEW_STRING, Find *)(env, text); }

/* new URL[] {new File(jar).toURI().toURL()} */
static void *urls(void *env, const char *jar) {
  long path[] = {(long)string(env, jar), 0};
  void *of = call_static(env, find_class(env, "java/nio/file/Path"), "of",
                         "(Ljava/lang/String;[Ljava/lang/String;)Ljava/nio/file/Path;",
                         (long[]){path[0], (long)JNI(env, NEW_OBJECT_ARRAY, void *(*)(void *, int, void *, void *))(
                                               env, 0, find_class(env, "java/lang/String"), NULL)});
  void *uri = of ? call(env, "java/nio/file/Path", of, "toUri", "()Ljava/net/URI;", NULL) : NULL;
  void *url = uri ? call(env, "java/net/URI", uri, "toURL", "()Ljava/net/URL;", NULL) : NULL;
  return url ? JNI(env, NEW_OBJECT_ARRAY, void *(*)(void *, int, void *, void *))(
                   env, 1, find_class(env, "java/net/URL"), url)
             : NULL;
}

/*
 * In a JVM that was there: Boot, in a class loader of its own, makes a layer of Barnacle's modules,
 * beside those of the program. They get the right to call native code here, where the JVM asks
 * nobody and warns of nothing.
 */
static void *boot(void *env) {
  const char *end = settings.jars;
  while (*end && *end != ':')
    end++;
  char *first = join(settings.jars, end - settings.jars, "");
  void *platform = call_static(env, find_class(env, "java/lang/ClassLoader"), "getPlatformClassLoader",
                               "()Ljava/lang/ClassLoader;", NULL);
  void *loader = call_static(env, find_class(env, "java/net/URLClassLoader"), "newInstance",
                             "([Ljava/net/URL;Ljava/lang/ClassLoader;)Ljava/net/URLClassLoader;",
                             (long[]){(long)urls(env, first), (long)platform});
  void *boot = loader ? call(env, "java/lang/ClassLoader", loader, "loadClass",
                             "(Ljava/lang/String;)Ljava/lang/Class;",
                             (long[]){(long)string(env, "dev.barnacle.icd.internal.Boot")})
                      : NULL;
  void *made = boot ? call_static(env, boot, "layer", "(Ljava/lang/String;)[Ljava/lang/Object;",
                                  (long[]){(long)string(env, settings.jars)})
                    : NULL;
  if (!made)
    return NULL;
  int count = JNI(env, GET_ARRAY_LENGTH, Count *)(env, made);
  for (int i = 1; i < count; i++)
    if (!call(env, "java/lang/Module", JNI(env, GET_ELEMENT, Element *)(env, made, i),
              "implAddEnableNativeAccess", "()Ljava/lang/Module;", NULL))
      return NULL;
  return JNI(env, GET_ELEMENT, Element *)(env, made, 0);
}

/* Writes what a kernel prints, in order with what the program writes. */
static void print(const char *text, size_t length) {
  fwrite(text, 1, length, stdout);
  fflush(stdout);
}

/* ---- Faults ---- */

/*
 * Compiled Java code faults on purpose (null checks, stops for the garbage collector). Programs that
 * take the signals of faults for themselves once the JVM runs, as test frameworks do around each
 * test, would get those faults. So calls that may keep Java busy look who has the first of these
 * signals (a system call: 0.2 µs); then the JVM is asked first, and the program's handlers get what
 * is none of the JVM's.
 */
#define SIGNALS 32
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
static const int faults[] = {11 /* SIGSEGV */, 7 /* SIGBUS */, 8 /* SIGFPE */, 4 /* SIGILL */};
static struct sigaction jvms[SIGNALS], theirs[SIGNALS];
static int (*is_jvms_fault)(int, void *, void *, int);
static Handler *java;

/*
 * A handler of the program may call the one that it found, this one. A mark in the context, where the
 * kernel writes null at each fault (uc_link), tells; then it is as if the JVM's had been found.
 */
static void on_fault(int number, void *info, void *context) {
  void **mark = (void **)context + 1;
  struct sigaction *program = &theirs[number];
  if (*mark == theirs)
    program = &jvms[number];
  else if (is_jvms_fault(number, info, context, 0))
    return;
  if ((long)program->handler > 1) {
    *mark = theirs;
    program->handler(number, info, context);
    *mark = NULL;
  } else { /* by default the program ends where it faults, again */
    struct sigaction none = {0};
    sigaction(number, &none, NULL);
  }
}

/* Tells whether a signal had been taken. */
static int keep_fault(int number) {
  struct sigaction now;
  sigaction(number, NULL, &now);
  if (now.handler == on_fault || now.handler == jvms[number].handler)
    return 0;
  theirs[number] = now;
  struct sigaction both = {on_fault, {0}, SA_SIGINFO | SA_RESTART | (now.flags & SA_ONSTACK), NULL};
  memcpy(both.mask, now.mask, sizeof both.mask);
  sigaction(number, &both, NULL);
  return 1;
}

#define ENTRY(index, name, convention, position) #name,
#define ABSENT ENTRY
#define EXTRA ENTRY
static const char *const names[] = {
#include "entries.h"
};
#undef ENTRY
#undef ABSENT
#undef EXTRA
static unsigned char is_short[sizeof names / sizeof *names];
/* Beginnings of those that do little, or only what a call before them asked for. */
static const char *const shorts[] = {"clGet", "clRetain", "clRelease", "clSetKernelArg", "clFinish", "clFlush", "clWait"};

static long keep_faults(int index, long *registers) {
  if (!is_short[index] && keep_fault(faults[0]))
    for (size_t i = 1; i < sizeof faults / sizeof *faults; i++)
      keep_fault(faults[i]);
  return java(index, registers);
}

/* Returns what calls the stub with the faults of a JVM of our own in its hands. */
static Handler *with_faults(void *jvm, Handler *stub) {
  is_jvms_fault = dlsym(jvm, "JVM_handle_linux_signal");
  if (!is_jvms_fault)
    return stub;
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
    sigaction(faults[i], NULL, &jvms[faults[i]]);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    for (size_t j = 0; j < sizeof shorts / sizeof *shorts; j++)
      is_short[i] |= !strncmp(names[i], shorts[j], strlen(shorts[j]));
  java = stub;
  return keep_faults;
}

#define HANDLE_BYTES (1L << 28)

static Handler *start_driver(void *env, void *driver) {
  void *handles = mmap(NULL, HANDLE_BYTES, 3 /* read, write */, 0x4022 /* private, anonymous, no reserve */, -1, 0);
  void *method = JNI(env, GET_STATIC_METHOD, Method *)(env, driver, "start", "(JJJJJJ)J");
  if (handles == (void *)-1)
    SAY("there is no address space for %ld MB of handles\n", HANDLE_BYTES >> 20);
  if (threw(env) || handles == (void *)-1)
    return NULL;
  long arguments[] = {(long)dispatch, (long)handles, HANDLE_BYTES, REGISTERS, STACK_AT, (long)print};
  long stub = JNI(env, CALL_STATIC_LONG, CallLong *)(env, driver, method, arguments);
  return threw(env) ? NULL : (Handler *)stub;
}

static void *library(void) {
  void *loaded = dlopen("libjvm.so", 6 /* RTLD_NOW | RTLD_NOLOAD */);
  if (loaded)
    return loaded;
  const char *path = getenv("BARNACLE_JVM");
  path = path && *path ? path : settings.jvm;
  if (!path) {
    SAY("barnacle-icd.conf names no JVM\n");
    return NULL;
  }
  size_t length = strlen(path);
  if (length < 3 || strcmp(path + length - 3, ".so"))
    path = join(path, length, "/lib/server/libjvm.so");
  loaded = dlopen(path, 2 /* RTLD_NOW */);
  if (!loaded)
    SAY("%s\n", dlerror());
  return loaded;
}

static Handler *start(void) {
  void *jvm = read_settings() ? library() : NULL;
  if (!jvm)
    return NULL;
  int (*created)(void **, int, int *) = dlsym(jvm, "JNI_GetCreatedJavaVMs");
  int (*create)(void **, void **, void *) = dlsym(jvm, "JNI_CreateJavaVM");
  void *vm = NULL, *env = NULL;
  int count = 0, attached = 0, own = 0;
  if (!created || !create) {
    SAY("the library that BARNACLE_JVM or barnacle-icd.conf names is no JVM\n");
    return NULL;
  }
  created(&vm, 1, &count);
  if (!count) {
    Arguments arguments = {JNI_VERSION, settings.count, settings.options, 1};
    int error = create(&vm, &env, &arguments);
    if (error) {
      SAY("the JVM does not start: error %d\n", error);
      return NULL;
    }
    own = attached = 1;
  } else if (JNI(vm, VM_GET_ENV, int (*)(void *, void **, int))(vm, &env, JNI_VERSION)) {
    if (JNI(vm, VM_ATTACH_DAEMON, int (*)(void *, void **, void *))(vm, &env, NULL)) {
      SAY("the JVM of this process does not take its thread\n");
      return NULL;
    }
    attached = 1;
  }
  JNI(env, PUSH_LOCAL_FRAME, int (*)(void *, int))(env, 64);
  void *driver = own ? find_class(env, "dev/barnacle/icd/internal/Driver") : boot(env);
  Handler *stub = driver ? start_driver(env, driver) : NULL;
  JNI(env, POP_LOCAL_FRAME, void *(*)(void *, void *))(env, NULL);
  if (attached) /* each call attaches its thread, until the thread ends */
    JNI(vm, VM_DETACH, int (*)(void *))(vm);
  if (stub && own)
    stub = with_faults(jvm, stub);
  if (!stub)
    SAY("the driver does not start%s\n", own ? "" : " in the JVM of this process; it needs Java 25 or later");
  return stub;
}

static int state; /* 0 nothing yet, 1 starting, 2 decided */

static void in_child(void) {
  if (__atomic_load_n(&state, __ATOMIC_ACQUIRE))
    __atomic_store_n(&barnacle_handler, failed, __ATOMIC_RELEASE);
}

static long first_call(int index, long *registers) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&state, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    const char *wanted = getenv("BARNACLE_DEBUG");
    debug = wanted && *wanted && strcmp(wanted, "0");
    if (__register_atfork)
      __register_atfork(NULL, NULL, in_child, __dso_handle);
    else if (pthread_atfork)
      pthread_atfork(NULL, NULL, in_child);
    Handler *stub = start();
    __atomic_store_n(&barnacle_handler, stub ? stub : no_platform, __ATOMIC_RELEASE);
    __atomic_store_n(&state, 2, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&state, __ATOMIC_ACQUIRE) != 2 &&
         __atomic_load_n(&barnacle_handler, __ATOMIC_ACQUIRE) == first_call)
    usleep(200);
  return __atomic_load_n(&barnacle_handler, __ATOMIC_ACQUIRE)(index, registers);
}

__attribute__((visibility("hidden"))) Handler *barnacle_handler = first_call;
