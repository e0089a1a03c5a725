/*
 * Runs a program (clang) so that the program that we are in does not notice: it is no child of its
 * that it could wait for, and no SIGCHLD tells of it. A process between, which ends without a signal
 * (clone) and is waited for by no wait() but one that asks for it (__WALL), starts it and waits.
 * It has this process's memory, so nothing is copied, and this thread stands still until it ends.
 * What the program writes goes to files in memory.
 */
#define CLONE_VM 0x100
#define CLONE_VFORK 0x4000
#define WALL 0x40000000
#define STACK (64 << 10)
#define USUAL_STACK (8UL << 20)

/* A request, as Java writes it: words; and the answer. */
typedef struct {
  long program, arguments, environment, folder; /* strings; lists of them end with null */
  long input, input_size;
  long status; /* as a shell counts */
  long output, output_size, messages, messages_size;
  long error; /* not 0 where it could not be run; then why is in the messages */
} Run;

typedef struct {
  Run *run;
  int files[3];
  char *stack;
  int status, error;
} Job;

static void close_from(unsigned first) {
  if (!syscall(SYS_close_range, first, ~0U, 0))
    return;
  struct rlimit limit;
  unsigned most = getrlimit(RLIMIT_NOFILE, &limit) || limit.soft > 65536 ? 65536 : (unsigned)limit.soft;
  for (unsigned i = first; i < most; i++)
    close((int)i);
}

static int in_program(void *argument) {
  Job *job = argument;
  struct sigaction none = {0};
  for (int i = 1; i < SIGNALS; i++)
    sigaction(i, &none, NULL);
  syscall(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */);
  struct rlimit stack; /* clang's recursions need more than some programs leave themselves */
  if (!getrlimit(RLIMIT_STACK, &stack) && stack.soft < USUAL_STACK) {
    stack.soft = stack.hard < USUAL_STACK ? stack.hard : USUAL_STACK;
    setrlimit(RLIMIT_STACK, &stack);
  }
  int ok = 1;
  for (int i = 0; i < 3; i++)
    ok &= (job->files[i] = fcntl(job->files[i], 0 /* F_DUPFD */, 3)) >= 0;
  for (int i = 0; i < 3; i++)
    ok &= dup2(job->files[i], i) >= 0;
  close_from(3);
  if (ok && !(job->run->folder && chdir((char *)job->run->folder))) {
    set_mask(SIG_SETMASK, 0);
    execve((char *)job->run->program, (char **)job->run->arguments, (char **)job->run->environment);
  }
  job->error = *__errno_location();
  _exit(127);
}

static int in_between(void *argument) {
  Job *job = argument;
  struct sigaction none = {0};
  sigaction(SIGCHLD, &none, NULL); /* whoever ignores it gets no status */
  syscall(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */);
  int child = clone(in_program, job->stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, job);
  if (child < 0) {
    job->error = *__errno_location();
    _exit(1);
  }
  close_from(0);
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (*__errno_location() != 4 /* EINTR */)
      _exit(1);
  job->status = (status & 127) ? 128 + (status & 127) : (status >> 8) & 255;
  _exit(job->status);
}

static int memory_file(const char *name) { return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */); }

static int write_all(int file, const char *from, long size) {
  while (size > 0) {
    long written = write(file, from, size);
    if (written <= 0)
      return 0;
    from += written;
    size -= written;
  }
  return lseek(file, 0, 0) == 0;
}

/* Returns all of a file, in memory that is for free(), and its size. */
static char *read_all(int file, long *size) {
  *size = lseek(file, 0, 2);
  char *text = *size < 0 || lseek(file, 0, 0) ? NULL : malloc(*size + 1);
  for (long used = 0, got; text && used < *size; used += got)
    if ((got = read(file, text + used, *size - used)) <= 0)
      *size = used;
  return text;
}

static void run_job(Job *job, char *stacks) {
  unsigned long mask = set_mask(SIG_SETMASK, ~0UL); /* the program's handlers are not for the two */
  int child = clone(in_between, stacks + 2 * STACK, CLONE_VM | CLONE_VFORK, job), status;
  if (child < 0 && *__errno_location() == 22 /* EINVAL: QEMU's emulation knows only children that end with SIGCHLD */)
    child = clone(in_between, stacks + 2 * STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, job);
  if (child < 0)
    job->error = *__errno_location();
  else
    while (waitpid(child, &status, WALL) < 0 && *__errno_location() == 4)
      ;
  /* Where memory is not really shared (valgrind, QEMU), its own status tells. */
  if (child >= 0 && job->status < 0)
    job->status = (status >> 8) & 255;
  set_mask(SIG_SETMASK, mask);
}

static void run_program(Run *run) {
  char *stacks = mmap(NULL, 2 * STACK, 3, 0x22 /* private, anonymous */, -1, 0);
  int input = memory_file("barnacle-input"), output = memory_file("barnacle-output");
  int messages = memory_file("barnacle-messages");
  run->error = 0;
  run->output = run->messages = 0;
  if (stacks == (void *)-1 || input < 0 || output < 0 || messages < 0 ||
      !write_all(input, (char *)run->input, run->input_size)) {
    run->error = *__errno_location();
  } else {
    Job job = {run, {input, output, messages}, stacks, -1, 0};
    run_job(&job, stacks);
    run->status = job.status;
    run->error = job.error;
  }
  if (!run->error && !((run->output = (long)read_all(output, &run->output_size)) &&
                       (run->messages = (long)read_all(messages, &run->messages_size))))
    run->error = 12; /* ENOMEM */
  if (run->error && !run->messages) {
    const char *why = strerror((int)run->error);
    run->messages_size = strlen(why);
    run->messages = (long)join(why, run->messages_size, "");
  }
  close(input);
  close(output);
  close(messages);
  if (stacks != (void *)-1)
    munmap(stacks, 2 * STACK);
}

/* What Java calls: run_program, and with null for it free(). */
static void run_or_free(Run *run, void *memory) {
  if (run)
    run_program(run);
  else
    free(memory);
}
