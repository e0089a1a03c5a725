/*
 * What the shim knows of Java's objects, so that common calls need not enter Java: a record for each
 * kernel, buffer and in-order queue, to which the second word of its handle points. Java makes and
 * fills them (`icd.internal.record`, which has the same layouts); all fields are words.
 */
enum { BUFFER = 1, KERNEL, QUEUE };

typedef struct {
  long kind;    /* 0 when its object is gone */
  long context; /* the handle of its context */
} Record;

enum { IMMUTABLE = 1, NO_HOST_READ = 2, NO_HOST_WRITE = 4 };
typedef struct {
  Record head;
  char *memory;
  long bytes;
  long flags;
} Buffer;

/* How an argument is set: of the other kinds Java alone knows. */
enum { UNKNOWN, VALUE, GLOBAL, CONSTANT, LOCAL };
typedef struct {
  long kind;
  long is_const;
  long bytes;  /* of a value */
  char *value; /* or 8 bytes: the handle of a buffer, the size of local memory */
} Parameter;

typedef struct {
  long index;
  long value; /* read as signed */
} Known;

typedef struct {
  char *kernel;
  long *info;
  long groups;
  double nanos; /* of a group; 0 where nobody knows */
} Box;

typedef struct {
  long offset, bytes;
  long bit; /* in `disjoint` */
} Slot;

/* How launches of a kernel are run: `NativePlan` of Java's. */
typedef struct Plan Plan;
struct Plan {
  Plan *next;
  long is_valid;
  long dimensions, any_global, has_local;
  long global[3], local[3], offset[3];
  long most_end; /* of global ids */
  char *enter;   /* null where kernels are called themselves */
  char *slots;
  long slot_count, slot_bytes, kernel_at, words_at, words, word_bytes;
  char *block;
  long block_bytes;
  long is_small, small_bytes, is_aligned, alignment, disjoint;
  long known_count;
  Known *known;
  long arena_bytes, margin, fault_at, end_at, end, slot_at;
  long threads;
  long box_count;
  Box *boxes;
  Slot *parameters;
  long launches, nanos;           /* that Java has not been told of */
  long launch_limit, nanos_limit; /* when it is to be told */
  long fault[4];                  /* of a work-group that could not go on, and its id */
};
_Static_assert(sizeof(Plan) == 50 * 8 && __builtin_offsetof(Plan, launches) == 42 * 8, "as PlanRecord, in Java, has it");

typedef struct {
  Record head;
  long count; /* of its parameters; at most 64 */
  long constant_bytes; /* what an argument in constant memory may surely have */
  unsigned long changed; /* arguments that Java does not know yet, a bit each */
  unsigned long known;   /* arguments that are set and known here */
  Plan *plans;
  Plan *latest; /* the one that fits the arguments as they are, but for integers */
  long epoch;   /* in which it did: buffers may have gone since */
  long is_expected; /* a launch has been given to Java, which may make a plan of it when it has ended */
  Parameter parameters[];
} Kernel;
_Static_assert(__builtin_offsetof(Kernel, is_expected) == 72 && __builtin_offsetof(Kernel, parameters) == 80, "as KernelRecord, in Java, has it");

typedef struct Launch Launch;
typedef struct Queue Queue;
struct Queue {
  Record head;
  long is_busy; /* Java has commands of it that have not ended */
  long keeps_times; /* of its events (CL_QUEUE_PROFILING_ENABLE) */
  /* The rest is the shim's. */
  int lock;
  int entries;   /* calls on their way through Java that may give it commands */
  int is_running; /* a thread runs its launches, and changes this under the lock */
  int is_offered;
  Queue *next;   /* of all queues */
  Queue *next_offered;
  int is_listed;
  Launch *first, *last;
  long count;
  double nanos; /* of what waits, as far as it is known */
  char *memory; /* of launches; those that wait are between `begin` and `end` */
  long used;
};

/* Positions in Box.info, which Java sets. */
static struct {
  long global_size, offset, num_groups, box_size, length;
} info_at;
