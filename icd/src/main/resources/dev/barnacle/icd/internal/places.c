/*
 * Where things are: what was installed, which is found from this library's own file and may be moved
 * and read-only, and what is made on this machine, which lies in Barnacle's cache folder (Java's
 * CacheDirectory) in a folder of the build and of where it was installed.
 */
#define CONF "barnacle-icd.conf"
#define LIBRARY_NAME "libbarnacle-icd.so"

static struct {
  char *library, *here; /* this library and its folder, without links; null where that is unknown */
  char *start;          /* the folder for a fast start; null where there can be none */
  int looked_for_start;
} places;

static char *cat(const char *first, const char *second) { return first ? join(first, strlen(first), second) : NULL; }

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


static const char *here(void) {
  Dl_info self;
  char *path = places.here ? NULL : malloc(4096 /* PATH_MAX; the older realpath() takes no null */);
  if (path && dladdr(&places, &self) && (places.library = realpath(self.file, path))) {
    char *slash = strrchr(places.library, '/');
    places.here = join(places.library, slash - places.library, "");
  }
  return places.here;
}

static unsigned long hash_on(unsigned long hash, const char *bytes, long count) { /* FNV-1a */
  for (long i = 0; i < count; i++)
    hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001b3UL;
  return hash;
}

static unsigned long hash_of(const char *bytes, long count) { return hash_on(0xcbf29ce484222325UL, bytes, count); }

/* ---- The cache folder ---- */

/* Makes a folder and those above it, and returns whether files can be made there. */
static int make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0777);
    *slash = '/';
  }
  mkdir(path, 0777);
  return !access(path, 3 /* W_OK | X_OK */);
}

/* A folder of this user's own where all may write, as Java's PrivateFolder has it. */
static char *private_folder(const char *place) {
  char name[32];
  struct {
    unsigned mask, block;
    unsigned long attributes;
    unsigned links, user, group;
    unsigned short mode;
    char rest[256];
  } status = {0}; /* struct statx */
  snprintf(name, sizeof name, "/barnacle-%u", (unsigned)getuid());
  char *folder = cat(place, name);
  if (folder && (!mkdir(folder, 0700) ||
                 (!syscall(SYS_statx, -100 /* AT_FDCWD */, folder, 0x100 /* no link */, 0x7ff, &status) &&
                  status.user == (unsigned)getuid() && status.mode == 040700)))
    return folder;
  free(folder);
  return NULL;
}

static char *absolute(const char *name) {
  char *value = getenv(name);
  return value && *value == '/' ? value : NULL;
}

static char *cache_folder(void) {
  const char *own = getenv("BARNACLE_CACHE");
  if (own && *own) {
    char *wanted = cat(own, "");
    return wanted && make_folders(wanted) ? wanted : NULL;
  }
  char *usual = absolute("XDG_CACHE_HOME") ? cat(absolute("XDG_CACHE_HOME"), "/barnacle")
                                           : cat(absolute("HOME"), "/.cache/barnacle");
  if (usual && make_folders(usual))
    return usual;
  free(usual);
  const char *const others[] = {absolute("TMPDIR"), "/tmp", "/var/tmp", "/dev/shm"};
  char *found = NULL;
  for (size_t i = 0; !found && i < sizeof others / sizeof *others; i++)
    found = others[i] ? private_folder(others[i]) : NULL;
  return found;
}

/* Returns the folder for a fast start of this build from where it is, made if need be, or null. */
static const char *start_folder(void) {
  if (places.looked_for_start || !here())
    return places.start;
  places.looked_for_start = 1;
  char *path = cat(here(), "/build.id");
  char *build = path ? read_file(path) : NULL;
  char *cache = build ? cache_folder() : NULL;
  if (cache) {
    char *line = strchr(build, '\n'), *named, *folder;
    if (line)
      *line = 0;
    named = cat(cache, "/start/");
    named = cat(named, build);
    folder = cat(named, places.here);
    if (folder && make_folders(folder))
      places.start = folder;
  }
  free(path);
  free(build);
  free(cache);
  return places.start;
}

/* ---- The text beside the library ---- */

/* Returns a text with a value in the place of each mark. */
static char *replace(const char *text, const char *mark, const char *value) {
  size_t count = 0, length = strlen(mark), used = 0;
  for (const char *p = strstr(text, mark); p; p = strstr(p + length, mark))
    count++;
  char *all = malloc(strlen(text) + count * strlen(value) + 1);
  for (const char *next; all; text = next + length) {
    next = strstr(text, mark);
    size_t part = next ? (size_t)(next - text) : strlen(text);
    memcpy(all + used, text, part);
    used += part;
    all[used] = 0;
    if (!next)
      return all;
    memcpy(all + used, value, strlen(value));
    used += strlen(value);
  }
  return all;
}

#define START "${start}"

/* Returns what the text says with paths of this machine in it, or null where there is none. */
static char *read_conf(void) {
  char *path = cat(here(), "/" CONF);
  char *text = path ? read_file(path) : NULL;
  free(path);
  if (!text)
    return NULL;
  char *placed = replace(text, "${here}", places.here);
  const char *start = strstr(text, START) ? start_folder() : "";
  char *all = placed ? replace(placed, START, start ? start : "/nonexistent") : NULL;
  free(text);
  free(placed);
  return all;
}
