/* Starts the JVM, or finds the one that is there, and the driver in it. */

/* The thread that starts the JVM, and that the JVM then gave up: its threads end in `give_up`. */
static Helper *starter;
static int gave_up;

/* Where the JVM would end the process. It may when it has started: then it has a bug, or no memory. */
static void give_up(void) {
  Helper *waiting = __atomic_load_n(&starter, __ATOMIC_ACQUIRE);
  if (!waiting && !gave_up)
    return;
  __atomic_store_n(&gave_up, 1, __ATOMIC_RELEASE);
  if (waiting)
    set_state(waiting, DONE);
  for (;;)
    pause();
}

static void give_up_with(int status) { give_up(); }

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
#define NEW_GLOBAL_REFERENCE 21
#define GET_STRING_CHARS 169
#define RELEASE_STRING_CHARS 170
#define NEW_BYTE_ARRAY 176
#define REGISTER_NATIVES 215
#define GET_CRITICAL 222
#define EXCEPTION_CHECK 228
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

/* ---- Calls between C and Java, in a JVM of our own; java.lang.foreign would spin classes for them ---- */

static struct {
  void *vm, *class, *method; /* Driver.call */
} driver;
static unsigned detaching; /* a key: its values are there as long as a thread that was attached */
static int may_detach;

static void detach(void *unused) {
  hold_cancelling();
  JNI(driver.vm, VM_DETACH, int (*)(void *))(driver.vm);
}

/* Returns JNI's table for the calling thread, or null. */
static void *attached(void) {
  void *env;
  if (!JNI(driver.vm, VM_GET_ENV, int (*)(void *, void **, int))(driver.vm, &env, JNI_VERSION))
    return env;
  struct {
    int version;
    const char *name;
    void *group;
  } worker = {JNI_VERSION, "barnacle-simd", NULL};
  void *as = self.is_worker ? &worker : NULL;
  if (JNI(driver.vm, VM_ATTACH_DAEMON, int (*)(void *, void **, void *))(driver.vm, &env, as))
    return NULL;
  if (may_detach)
    threads.set(detaching, &driver);
  return env;
}

static long by_jni(int index, long *registers) {
  void *env = attached();
  if (!env)
    return fail(index, registers, CL_OUT_OF_HOST_MEMORY);
  long arguments[] = {index, (long)registers};
  long result = JNI(env, CALL_STATIC_LONG, CallLong *)(env, driver.class, driver.method, arguments);
  if (JNI(env, EXCEPTION_CHECK, unsigned char (*)(void *))(env)) { /* no stack is left to catch it */
    JNI(env, EXCEPTION_CLEAR, Plain *)(env);
    return fail(index, registers, CL_OUT_OF_HOST_MEMORY);
  }
  return result;
}

/* The native methods of Java's NativeCall. */
static long invoke(void *env, void *class, long function, long a, long b, long c, long d, long e, long f) {
  return ((long (*)(long, long, long, long, long, long))function)(a, b, c, d, e, f);
}

static long symbol(void *env, void *class, void *name) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
  const char *text = JNI(env, GET_STRING_CHARS, const char *(*)(void *, void *, void *))(env, name, NULL);
  void *found = NULL;
  for (size_t i = 0; text && !found && i < sizeof libraries / sizeof *libraries; i++) {
    void *library = dlopen(libraries[i], 2 /* RTLD_NOW */);
    found = library ? dlsym(library, text) : NULL;
  }
  if (text)
    JNI(env, RELEASE_STRING_CHARS, void (*)(void *, void *, const char *))(env, name, text);
  return (long)found;
}

/* What is written as the program ends: see Java's ExitHandlers. */
static struct {
  long **places, count, value;
} last_words;

static void write_last_words(void *unused) {
  for (long i = 0; i < last_words.count; i++)
    __atomic_store_n(last_words.places[i], last_words.value, __ATOMIC_RELEASE);
}

static void write_at_exit(void *env, void *class, long **places, long count, long value) {
  last_words.places = places;
  last_words.count = count;
  last_words.value = value;
  __cxa_atexit(write_last_words, NULL, __dso_handle);
}

static void count_loading(void *env, void *class, int by) { __atomic_add_fetch(&loading, by, __ATOMIC_ACQ_REL); }

static unsigned char is_program_ending(void *env, void *class) {
  return __atomic_load_n(&is_ending, __ATOMIC_ACQUIRE) != 0;
}

typedef struct {
  const char *name, *type;
  void *function;
} Native;
static const Native natives[] = {{"invoke", "(JJJJJJJ)J", (void *)invoke},
                                 {"symbol", "(Ljava/lang/String;)J", (void *)symbol},
                                 {"writeAtExit", "(JJJ)V", (void *)write_at_exit},
                                 {"countLoading", "(I)V", (void *)count_loading},
                                 {"isProgramEnding", "()Z", (void *)is_program_ending}};

static void *find_class(void *env, const char *name);

static int register_natives(void *vm, void *env) {
  void *class = find_class(env, "dev/barnacle/llvm/host/NativeCall");
  int count = sizeof natives / sizeof *natives;
  driver.vm = vm;
  may_detach = threads.make_key && !threads.make_key(&detaching, detach);
  return class && !JNI(env, REGISTER_NATIVES, int (*)(void *, void *, const void *, int))(env, class, natives, count);
}

/*
 * A thread that Java starts inherits the mask of the thread that starts it, which may be the program's:
 * then the program's handlers would run on it. So all threads start with all signals blocked; the JVM
 * unblocks those that it needs itself, the faults'.
 */
static void (*start_thread)(void *, void *);

static void start_deaf(void *env, void *thread) {
  unsigned long mask = set_mask(SIG_BLOCK, ALL_SIGNALS);
  start_thread(env, thread);
  set_mask(SIG_SETMASK, mask);
}

static int start_threads_deaf(void *jvm, void *env) {
  static const Native native = {"start0", "()V", (void *)start_deaf};
  start_thread = dlsym(jvm, "JVM_StartThread");
  void *class = start_thread ? find_class(env, "java/lang/Thread") : NULL;
  return class && !JNI(env, REGISTER_NATIVES, int (*)(void *, void *, const void *, int))(env, class, &native, 1);
}

/*
 * When the program ends, the C library destroys what libjvm.so has made as it was loaded, while Java's
 * threads go on: a garbage collection then would crash. So there is none any more: a critical region
 * (GetPrimitiveArrayCritical) that nobody leaves holds it back. A thread of ours enters it, as the
 * program may end in a handler of a signal that has come while its thread was in Java; then it may be
 * too late, which is not waited for.
 */
#define MOST_WAIT 10000 /* times 100 µs */
static void *small_array;

static long hold_collections(int index, long *registers) {
  void *env = attached();
  return env && JNI(env, GET_CRITICAL, void *(*)(void *, void *, void *))(env, small_array, NULL);
}

static void at_exit(void *unused) {
  if (__atomic_load_n(&barnacle_handler, __ATOMIC_ACQUIRE) == failed)
    return; /* the child of a fork */
  Helper *helper = take_helper();
  helper = helper ? helper : new_helper();
  if (!helper)
    return;
  helper->what = hold_collections;
  set_state(helper, CALLED);
  for (int i = 0; i < MOST_WAIT && __atomic_load_n(&helper->state, __ATOMIC_ACQUIRE) != DONE; i++)
    usleep(100);
}

static void see_exit(void *env) {
  void *array = JNI(env, NEW_BYTE_ARRAY, void *(*)(void *, int))(env, 1);
  small_array = array ? JNI(env, NEW_GLOBAL_REFERENCE, Find *)(env, array) : NULL;
  if (small_array)
    __cxa_atexit(at_exit, NULL, __dso_handle);
}

#include "places.c"
#include "settings.c"
#include "training.c"

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
  void *platform = call_static(env, find_class(env, "java/lang/ClassLoader"), "getPlatformClassLoader",
                               "()Ljava/lang/ClassLoader;", NULL);
  void *loader = call_static(env, find_class(env, "java/net/URLClassLoader"), "newInstance",
                             "([Ljava/net/URL;Ljava/lang/ClassLoader;)Ljava/net/URLClassLoader;",
                             (long[]){(long)urls(env, settings.boot), (long)platform});
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

/*
 * Writes what a kernel prints, in order with what the program writes. Where nobody reads it, the
 * program ends as if it had written itself, though threads of ours have that signal blocked.
 */
static void print(const char *text, size_t length) {
  int programs = self.known && !self.is_ours;
  unsigned long pipe = BIT(SIGPIPE), mask = 0;
  if (!programs) {
    long now[2] = {0, 0};
    syscall(SYS_rt_sigtimedwait, &pipe, NULL, now, sizeof pipe); /* of a socket to clang, say */
    mask = set_mask(SIG_UNBLOCK, pipe);
  }
  fwrite(text, 1, length, stdout);
  fflush(stdout);
  if (!programs)
    set_mask(SIG_SETMASK, mask);
}

/* ---- The start ---- */

static int has_jvm(void);
#include "answers.c"

static void settle_for_java(void *queue);
static long adopt_event(long handle);
/* For Java: Records and NativeThreads. */
static void *const for_java[] = {settle_for_java, adopt_event, (void *)pool_functions, the_pool, &worker_stack};

static Handler *start_driver(void *env, void *class, int own) {
  void *method = JNI(env, GET_STATIC_METHOD, Method *)(env, class, "start", "(JJJJJJJJJJJ)J");
  if (!make_region())
    SAY("there is no address space for %ld MB of handles\n", handle_bytes / MEGABYTE);
  if (threw(env) || !handles)
    return NULL;
  make_threads();
  long arguments[] = {(long)dispatch, (long)handles, handle_bytes, REGISTERS, STACK_AT, (long)print,
                      own ? (long)run_or_free : 0, own ? (long)&tell : 0, (long)for_java,
                      (long)&info_at, own && answers.path ? (long)&answers : 0};
  long stub = JNI(env, CALL_STATIC_LONG, CallLong *)(env, class, method, arguments);
  if (threw(env))
    return NULL;
  if (stub)
    return (Handler *)stub;
  see_exit(env);
  driver.class = JNI(env, NEW_GLOBAL_REFERENCE, Find *)(env, class);
  driver.method = JNI(env, GET_STATIC_METHOD, Method *)(env, class, "call", "(IJ)J");
  return threw(env) || !driver.class ? NULL : by_jni;
}

#define LIBRARY "/lib/server/libjvm.so"

static void *loaded_jvm(void) { return dlopen("libjvm.so", 6 /* RTLD_NOW | RTLD_NOLOAD */); }

static int has_jvm(void) {
  void *jvm = loaded_jvm();
  int (*created)(void **, int, int *) = jvm ? dlsym(jvm, "JNI_GetCreatedJavaVMs") : NULL;
  void *vm;
  int count = 0;
  return created && !created(&vm, 1, &count) && count > 0;
}

static void *load_jvm(void) {
  void *loaded = loaded_jvm();
  if (loaded)
    return loaded;
  const char *wanted = getenv("BARNACLE_JVM");
  wanted = wanted && *wanted ? wanted : NULL;
  const char *path = wanted ? wanted : settings.jvm;
  if (!path) {
    SAY("barnacle-icd.conf names no JVM\n");
    return NULL;
  }
  size_t length = strlen(path);
  if (length < 3 || strcmp(path + length - 3, ".so"))
    path = join(path, length, LIBRARY);
  if (!wanted && !is_there(path))
    return NULL;
  loaded = dlopen(path, 2 /* RTLD_NOW */);
  if (!loaded)
    SAY("%s\n", dlerror());
  return loaded;
}

static int create_jvm(void *jvm, void **vm, void **env) {
  int (*create)(void **, void **, void *) = dlsym(jvm, "JNI_CreateJavaVM");
  Arguments arguments = {JNI_VERSION, settings.count, settings.options, 1};
  if (!create)
    return 0;
  take_faults();
  set_environment();
  int error = create(vm, env, &arguments);
  return_environment();
  if (error) {
    SAY("the JVM does not start: error %d\n", error);
    return 0;
  }
  is_jvms_fault = dlsym(jvm, "JVM_handle_linux_signal");
  take_faults();
  if (!start_threads_deaf(jvm, *env)) {
    SAY("this JVM starts threads in a way of its own\n");
    return 0;
  }
  /* They take a signal, which is then returned, when they are first used. */
  find_class(*env, "sun/nio/ch/NativeThread");
  return 1;
}

static Handler *start(int *own) {
  void *jvm = read_settings() ? load_jvm() : NULL;
  if (!jvm)
    return NULL;
  int (*created)(void **, int, int *) = dlsym(jvm, "JNI_GetCreatedJavaVMs");
  void *vm = NULL, *env = NULL;
  int count = 0, attached = 0;
  if (!created || !dlsym(jvm, "JNI_CreateJavaVM")) {
    SAY("the library that BARNACLE_JVM or barnacle-icd.conf names is no JVM\n");
    return NULL;
  }
  created(&vm, 1, &count);
  if (!count) {
    train();
    if (!create_jvm(jvm, &vm, &env))
      return NULL;
    *own = attached = 1;
  } else if (JNI(vm, VM_GET_ENV, int (*)(void *, void **, int))(vm, &env, JNI_VERSION)) {
    if (JNI(vm, VM_ATTACH_DAEMON, int (*)(void *, void **, void *))(vm, &env, NULL)) {
      SAY("the JVM of this process does not take its thread\n");
      return NULL;
    }
    attached = 1;
  }
  JNI(env, PUSH_LOCAL_FRAME, int (*)(void *, int))(env, 64);
  void *class = NULL;
  if (!*own)
    class = boot(env);
  else if (register_natives(vm, env))
    class = find_class(env, "dev/barnacle/icd/internal/Driver");
  Handler *stub = class ? start_driver(env, class, *own) : NULL;
  JNI(env, POP_LOCAL_FRAME, void *(*)(void *, void *))(env, NULL);
  if (attached) /* each call attaches its thread, until the thread ends */
    JNI(vm, VM_DETACH, int (*)(void *))(vm);
  if (!stub)
    SAY("the driver does not start%s\n", *own ? "" : " in the JVM of this process; it needs Java 25 or later");
  return stub;
}
