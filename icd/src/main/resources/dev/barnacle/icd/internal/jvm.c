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

static void detach(void *unused) { JNI(driver.vm, VM_DETACH, int (*)(void *))(driver.vm); }

/* Returns JNI's table for the calling thread, or null. */
static void *attached(void) {
  void *env;
  if (!JNI(driver.vm, VM_GET_ENV, int (*)(void *, void **, int))(driver.vm, &env, JNI_VERSION))
    return env;
  if (JNI(driver.vm, VM_ATTACH_DAEMON, int (*)(void *, void **, void *))(driver.vm, &env, NULL))
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

static const struct {
  const char *name, *type;
  void *function;
} natives[] = {{"invoke", "(JJJJJJJ)J", (void *)invoke},
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

/* ---- Address space ---- */

/*
 * A limit of the address space (RLIMIT_AS) or of memory that can be written (RLIMIT_DATA) counts
 * what the JVM only reserves. Below `full_space` it gets less of all, and below LEAST_SPACE it is
 * not started: it would fail half-way and leave the program nothing.
 */
#define MEGABYTE (1L << 20)
#define FULL_SPACE (4096 * MEGABYTE)
#define PROCESSOR_SPACE (128 * MEGABYTE) /* a worker's stack, and its part of malloc */
#define LEAST_SPACE (672 * MEGABYTE) /* 608 do; the rest is for the program and other platforms */
#define READ_ONLY_SPACE (320 * MEGABYTE) /* of it: no RLIMIT_DATA counts libraries and Java's classes */
static int is_small;
static long handle_bytes = 256 * MEGABYTE;

static char *read_file(const char *path);

/* Returns what limits leave, or the largest number. */
static long space(void) {
  struct rlimit all, data;
  unsigned long used[6] = {0}, page = sysconf(30 /* _SC_PAGESIZE */), left = ~0UL >> 1;
  int field = 0;
  char *text = read_file("/proc/self/statm");
  for (char *p = text; p && *p && field < 6; p++) {
    if (*p >= '0' && *p <= '9')
      used[field] = 10 * used[field] + (*p - '0');
    else
      field++;
  }
  free(text);
  if (!getrlimit(RLIMIT_AS, &all) && all.soft < left)
    left = all.soft > used[0] * page ? all.soft - used[0] * page : 0;
  if (!getrlimit(RLIMIT_DATA, &data) && data.soft < left)
    data.soft = (data.soft > used[5] * page ? data.soft - used[5] * page : 0) + READ_ONLY_SPACE,
    left = data.soft < left ? data.soft : left;
  return (long)left;
}

static long within(long least, long value, long most) { return value < least ? least : value > most ? most : value; }

static void set_number(const char *option, long number, const char *unit) {
  char *text = malloc(64);
  if (text) {
    snprintf(text, 64, "%s%ld%s", option, number, unit);
    set_option(text, NULL);
  }
}

static long processors(void) { return sysconf(84 /* _SC_NPROCESSORS_ONLN */); }

/*
 * Returns whether there can be a JVM. Where space is limited, the threads share what malloc reserves,
 * which is 64 MB each: this is to be said before there is another thread.
 */
static int fit(long left) {
  if (left < LEAST_SPACE) {
    SAY("no JVM fits: limits (ulimit -v, ulimit -d) leave %ld MB of address space, and it needs %ld\n",
        left / MEGABYTE, LEAST_SPACE / MEGABYTE);
    return 0;
  }
  is_small = left < FULL_SPACE + processors() * PROCESSOR_SPACE;
  if (is_small) {
    handle_bytes = 16 * MEGABYTE;
    helper_stack = 2 * MEGABYTE;
    if (mallopt)
      mallopt(-8 /* M_ARENA_MAX */, (int)within(1, (left - LEAST_SPACE) / (256 * MEGABYTE), processors()));
  }
  return 1;
}

/* The sizes of a JVM that has little space: first what none can do without, then threads and heap. */
static void set_sizes(long left) {
  long spare = (left - LEAST_SPACE) / MEGABYTE, tight = spare < 336;
  set_number("-Xmx", within(64, 64 + (spare - 136) / 4, 512), "m");
  set_number("-XX:CompressedClassSpaceSize=", tight ? 16 : 64, "m");
  set_number("-XX:ReservedCodeCacheSize=", tight ? 24 : 64, "m");
  set_number("-Dbarnacle.stack.megabytes=", tight ? 8 : 32, "");
  set_number("-XX:ActiveProcessorCount=", within(1, 2 + spare / 64, processors()), "");
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
  else if (!strncmp(line, "debug-option ", 13) && debug)
    set_option(line + 13, NULL);
  else if (!strncmp(line, "quiet-option ", 13) && !debug)
    set_option(line + 13, NULL);
  else if (!strncmp(line, "small-option ", 13) && is_small)
    set_option(line + 13, NULL);
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
  set_option("abort", (void *)give_up);
  set_option("exit", (void *)give_up_with);
  set_option("-Dbarnacle.jni=", NULL); /* see register_natives */
  split(text, '\n', read_line);
  if (is_small)
    set_sizes(space());
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
static void *const for_java[] = {settle_for_java, adopt_event}; /* Records, in Java, calls them */

static Handler *start_driver(void *env, void *class, int own) {
  void *method = JNI(env, GET_STATIC_METHOD, Method *)(env, class, "start", "(JJJJJJJJJJJ)J");
  if (!make_region())
    SAY("there is no address space for %ld MB of handles\n", handle_bytes / MEGABYTE);
  if (threw(env) || !handles)
    return NULL;
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
  const char *path = getenv("BARNACLE_JVM");
  path = path && *path ? path : settings.jvm;
  if (!path) {
    SAY("barnacle-icd.conf names no JVM\n");
    return NULL;
  }
  size_t length = strlen(path);
  if (length < 3 || strcmp(path + length - 3, ".so"))
    path = join(path, length, LIBRARY);
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
