/*
 * Makes a clang that has been loaded serve many compilations: preloaded (LD_PRELOAD) into clang, it
 * stops where main would begin, and goes on from there in a forked child for each request. Finding,
 * mapping and relocating clang's libraries takes longer than compiling most kernels.
 *
 * The server connects to the Unix socket that BARNACLE_CLANG_SERVER names. A request is a length (4 bytes, host order)
 * and so many bytes: the folder to run in and all arguments, the program's name first, each ended by a zero byte.
 * The answer is frames of a kind (1 byte), a length (4 bytes) and so many bytes: 'o' standard output, 'e' standard error,
 * and at the end 's', the exit status (4 bytes). The server ends, and its child with it, when the socket is
 * closed, and when nobody has asked for anything for a while.
 *
 * Compiled by Barnacle's own clang, on machines without C headers: all is declared here.
 */
typedef unsigned long size_t;
#define NULL ((void *)0)

extern char **environ;
extern void *dlsym(void *, const char *);
extern char *getenv(const char *);
extern int unsetenv(const char *);
extern size_t strlen(const char *);
extern void *memcpy(void *, const void *, size_t);
extern void *malloc(size_t);
extern void free(void *);
extern int socket(int, int, int);
extern int connect(int, const void *, unsigned);
extern long read(int, void *, size_t);
extern long send(int, const void *, size_t, int);
extern int open(const char *, int, ...);
extern int close(int);
extern int dup2(int, int);
extern int pipe(int *);
extern int chdir(const char *);
extern int fork(void);
extern int setsid(void);
extern int kill(int, int);
extern int waitpid(int, int *, int);
extern void _exit(int) __attribute__((noreturn));
struct pollfd {
  int fd;
  short events, revents;
};
extern int poll(struct pollfd *, unsigned long, int);

#define RTLD_NEXT ((void *)-1L)
#define AF_UNIX 1
#define SOCK_STREAM 1
#define SOCK_CLOEXEC 02000000
#define MSG_NOSIGNAL 0x4000
#define POLLIN 1
#define SIGKILL 9
#define IDLE_MILLISECONDS 20000
#define MOST_BYTES (1 << 24)

typedef int Main(int, char **, char **);
typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static int client;

static int receive(void *into, size_t count) {
  char *at = into;
  while (count > 0) {
    long got = read(client, at, count);
    if (got <= 0)
      return 0;
    at += got;
    count -= got;
  }
  return 1;
}

/* A server that cannot answer any more ends. */
static void put(const void *from, size_t count) {
  const char *at = from;
  while (count > 0) {
    long sent = send(client, at, count, MSG_NOSIGNAL);
    if (sent <= 0)
      _exit(1);
    at += sent;
    count -= sent;
  }
}

static void frame(char kind, const void *from, unsigned count) {
  put(&kind, 1);
  put(&count, 4);
  put(from, count);
}

/* Hands on what the child writes, until it has closed both; kills it when the client has gone. */
static void relay(int child, int out, int err) {
  static char buffer[65536];
  struct pollfd all[3] = {{out, POLLIN, 0}, {err, POLLIN, 0}, {client, POLLIN, 0}};
  while (all[0].fd >= 0 || all[1].fd >= 0) {
    if (poll(all, 3, -1) < 0)
      continue;
    if (all[2].revents) {
      kill(child, SIGKILL);
      _exit(0);
    }
    for (int i = 0; i < 2; i++) {
      if (all[i].fd < 0 || !all[i].revents)
        continue;
      long got = read(all[i].fd, buffer, sizeof buffer);
      if (got > 0) {
        frame(i ? 'e' : 'o', buffer, (unsigned)got);
      } else {
        close(all[i].fd);
        all[i].fd = -1;
      }
    }
  }
}

static void move(int from, int to) {
  if (from != to) {
    dup2(from, to);
    close(from);
  }
}

/* In the child: the arguments, and the environment behind them as main expects it. */
static char **arguments(char *text, size_t size, int *count) {
  int total = 0, variables = 0;
  for (size_t i = 0; i < size; i++)
    total += text[i] == 0;
  while (environ[variables])
    variables++;
  char **all = malloc((total + variables + 2) * sizeof(char *));
  char *at = text;
  for (int i = 0; i < total; i++) {
    all[i] = at;
    at += strlen(at) + 1;
  }
  all[total] = NULL;
  memcpy(all + total + 1, environ, (variables + 1) * sizeof(char *));
  *count = total;
  return all;
}

/* Returns in each child, with what main gets; never in the server. */
static char **serve(int *count) {
  for (;;) {
    struct pollfd request = {client, POLLIN, 0};
    if (poll(&request, 1, IDLE_MILLISECONDS) == 0)
      _exit(0);
    unsigned size;
    if (!receive(&size, 4) || size == 0 || size > MOST_BYTES)
      _exit(0);
    char *text = malloc(size + 1);
    if (!text || !receive(text, size))
      _exit(0);
    text[size - 1] = 0;
    int out[2], err[2], status = -1;
    if (pipe(out) || pipe(err))
      _exit(1);
    int child = fork();
    if (child < 0)
      _exit(1);
    if (child == 0) {
      close(client);
      close(out[0]);
      close(err[0]);
      move(open("/dev/null", 0), 0);
      move(out[1], 1);
      move(err[1], 2);
      size_t folder = strlen(text) + 1;
      if (folder >= size || chdir(text))
        _exit(126);
      return arguments(text + folder, size - folder, count);
    }
    close(out[1]);
    close(err[1]);
    free(text);
    relay(child, out[0], err[0]);
    waitpid(child, &status, 0);
    /* As a shell counts: 128 and the number of the signal that ended it. */
    int result = (status & 127) ? 128 + (status & 127) : (status >> 8) & 255;
    frame('s', &result, 4);
  }
}

static int dial(const char *path) {
  struct {
    unsigned short family;
    char path[108];
  } address = {AF_UNIX, {0}};
  size_t length = strlen(path);
  if (length >= sizeof address.path)
    return -1;
  memcpy(address.path, path, length);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, &address, sizeof address))
    return -1;
  return connection;
}

int __libc_start_main(Main *main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
  Start *start = (Start *)dlsym(RTLD_NEXT, "__libc_start_main");
  const char *path = getenv("BARNACLE_CLANG_SERVER");
  if (path) {
    client = dial(path);
    if (client < 0)
      _exit(1);
    /* No child of the program that uses Barnacle, which may wait for all of its own. */
    int server = fork();
    if (server)
      _exit(server < 0);
    setsid();
    /* Over the standard streams, so that no child's are mixed up with it. */
    int moved = client;
    while (moved <= 2)
      moved = dup2(moved, 3);
    client = moved;
    unsetenv("BARNACLE_CLANG_SERVER");
    unsetenv("LD_PRELOAD");
    for (int i = 0; i <= 2; i++)
      move(open("/dev/null", 2), i);
    argv = serve(&argc);
  }
  return start(main, argc, argv, init, fini, rtld_fini, stack_end);
}
