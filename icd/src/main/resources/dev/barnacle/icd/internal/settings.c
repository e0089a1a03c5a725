/*
 * What the text beside this library says, and what limits leave of it: the JVM, Barnacle's jars and
 * the JVM's options. The text has lines of a word, a space and a value, and paths in it begin with
 * ${here}, the library's folder, or ${start}, the folder of what was made for a fast start.
 */
#define MAX_OPTIONS 64
static struct {
  const char *jvm, *jars, *boot;
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

/* The options of a training run: all but those that say where what it makes is. */
static struct {
  char *list[MAX_OPTIONS];
  int count;
} training;

static void train_with(char *text) {
  if (training.count < MAX_OPTIONS - 8)
    training.list[training.count++] = text;
}

static void read_line(char *line) {
  if (!strncmp(line, "jvm ", 4))
    settings.jvm = line + 4;
  else if (!strncmp(line, "jars ", 5))
    settings.jars = line + 5;
  else if (!strncmp(line, "boot ", 5))
    settings.boot = line + 5;
  else if (!strncmp(line, "option ", 7))
    set_option(line + 7, NULL), train_with(line + 7);
  else if (!strncmp(line, "start-option ", 13))
    set_option(line + 13, NULL);
  else if (!strncmp(line, "run-option ", 11) && !watched())
    set_option(line + 11, NULL);
  else if (!strncmp(line, "debug-option ", 13) && debug)
    set_option(line + 13, NULL);
  else if (!strncmp(line, "quiet-option ", 13) && !debug)
    set_option(line + 13, NULL);
  else if (!strncmp(line, "small-option ", 13) && is_small)
    set_option(line + 13, NULL);
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

/*
 * Says what is missing, once: a loader passes over a platform that there is not, and without this line
 * nobody would know that there was to be one.
 */
static void say_missing(const char *path) {
  dprintf(2, "barnacle: the OpenCL driver %s does not start: %s is missing; install Barnacle again, or remove what "
             "names this driver\n", places.library ? places.library : "", path);
}

static int is_there(const char *path) {
  if (!access(path, 0 /* F_OK */))
    return 1;
  say_missing(path);
  return 0;
}

static int read_settings(void) {
  char *text = read_conf();
  if (!text) {
    char *path = cat(here(), "/" CONF);
    say_missing(path ? path : CONF);
    free(path);
    return 0;
  }
  set_option("vfprintf", (void *)swallow); /* first: also for what the JVM says of the others */
  set_option("abort", (void *)give_up);
  set_option("exit", (void *)give_up_with);
  set_option("-Dbarnacle.jni=", NULL); /* see register_natives */
  split(text, '\n', read_line);
  if (!settings.boot || !settings.jvm) {
    SAY("barnacle-icd.conf names no JVM, or no jars\n");
    return 0;
  }
  if (!is_there(settings.boot))
    return 0;
  if (is_small)
    set_sizes(space());
  char *more = getenv("BARNACLE_JAVA_OPTS");
  if (more)
    split(join(more, strlen(more), ""), ' ', java_option);
  return 1;
}
