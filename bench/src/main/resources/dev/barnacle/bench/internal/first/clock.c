/* Wall and processor time. */

static long nanoseconds(int clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return now.seconds * 1000000000L + now.nanoseconds;
}

static long wall(void) { return nanoseconds(CLOCK_MONOTONIC); }

#define MOST_PROCESSES 8192
static struct {
  int pid, parent, is_in;
  long ended; /* nanoseconds of its children that have ended, in steps of a clock tick */
} processes[MOST_PROCESSES];

static long number_after(const char **text) {
  long value = 0;
  while (**text == ' ')
    ++*text;
  for (; **text > ' '; ++*text)
    value = **text >= '0' && **text <= '9' ? value * 10 + (**text - '0') : value;
  return value;
}

/* Reads a line of /proc/PID/stat; returns whether there is that process. */
static int read_process(int at, const char *name) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", atoi(name));
  int file = open(path, 0);
  long length = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  if (length <= 0)
    return 0;
  text[length] = 0;
  const char *p = strrchr(text, ')'); /* its name may have anything in it */
  if (!p)
    return 0;
  p++;
  long fields[18] = {0};
  for (int field = 3; field <= 17; field++)
    fields[field] = number_after(&p);
  processes[at].pid = atoi(name);
  processes[at].parent = (int)fields[4];
  processes[at].is_in = 0;
  processes[at].ended = (fields[16] + fields[17]) * (1000000000L / sysconf(SC_CLK_TCK));
  return 1;
}

static int read_processes(void) {
  void *folder = opendir("/proc");
  int count = 0;
  for (struct dirent *each; folder && (each = readdir(folder)) && count < MOST_PROCESSES;)
    if (each->name[0] >= '1' && each->name[0] <= '9')
      count += read_process(count, each->name);
  if (folder)
    closedir(folder);
  return count;
}

/* Of a process and all that it has started, and those have: compilers that run beside it, too. */
static long tree_cpu(int root) {
  int count = read_processes();
  long sum = 0;
  for (int more = 1; more;) {
    more = 0;
    for (int i = 0; i < count; i++) {
      int is_in = processes[i].pid == root;
      for (int j = 0; j < count && !is_in; j++)
        is_in = processes[j].is_in && processes[j].pid == processes[i].parent;
      if (is_in && !processes[i].is_in)
        more = processes[i].is_in = 1;
    }
  }
  for (int i = 0; i < count; i++)
    if (processes[i].is_in) {
      struct timespec used = {0, 0};
      clock_gettime((int)(~(unsigned)processes[i].pid << 3 | 2), &used); /* CPUCLOCK_SCHED of it */
      sum += used.seconds * 1000000000L + used.nanoseconds + processes[i].ended;
    }
  return sum;
}
