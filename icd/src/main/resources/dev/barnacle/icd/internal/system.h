/*
 * What the shim uses of the C library and the kernel, declared here: it is compiled on machines
 * without C headers. Linux, x86-64 and AArch64.
 */
typedef unsigned long size_t;
#define NULL ((void *)0)
#define HIDDEN __attribute__((visibility("hidden")))
#define WEAK __attribute__((weak))

extern int dprintf(int, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
extern int open(const char *, int, ...);
extern long read(int, void *, size_t);
extern long write(int, const void *, size_t);
extern long lseek(int, long, int);
extern int close(int);
extern int access(const char *, int);
extern int mkdir(const char *, unsigned);
extern int unlink(const char *);
extern int rename(const char *, const char *);
extern int flock(int, int);
extern char *realpath(const char *, char *);
extern unsigned getuid(void);
extern unsigned long getauxval(unsigned long);
extern long readlink(const char *, char *, size_t);
extern int dup2(int, int);
extern int fcntl(int, int, ...);
extern int chdir(const char *);
extern char *getenv(const char *);
extern int unsetenv(const char *);
extern int setenv(const char *, const char *, int);
extern char **environ;
extern void *malloc(size_t);
extern void free(void *);
extern size_t strlen(const char *);
extern char *strchr(const char *, int);
extern char *strstr(const char *, const char *);
extern char *strrchr(const char *, int);
extern int strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern void *memset(void *, int, size_t);
extern void *memmove(void *, const void *, size_t);
extern int memcmp(const void *, const void *, size_t);
extern int clock_gettime(int, long *);
extern char *strerror(int);
extern char *setlocale(int, const char *);
extern int usleep(unsigned);
extern int sched_getcpu(void);
extern int sched_yield(void);
extern int pause(void);
extern int getpid(void);
extern int waitpid(int, int *, int);
extern int execve(const char *, char *const *, char *const *);
extern void _exit(int) __attribute__((noreturn));
extern int clone(int (*)(void *), void *, int, void *, ...);
extern long syscall(long, ...);
extern int *__errno_location(void);
extern void *mmap(void *, size_t, int, int, int, long);
extern int munmap(void *, size_t);
extern long sysconf(int);
extern WEAK int mallopt(int, int);
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern char *dlerror(void);
typedef struct {
  const char *file;
  void *base;
  const char *symbol;
  void *address;
} Dl_info;
extern int dladdr(const void *, Dl_info *);
extern int vdprintf(int, const char *, __builtin_va_list);
extern size_t fwrite(const void *, size_t, size_t, void *);
extern int fflush(void *);
extern void *stdout;
extern WEAK int __register_atfork(void (*)(void), void (*)(void), void (*)(void), void *);
extern WEAK int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
extern int __cxa_atexit(void (*)(void *), void *, void *);
HIDDEN void *__dso_handle = &__dso_handle;

/* Of signals, what faults need is in guard.c. */
#define SIGNALS 65
#define SIGKILL 9
#define SIGPIPE 13
#define SIGSTKFLT 16 /* which nothing on Linux ever sends */
#define SIGCHLD 17
#define SIGSTOP 19
#define SA_NOCLDSTOP 1
#define SA_RESTORER 0x04000000
#define SA_RESETHAND 0x80000000
#define BIT(signal) (1UL << ((signal)-1))
/* But for the two that the C library needs for itself (setuid on all threads, say). */
#define ALL_SIGNALS (~(BIT(32) | BIT(33)))
#define FAULT_SIGNALS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL))

struct rlimit {
  unsigned long soft, hard;
};
extern int getrlimit(int, struct rlimit *);
extern int setrlimit(int, const struct rlimit *);
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_NOFILE 7
#define RLIMIT_AS 9

#if defined(__x86_64__)
enum { SYS_rt_sigprocmask = 14, SYS_tgkill = 234, SYS_memfd_create = 319 };
enum { SYS_rt_sigtimedwait = 128, SYS_prctl = 157, SYS_statx = 332 };
enum { SYS_setsid = 112, SYS_utimensat = 280, SYS_rt_tgsigqueueinfo = 297 };
#define MASK_IN_CONTEXT 296 /* of a handler's third argument: the mask of the thread that it came to */
#elif defined(__aarch64__)
enum { SYS_rt_sigprocmask = 135, SYS_tgkill = 131, SYS_memfd_create = 279 };
enum { SYS_rt_sigtimedwait = 137, SYS_prctl = 167, SYS_statx = 291 };
enum { SYS_setsid = 157, SYS_utimensat = 88, SYS_rt_tgsigqueueinfo = 240 };
#define MASK_IN_CONTEXT 40
#else
#error "Barnacle's driver runs on x86-64 and AArch64"
#endif
enum { SYS_close_range = 436 };
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };

/* The calling thread's mask of blocked signals; returns what it was. */
static unsigned long set_mask(int how, unsigned long mask) {
  unsigned long old = 0;
  syscall(SYS_rt_sigprocmask, how, &mask, &old, sizeof mask);
  return old;
}

/* Whether BARNACLE_DEBUG is set: then what goes wrong is told on standard error. */
static int debug;
#define SAY(...) (debug ? (void)dprintf(2, "barnacle: " __VA_ARGS__) : (void)0)
