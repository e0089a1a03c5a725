/* What the programs use of the C library: there are no headers where they are compiled. 64-bit Linux. */
typedef unsigned long size_t;
typedef unsigned int uint;
typedef unsigned long ulong;
#define NULL ((void *)0)

extern int printf(const char *, ...) __attribute__((format(printf, 1, 2)));
extern int snprintf(char *, size_t, const char *, ...) __attribute__((format(printf, 3, 4)));
extern int fflush(void *);
extern void *malloc(size_t);
extern void free(void *);
extern int atoi(const char *);
extern long atol(const char *);
extern int strcmp(const char *, const char *);
extern char *strrchr(const char *, int);
extern char *strtok(char *, const char *);
extern char *strerror(int);
extern int open(const char *, int, ...);
extern long read(int, void *, size_t);
extern int close(int);
extern void *opendir(const char *);
extern int closedir(void *);
struct dirent {
  ulong inode;
  long offset;
  unsigned short length;
  unsigned char type;
  char name[256];
};
extern struct dirent *readdir(void *);
extern int fork(void);
extern int execv(const char *, char *const *);
extern int waitpid(int, int *, int);
extern int getpid(void);
extern int getppid(void);
extern int usleep(unsigned);
extern int prctl(int, ...);
extern int *__errno_location(void);
extern void exit(int) __attribute__((noreturn));
extern void _exit(int) __attribute__((noreturn));
extern void *dlopen(const char *, int);
extern void *dlsym(void *, const char *);
extern char *dlerror(void);
struct timespec {
  long seconds, nanoseconds;
};
extern int clock_gettime(int, struct timespec *);
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
struct rusage {
  long user[2], system[2], others[14]; /* seconds and microseconds */
};
extern int getrusage(int, struct rusage *);
#define RUSAGE_CHILDREN (-1)
extern long sysconf(int);
#define SC_CLK_TCK 2
