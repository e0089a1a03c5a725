/*
 * Answers to what programs ask of the platform and its devices, from a file beside this library that
 * the last process wrote in the same circumstances: the same build, environment, processors and
 * limits. So a process that only looks which devices there are (clinfo -l, a program that chooses
 * another platform) starts no JVM. `icd.internal.AnswerFile`, in Java, writes it; it has the layout.
 */
#define ANSWERS_MAGIC 0x31534e41434e42L
enum { PLATFORM_PLACE, DEVICE_PLACE, CUSTOM_PLACE, PLACES };
enum { BYTES, HANDLES };

typedef struct {
  long entry, place, parameter;
  long bytes, offset;
  long kind; /* of the bytes; HANDLES: places, of which handles are made */
} Answer;

typedef struct {
  long magic, key_bytes, count, answers_at; /* then the key */
} AnswerFile;

static struct {
  char *path; /* of the file, where it is to be written; else null */
  char *key;
  long key_bytes;
  const AnswerFile *file; /* null where there is none */
} answers; /* Java has the first three */
static char *handles;

/* ---- The circumstances ---- */

static void add_key(const void *bytes, long count) {
  char *more = malloc(answers.key_bytes + count + 1);
  if (!more)
    return;
  memcpy(more, answers.key, answers.key_bytes);
  memcpy(more + answers.key_bytes, bytes, count);
  free(answers.key);
  answers.key = more;
  answers.key_bytes += count;
}

static void add_text(const char *text) { add_key(text, (long)strlen(text) + 1); }

static void add_file(const char *path) {
  char *text = read_file(path);
  add_text(text ? text : "");
  free(text);
}

/* Size and time of a file, which changes with what is in it. */
static void add_stamp(const char *path) {
  long status[64] = {0}; /* struct statx */
  syscall(SYS_statx, -100 /* AT_FDCWD */, path, 0, 0x7ff, status);
  add_key((char *)status + 40, 8);  /* stx_size */
  add_key((char *)status + 112, 12); /* stx_mtime */
}

static void add_stamps(char *paths) {
  for (char *path = paths; *path;) {
    char *end = strchr(path, ':');
    size_t length = end ? (size_t)(end - path) : strlen(path);
    char *one = join(path, length, "");
    if (one)
      add_stamp(one);
    free(one);
    path += length + (end != NULL);
  }
}

static void add_processors(void) {
  char set[1024] = {0};
  long got = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  add_key(set, got > 0 ? got : 0);
  long count = sysconf(84 /* _SC_NPROCESSORS_ONLN */);
  add_key(&count, sizeof count);
#if defined(__x86_64__)
  static const unsigned leaves[] = {0, 1, 7, 0x80000001, 0x80000002, 0x80000003, 0x80000004};
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    unsigned r[4];
    __asm__ volatile("cpuid" : "=a"(r[0]), "=b"(r[1]), "=c"(r[2]), "=d"(r[3]) : "a"(leaves[i]), "c"(0));
    if (leaves[i] == 1)
      r[1] &= 0xffffff; /* which of the processors this is */
    add_key(r, sizeof r);
  }
#else
  add_file("/sys/devices/system/cpu/cpu0/regs/identification/midr_el1");
  long capabilities[] = {(long)getauxval(16), (long)getauxval(26)};
  add_key(capabilities, sizeof capabilities);
#endif
}

/* What containers may have, of each group that the process is in. */
static void add_groups(void) {
  static const char *const files[] = {"/memory.max", "/cpu.max", "/cpuset.cpus.effective"};
  char *text = read_file("/proc/self/cgroup");
  add_text(text ? text : "");
  char *path = text ? strstr(text, "0::/") : NULL;
  char *end = path ? strchr(path, '\n') : NULL;
  if (end)
    *end = 0;
  char *folder = path ? join("/sys/fs/cgroup", 14, path + 3) : NULL;
  while (folder) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
      char *file = join(folder, strlen(folder), files[i]);
      if (file)
        add_file(file);
      free(file);
    }
    char *slash = strrchr(folder, '/');
    if (slash < folder + 14)
      break;
    *slash = 0;
  }
  free(folder);
  free(text);
  add_file("/sys/fs/cgroup/memory/memory.limit_in_bytes");
  add_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
}

static int is_limited(void) {
  struct rlimit all, data;
  return (!getrlimit(RLIMIT_AS, &all) && all.soft != ~0UL) || (!getrlimit(RLIMIT_DATA, &data) && data.soft != ~0UL);
}

/* The options of the JVM and the jars, whose files are not to have changed; returns the text. */
static char *add_settings(void) {
  char *text = read_conf();
  if (!text)
    return NULL;
  add_text(text);
  for (char *line = text; *line;) {
    char *end = strchr(line, '\n');
    if (end)
      *end = 0;
    if (!strncmp(line, "jars ", 5) || !strncmp(line, "jvm ", 4))
      add_stamps(strchr(line, ' ') + 1);
    line = end ? end + 1 : line + strlen(line);
  }
  char *build = cat(here(), "/build.id");
  if (build)
    add_file(build);
  free(build);
  return text;
}

/* ---- The file ---- */

static int is_whole(const AnswerFile *found, long bytes) {
  const Answer *list = (const Answer *)((const char *)found + found->answers_at);
  int is = found->magic == ANSWERS_MAGIC && found->key_bytes == answers.key_bytes && found->count > 0 &&
           found->answers_at >= (long)sizeof *found + found->key_bytes && found->answers_at < bytes &&
           found->count < (bytes - found->answers_at) / (long)sizeof *list &&
           !memcmp(found + 1, answers.key, answers.key_bytes);
  for (long i = 0; is && i < found->count; i++)
    is = list[i].offset >= 0 && list[i].bytes >= 0 && list[i].offset <= bytes && list[i].bytes <= bytes - list[i].offset;
  return is;
}

static const AnswerFile *read_answers(const char *path) {
  int file = open(path, 0x80000 /* O_RDONLY | O_CLOEXEC */);
  if (file < 0)
    return NULL;
  long bytes = lseek(file, 0, 2 /* SEEK_END */), used = 0;
  lseek(file, 0, 0 /* SEEK_SET */);
  AnswerFile *found = bytes > (long)sizeof *found + answers.key_bytes ? malloc(bytes) : NULL;
  for (long got; found && used < bytes && (got = read(file, (char *)found + used, bytes - used)) > 0;)
    used += got;
  close(file);
  if (found && used == bytes && is_whole(found, bytes))
    return found;
  free(found);
  return NULL;
}

/* Makes the handles of the platform and its devices, which are the first ones, before there is Java. */
static int make_region(void) {
  if (!handles) {
    char *region = mmap(NULL, handle_bytes, 3 /* read, write */, 0x4022 /* private, anonymous, no reserve */, -1, 0);
    if (region == (void *)-1)
      return 0;
    for (int i = 0; i < PLACES; i++)
      *(const void **)(region + 16 * i) = dispatch;
    handles = region;
  }
  return 1;
}

static void find_answers(void) {
  static const char *const without[] = {"BARNACLE_BUILT_IN_KERNELS"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    const char *value = getenv(without[i]);
    if (value && *value)
      return; /* there may be others at any time where it says */
  }
  char *text = is_limited() || has_jvm() || !make_region() ? NULL : add_settings();
  if (!text)
    return;
  free(text);
  const char *folder = places.looked_for_start ? places.start : here();
  if (folder) /* what was used last is kept longest (Java's StartFolders) */
    syscall(SYS_utimensat, -100 /* AT_FDCWD */, folder, NULL, 0);
  for (char **variable = environ; *variable; variable++)
    if (!strncmp(*variable, "BARNACLE_", 9))
      add_text(*variable);
  add_processors();
  add_groups();
  add_file("/etc/machine-id");
  long pages = sysconf(85 /* _SC_PHYS_PAGES */);
  add_key(&pages, sizeof pages);
  char name[64];
  snprintf(name, sizeof name, "/answers-%016lx", hash_of(answers.key, answers.key_bytes));
  char *path = cat(folder, name);
  answers.file = path ? read_answers(path) : NULL;
  if (!answers.file && folder && !access(folder, 2 /* W_OK */))
    answers.path = path;
  SAY("answers to queries: %s\n", answers.file ? "known" : "not known yet");
}

/* ---- Answering ---- */

static long place_of(long handle) {
  long offset = handle - (long)handles;
  return offset >= 0 && offset < 16 * PLACES && offset % 16 == 0 ? offset / 16 : -1;
}

static const Answer *find_answer(long entry, long place, long parameter) {
  const Answer *list = (const Answer *)((const char *)answers.file + answers.file->answers_at);
  for (long i = 0; i < answers.file->count; i++)
    if (list[i].entry == entry && list[i].place == place && list[i].parameter == parameter)
      return &list[i];
  return NULL;
}

static void copy_answer(const Answer *answer, char *to, long count) {
  const char *bytes = (const char *)answers.file + answer->offset;
  if (answer->kind == BYTES)
    memcpy(to, bytes, count);
  else
    for (long i = 0; i < count / 8; i++)
      ((long *)to)[i] = (long)handles + 16 * ((const long *)bytes)[i];
}

static int answer_info(int index, long *registers, long *result) {
  long place = place_of(argument(registers, 0));
  const Answer *answer =
      place < 0 ? NULL : find_answer(index, place, (unsigned)argument(registers, 1));
  unsigned long size = argument(registers, 2);
  char *value = (char *)argument(registers, 3);
  long *size_returned = (long *)argument(registers, 4);
  if (!answer || (value && size < (unsigned long)answer->bytes))
    return 0;
  if (size_returned)
    *size_returned = answer->bytes;
  if (value)
    copy_answer(answer, value, answer->bytes);
  *result = 0;
  return 1;
}

static int answer_platforms(long *registers, long *result) {
  unsigned entries = (unsigned)argument(registers, 0), *count = (unsigned *)argument(registers, 2);
  long *platforms = (long *)argument(registers, 1);
  if ((!entries && platforms) || (!platforms && !count))
    return 0;
  if (platforms)
    *platforms = (long)handles + 16 * PLATFORM_PLACE;
  if (count)
    *count = 1;
  *result = 0;
  return 1;
}

static int answer_devices(long *registers, long *result) {
  const Answer *answer = place_of(argument(registers, 0)) != PLATFORM_PLACE
                             ? NULL
                             : find_answer(ENTRY_clGetDeviceIDs, PLATFORM_PLACE, argument(registers, 1));
  unsigned entries = (unsigned)argument(registers, 2), *count = (unsigned *)argument(registers, 4);
  long *devices = (long *)argument(registers, 3);
  if (!answer || (!entries && devices) || (!devices && !count))
    return 0;
  long found = answer->bytes / 8;
  if (devices)
    copy_answer(answer, (char *)devices, 8 * (found < entries ? found : entries));
  if (count)
    *count = (unsigned)found;
  *result = found ? 0 : -1 /* CL_DEVICE_NOT_FOUND */;
  return 1;
}

static int answer_function(const char *name, long *result) {
  if (!name)
    return 0;
  *result = 0;
  for (int i = 0; i < entry_count; i++)
    if (!strcmp(names[i], name) && find_answer(ENTRY_clGetExtensionFunctionAddress, PLATFORM_PLACE, i))
      *result = (long)dispatch[i];
  return 1;
}

/* Returns whether a call needs no Java, as its answer is known. */
static int is_known(int index, long *registers, long *result) {
  if (!answers.file)
    return 0;
  switch (index) {
  case ENTRY_clGetPlatformIDs:
  case ENTRY_clIcdGetPlatformIDsKHR:
    return answer_platforms(registers, result);
  case ENTRY_clGetDeviceIDs:
    return answer_devices(registers, result);
  case ENTRY_clGetPlatformInfo:
  case ENTRY_clGetDeviceInfo:
    return answer_info(index, registers, result);
  case ENTRY_clGetExtensionFunctionAddress:
    return answer_function((const char *)argument(registers, 0), result);
  case ENTRY_clGetExtensionFunctionAddressForPlatform:
    return place_of(argument(registers, 0)) == PLATFORM_PLACE &&
           answer_function((const char *)argument(registers, 1), result);
  default:
    return 0;
  }
}
