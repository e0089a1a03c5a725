/*
 * One platform for each loader, however often it finds this driver: in two files of
 * /etc/OpenCL/vendors, by a variable as well, or as copies (of two versions, say) in two places. Once
 * a loader has had the platform it gets none when it asks again. A program that asks by itself may do
 * so as often as it likes. A loader that was unloaded and comes again, perhaps to the same place, is
 * another one: the C library counts what was unloaded.
 */
#define MOST_LOADERS 16

typedef struct {
  unsigned long address;
  const char *name;
  const void *headers;
  unsigned short count;
  unsigned long long loaded, unloaded;
} Loaded; /* struct dl_phdr_info, up to where the counts end */

extern int dl_iterate_phdr(int (*)(Loaded *, size_t, void *), void *);

static struct {
  void *base;
  unsigned long long unloaded;
} loaders[MOST_LOADERS];
static int loader_count, loaders_lock;

__attribute__((visibility("default"))) const char barnacle_version[] = BARNACLE_VERSION;

/* Returns whether a loader has had this library's platform; other copies of the library ask too. */
__attribute__((visibility("default"))) int barnacle_gave(void *base, unsigned long long unloaded) {
  int gave = 0;
  lock(&loaders_lock);
  for (int i = 0; i < loader_count; i++)
    gave |= loaders[i].base == base && loaders[i].unloaded == unloaded;
  unlock(&loaders_lock);
  return gave;
}

static void give_to(void *base, unsigned long long unloaded) {
  lock(&loaders_lock);
  loaders[loader_count % MOST_LOADERS].base = base;
  loaders[loader_count % MOST_LOADERS].unloaded = unloaded;
  if (loader_count < MOST_LOADERS)
    loader_count++;
  unlock(&loaders_lock);
}

typedef struct {
  void *base;
  unsigned long long unloaded;
  int gave;
  char version[64], name[1024];
} Search;

static int count_unloaded(Loaded *loaded, size_t size, void *to) {
  *(unsigned long long *)to = size >= sizeof *loaded ? loaded->unloaded : 0;
  return 1;
}

static int is_copy(const char *name) {
  size_t length = strlen(name), end = strlen(LIBRARY_NAME);
  return length > end && !strcmp(name + length - end, LIBRARY_NAME);
}

static int list_copies(Loaded *loaded, size_t size, void *to) {
  char **list = to;
  for (int i = 0; i < MOST_LOADERS && loaded->name && is_copy(loaded->name); i++)
    if (!list[i]) {
      list[i] = cat(loaded->name, "");
      break;
    }
  return 0;
}

static void ask_copy(const char *name, Search *search) {
  void *library = dlopen(name, 6 /* RTLD_NOW | RTLD_NOLOAD */);
  int (*gave)(void *, unsigned long long) = library ? dlsym(library, "barnacle_gave") : NULL;
  const char *version = library ? dlsym(library, "barnacle_version") : NULL;
  if (gave && gave != barnacle_gave && gave(search->base, search->unloaded)) {
    search->gave = 1;
    snprintf(search->version, sizeof search->version, "%s", version ? version : "unknown");
    snprintf(search->name, sizeof search->name, "%s", name);
  }
}

static void ask_copies(Search *search) {
  char *list[MOST_LOADERS] = {NULL}; /* the C library's lock is not to be held meanwhile */
  dl_iterate_phdr(list_copies, list);
  for (int i = 0; i < MOST_LOADERS && list[i]; i++) {
    if (!search->gave)
      ask_copy(list[i], search);
    free(list[i]);
  }
}

/* Returns the start of the loader that a call comes from; null where it is no loader. */
static void *loader_of(void *caller) {
  Dl_info of, found;
  if (!dladdr(caller, &of) || !of.file)
    return NULL;
  void *library = dlopen(of.file, 6 /* RTLD_NOW | RTLD_NOLOAD */);
  void *own = library ? dlsym(library, "clGetPlatformIDs") : NULL;
  return own && own != (void *)clGetPlatformIDs && dladdr(own, &found) && found.base == of.base ? of.base : NULL;
}

static void say_of_copy(const Search *search) {
  if (strcmp(search->version, barnacle_version))
    dprintf(2, "barnacle: version %s (%s) is in use; version %s (%s), which is registered too, is passed over\n",
            search->version, search->name, barnacle_version, here() ? places.library : "");
}

/*
 * Returns whether a call of clIcdGetPlatformIDsKHR is of a loader that has had the platform. It asks
 * how many there are, and then for them.
 */
static int was_given(int index, long *registers) {
  if (index != ENTRY_clIcdGetPlatformIDsKHR)
    return 0;
  Search search = {loader_of((void *)registers[CALLER_AT])};
  if (!search.base)
    return 0;
  dl_iterate_phdr(count_unloaded, &search.unloaded);
  if (barnacle_gave(search.base, search.unloaded))
    return 1;
  ask_copies(&search);
  if (search.gave)
    say_of_copy(&search);
  else if (argument(registers, 1))
    give_to(search.base, search.unloaded);
  return search.gave;
}

/* What each loader asks first; it is answered without a JVM, as there may be nothing more to do. */
static int is_for_loader(int index, long *registers, long *result) {
  const char *name = (const char *)argument(registers, 0);
  if (index != ENTRY_clGetExtensionFunctionAddress || !name || strcmp(name, "clIcdGetPlatformIDsKHR"))
    return 0;
  *result = (long)dispatch[ENTRY_clIcdGetPlatformIDsKHR];
  return 1;
}
