/*
 * A training run, once for each build and place on a machine: the JVM records in its AOT cache the
 * classes that most programs have it load (JEP 483, JEP 514). It takes a few seconds, which the first
 * program waits for; others that start meanwhile wait too, as all are done sooner so, but not for ever.
 */
#define MOST_TRAINING 20000 /* milliseconds that another process is waited for */
#define AOT "/icd.aot"

/* What would change how the JVM or the driver behaves. */
static int is_for_training(const char *variable) {
  static const char *const without[] = {"JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=",
                                        "CLASSPATH=",         "LD_PRELOAD=",       "_JAVA_SR_SIGNUM="};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++)
    if (!strncmp(variable, without[i], strlen(without[i])))
      return 0;
  return strncmp(variable, "BARNACLE_", 9) || !strncmp(variable, "BARNACLE_CACHE=", 15);
}

static int run_training(const char *made) {
  size_t count = 0, used = 0;
  while (environ && environ[count])
    count++;
  char **environment = malloc((count + 1) * sizeof *environment);
  char *java = cat(settings.jvm, "/bin/java"), *output = cat("-XX:AOTCacheOutput=", made);
  if (!environment || !java || !output)
    return 0;
  for (size_t i = 0; i < count; i++)
    if (is_for_training(environ[i]))
      environment[used++] = environ[i];
  environment[used] = NULL;
  char *arguments[MAX_OPTIONS] = {java, output, "-XX:TieredStopAtLevel=1"}; /* it ends too soon for more */
  memcpy(arguments + 3, training.list, training.count * sizeof *arguments);
  arguments[3 + training.count] = "dev.barnacle.icd.internal.Training";
  Run run = {(long)java, (long)arguments, (long)environment};
  run_program(&run);
  int ok = !run.error && !run.status;
  if (!ok)
    SAY("the training for a fast start failed: %.*s\n", (int)run.messages_size, (char *)run.messages);
  free((void *)run.output);
  free((void *)run.messages);
  free(environment);
  free(output);
  free(java);
  return ok;
}

/* Returns whether a file is there, and no older than what says which build the jars are of. */
static int is_made(const char *aot) {
  char *build = cat(here(), "/build.id");
  long now[64] = {0}, was[64] = {0}; /* struct statx */
  int ok = build && !syscall(SYS_statx, -100 /* AT_FDCWD */, aot, 0, 0x7ff, now) &&
           !syscall(SYS_statx, -100, build, 0, 0x7ff, was) && now[14] >= was[14]; /* stx_mtime, its seconds */
  free(build);
  return ok;
}

/* Makes the file, by the one process that has the lock. Where it fails it is empty, and not tried again. */
static void train_alone(const char *aot) {
  char *made = cat(aot, ".new"), *left = cat(aot, ".new.config");
  if (made && left && !is_made(aot)) {
    unlink(made);
    if (!run_training(made) || access(made, 4 /* R_OK */))
      close(open(made, 0x80241 /* O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC */, 0600));
    unlink(left);
    rename(made, aot);
  }
  free(made);
  free(left);
}

/* Sees to it that there is what a fast start needs, if the text beside the library asks for it. */
static void train(void) {
  char *aot = places.start && settings.jvm ? cat(places.start, AOT) : NULL;
  char *guard = aot && !is_small && !is_made(aot) ? cat(places.start, "/icd.lock") : NULL;
  int file = guard ? open(guard, 0x80042 /* O_RDWR | O_CREAT | O_CLOEXEC */, 0600) : -1;
  for (int waited = 0; file >= 0 && !is_made(aot) && waited < MOST_TRAINING; waited += 10) {
    int got = !flock(file, 6 /* LOCK_EX | LOCK_NB */);
    if (got)
      train_alone(aot);
    if (got || *__errno_location() != 11 /* EWOULDBLOCK */) /* else there are no locks there */
      break;
    usleep(10000);
  }
  if (file >= 0)
    close(file);
  free(guard);
  free(aot);
}
