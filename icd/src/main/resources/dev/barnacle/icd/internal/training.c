/*
 * A training run, once for each build and place on a machine: the JVM records in its AOT cache the
 * classes that most programs have it load (JEP 483, JEP 514). It takes a few seconds. The program that
 * begins it goes on without; others that start meanwhile wait for it, as all are done sooner so, but
 * not for ever. A process beside the program has it run, which goes on when the program ends, and is no
 * child that the program could wait for.
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

/* What a training run needs; all is made before, as a process beside may allocate nothing. */
typedef struct {
  char *aot, *made, *left; /* its file; under a name of its own until it is whole; what the JVM may leave */
  char *java, *output, **environment;
  char *arguments[MAX_OPTIONS];
  char *stacks;
  int guard; /* the file that is locked meanwhile */
} Trainer;

static int make_trainer(Trainer *trainer) {
  size_t count = 0, used = 0;
  while (environ && environ[count])
    count++;
  trainer->environment = malloc((count + 1) * sizeof *environ);
  trainer->made = cat(trainer->aot, ".new");
  trainer->left = cat(trainer->aot, ".new.config");
  trainer->java = cat(settings.jvm, "/bin/java");
  trainer->output = trainer->made ? cat("-XX:AOTCacheOutput=", trainer->made) : NULL;
  if (!trainer->environment || !trainer->left || !trainer->java || !trainer->output)
    return 0;
  for (size_t i = 0; i < count; i++)
    if (is_for_training(environ[i]))
      trainer->environment[used++] = environ[i];
  trainer->environment[used] = NULL;
  trainer->arguments[0] = trainer->java;
  trainer->arguments[1] = trainer->output;
  trainer->arguments[2] = "-XX:TieredStopAtLevel=1"; /* it ends too soon for more */
  memcpy(trainer->arguments + 3, training.list, training.count * sizeof *trainer->arguments);
  trainer->arguments[3 + training.count] = "dev.barnacle.icd.internal.Training";
  trainer->arguments[4 + training.count] = NULL;
  return 1;
}

static void drop_trainer(Trainer *trainer) {
  free(trainer->made);
  free(trainer->left);
  free(trainer->java);
  free(trainer->output);
  free(trainer->environment);
}

/* Gives the file its name. Where the run has failed it is empty, and not tried again, but where the tree has gone. */
static void end_training(const Trainer *trainer, int ok) {
  if (!ok && access(trainer->java, 1 /* X_OK */)) {
    unlink(trainer->made);
    unlink(trainer->left);
    return;
  }
  if (!ok || access(trainer->made, 4 /* R_OK */))
    close(open(trainer->made, 0x80241 /* O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC */, 0600));
  unlink(trainer->left);
  rename(trainer->made, trainer->aot);
}

static void train_here(const Trainer *trainer) {
  Run run = {(long)trainer->java, (long)trainer->arguments, (long)trainer->environment};
  run_program(&run);
  int ok = !run.error && !run.status;
  if (!ok)
    SAY("the training for a fast start failed: %.*s\n", (int)run.messages_size, (char *)run.messages);
  free((void *)run.output);
  free((void *)run.messages);
  end_training(trainer, ok);
}

static int exec_training(void *argument) {
  Trainer *trainer = argument;
  close_from(3);
  execve(trainer->java, trainer->arguments, trainer->environment);
  _exit(127);
}

/* In a copy of the program's process: of all threads only this one, and no lock of the C library can be had. */
static int in_training(void *argument) {
  Trainer *trainer = argument;
  struct sigaction none = {0};
  for (int i = 1; i < SIGNALS; i++)
    sigaction(i, &none, NULL);
  syscall(SYS_setsid);
  int guard = fcntl(trainer->guard, 0 /* F_DUPFD */, 3), nothing = open("/dev/null", 2 /* O_RDWR */);
  for (int i = 0; i < 3; i++)
    dup2(nothing, i);
  dup2(guard, 3);
  close_from(4);
  set_mask(SIG_SETMASK, 0);
  int status = 0, child = clone(exec_training, trainer->stacks + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, trainer);
  while (child >= 0 && waitpid(child, &status, 0) < 0)
    if (*__errno_location() != 4 /* EINTR */)
      _exit(1);
  end_training(trainer, child >= 0 && !status);
  _exit(0);
}

static int trainers_process; /* 0 where there is none, or it was waited for */

/* A child that ends without a signal (clone), and that no wait() sees but one that asks for it (__WALL). */
static int train_beside(Trainer *trainer) {
  trainer->stacks = mmap(NULL, 2 * STACK, 3, 0x22 /* private, anonymous */, -1, 0);
  if (trainer->stacks == (void *)-1)
    return 0;
  unsigned long mask = set_mask(SIG_SETMASK, ~0UL);
  int child = clone(in_training, trainer->stacks + 2 * STACK, 0, trainer);
  set_mask(SIG_SETMASK, mask);
  munmap(trainer->stacks, 2 * STACK);
  trainers_process = child > 0 ? child : 0;
  return child > 0;
}

/* Lets the system forget it when it has ended. */
static void see_trainer_end(void) {
  int process = __atomic_load_n(&trainers_process, __ATOMIC_RELAXED), status;
  if (process && waitpid(process, &status, WALL | 1 /* WNOHANG */))
    __atomic_store_n(&trainers_process, 0, __ATOMIC_RELAXED);
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

/* Has the file made, by the one process that has the lock; whoever debugs waits and is told what fails. */
static void train_alone(char *aot, int guard) {
  Trainer trainer = {.aot = aot, .guard = guard};
  if (!is_made(aot) && make_trainer(&trainer)) {
    unlink(trainer.made);
    if (debug || !train_beside(&trainer))
      train_here(&trainer);
  }
  drop_trainer(&trainer);
}

/* Sees to it that there is what a fast start needs, if the text beside the library asks for it. */
static void train(void) {
  char *aot = places.start && settings.jvm ? cat(places.start, AOT) : NULL;
  char *guard = aot && !is_small && !is_made(aot) ? cat(places.start, "/icd.lock") : NULL;
  int file = guard ? open(guard, 0x80042 /* O_RDWR | O_CREAT | O_CLOEXEC */, 0600) : -1;
  for (int waited = 0; file >= 0 && !is_made(aot) && waited < MOST_TRAINING; waited += 10) {
    int got = !flock(file, 6 /* LOCK_EX | LOCK_NB */);
    if (got)
      train_alone(aot, file);
    if (got || *__errno_location() != 11 /* EWOULDBLOCK */) /* else there are no locks there */
      break;
    usleep(10000);
  }
  if (file >= 0)
    close(file);
  free(guard);
  free(aot);
}
