/*
 * What the JVM would change of the process that it is started in, and does not: the handlers of all
 * signals but the faults', the locale, the environment.
 */

static void see_signals(void) {
  for (int i = 1; i < SIGNALS; i++)
    sigaction(i, NULL, &before[i]);
}

/* Returns whether a function is of the JVM or of a library of Java's. */
static int is_java(const void *function) {
  static const char *const libraries[] = {"libjvm.so", "libjava.so", "libnio.so", "libnet.so"};
  Dl_info library;
  const char *name = (size_t)function > 1 && dladdr(function, &library) ? strrchr(library.file, '/') : NULL;
  for (size_t i = 0; name && i < sizeof libraries / sizeof *libraries; i++)
    if (!strcmp(name + 1, libraries[i]))
      return 1;
  return 0;
}

/* What Java's processes, which are not used here, set for SIGCHLD when the JVM starts. */
static int is_for_children(int number, const struct sigaction *action) {
  unsigned flags = (unsigned)action->flags & ~SA_RESTORER;
  return number == SIGCHLD && !action->handler && flags == (SA_NOCLDSTOP | SA_RESTART);
}

/* Gives back what Java has taken, and not what the program's other threads have set meanwhile. */
static void return_signals(int faults_too) {
  for (int i = 1; i < SIGNALS; i++) {
    struct sigaction now;
    if (!faults_too && (i == SIGSEGV || i == SIGBUS || i == SIGFPE || i == SIGILL))
      continue;
    if (!sigaction(i, NULL, &now) &&
        (is_java(now.handler) || now.handler == under || is_for_children(i, &now)))
      sigaction(i, &before[i], NULL);
  }
}

/*
 * Java sets the locale of the whole process to what the environment says, and one of its signals
 * to what a variable says; the program's is what the environment says meanwhile. The variables are
 * another array, so that threads that read the environment find either.
 */
static char **programs_environment, **javas_environment;

static const struct {
  int number;
  const char *name;
} categories[] = {{0, "LC_CTYPE"}, {1, "LC_NUMERIC"}, {2, "LC_TIME"}, {3, "LC_COLLATE"}, {4, "LC_MONETARY"},
                  {5, "LC_MESSAGES"}, {7, "LC_PAPER"}, {8, "LC_NAME"}, {9, "LC_ADDRESS"}, {10, "LC_TELEPHONE"},
                  {11, "LC_MEASUREMENT"}, {12, "LC_IDENTIFICATION"}};
#define CATEGORIES (sizeof categories / sizeof *categories)

static char *variable(const char *name, const char *value) {
  char *text = malloc(strlen(name) + strlen(value) + 2);
  if (text)
    snprintf(text, strlen(name) + strlen(value) + 2, "%s=%s", name, value);
  return text;
}

static int is_replaced(const char *entry) {
  return !strncmp(entry, "LC_", 3) || !strncmp(entry, "_JAVA_SR_SIGNUM=", 16);
}

static void set_environment(void) {
  size_t count = 0, used = 0;
  programs_environment = environ;
  while (environ && environ[count])
    count++;
  javas_environment = malloc((count + CATEGORIES + 3) * sizeof *javas_environment);
  if (!javas_environment)
    return;
  char number[8];
  snprintf(number, sizeof number, "%d", SIGSTKFLT);
  javas_environment[used++] = variable("_JAVA_SR_SIGNUM", number);
  for (size_t i = 0; i < CATEGORIES; i++) {
    char *now = setlocale(categories[i].number, NULL);
    javas_environment[used++] = variable(categories[i].name, now ? now : "C");
  }
  for (size_t i = 0; i < count; i++)
    if (!is_replaced(environ[i]))
      javas_environment[used++] = environ[i];
  javas_environment[used] = NULL;
  environ = javas_environment;
}

static void return_environment(void) {
  if (!javas_environment)
    return;
  if (environ == javas_environment)
    environ = programs_environment;
  else /* another thread has changed it */
    unsetenv("_JAVA_SR_SIGNUM");
}

/*
 * Programs that this one starts find Java's own files closed, which Java opens for itself alone: it
 * would close them when it starts one.
 */
static int is_of_driver(const char *path, const char *jars) {
  static const char *const ends[] = {"/lib/modules", "/lib/tzdb.dat"};
  size_t length = strlen(path);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (length > strlen(ends[i]) && !strcmp(path + length - strlen(ends[i]), ends[i]))
      return 1;
  for (const char *jar = jars; jar; jar = strchr(jar, ':') ? strchr(jar, ':') + 1 : NULL)
    if (!strncmp(jar, path, length) && (jar[length] == ':' || !jar[length]))
      return 1;
  return 0;
}

static void close_on_exec(const char *jars) {
  struct rlimit limit;
  int unused = 0, most = getrlimit(RLIMIT_NOFILE, &limit) || limit.soft > 4096 ? 4096 : (int)limit.soft;
  for (int i = 3; i < most && unused < 256; i++, unused++) {
    char link[32], path[4096];
    int flags = fcntl(i, 1 /* F_GETFD */);
    if (flags < 0)
      continue;
    unused = 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", i);
    long length = flags & 1 /* FD_CLOEXEC */ ? 0 : readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    if (*path && is_of_driver(path, jars))
      fcntl(i, 2 /* F_SETFD */, flags | 1);
  }
}

/*
 * Intel's runtime takes the signals of faults when its device is first used, with handlers that end
 * the process at the JVM's own faults; not where this variable is set. It may be loaded at any time
 * before.
 */
static void mind_neighbours(void) {
  static int is_done;
  if (!is_done && dlopen("libintelocl.so", 6 /* RTLD_NOW | RTLD_NOLOAD */)) {
    is_done = 1;
    setenv("CL_DISABLE_STACK_TRACE", "1", 0);
  }
}
