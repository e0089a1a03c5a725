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

/* How many launches that have not ended use an object; Java keeps it so long (`Uses`, in Java). */
typedef struct {
  long count;  /* atomic */
  long handle; /* of an object that is to go with its last use; 0 for none; atomic */
} Uses;

enum { IMMUTABLE = 1, NO_HOST_READ = 2, NO_HOST_WRITE = 4 };
typedef struct {
  Record head;
  char *memory;
  long bytes;
  long flags;
  Uses uses;
} Buffer;
_Static_assert(__builtin_offsetof(Buffer, uses) == 40, "as BufferRecord, in Java, has it");

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
  long is_valid; /* atomic */
  long number;   /* from 1 on, of the plans of its kernel */
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
  long launches, nanos;           /* that Java has not been told of; atomic */
  long launch_limit, nanos_limit; /* when it is to be told; atomic */
  long fault[4];                  /* of a work-group that could not go on, and its id; telling_lock */
};
_Static_assert(sizeof(Plan) == 51 * 8 && __builtin_offsetof(Plan, launches) == 43 * 8, "as PlanRecord, in Java, has it");

typedef struct {
  Record head;
  long count; /* of its parameters; at most 64 */
  long constant_bytes; /* what an argument in constant memory may surely have */
  unsigned long changed; /* arguments that Java does not know yet, a bit each */
  unsigned long known;   /* arguments that are set and known here */
  Plan *plans;
  unsigned long latest; /* the number of the plan that fits the arguments as they are, but for integers, and the epoch in
                         * which it did, as one word: threads may launch at once; atomic */
  Uses uses;    /* launches that have not ended */
  long is_expected; /* a launch has been given to Java, which may make a plan of it when it has ended */
  Parameter parameters[];
} Kernel;
_Static_assert(__builtin_offsetof(Kernel, uses) == 64 && __builtin_offsetof(Kernel, parameters) == 88, "as KernelRecord, in Java, has it");

typedef struct Launch Launch;
typedef struct Chunk Chunk;
typedef struct Queue Queue;
struct Queue {
  Record head;
  long is_busy; /* Java has commands of it that have not ended; atomic */
  long keeps_times; /* of its events (CL_QUEUE_PROFILING_ENABLE) */
  /* The rest is the shim's; changed under the queue's lock where nothing else is said. */
  int lock;
  int entries;   /* calls on their way through Java that may give it commands */
  int is_running; /* a thread runs its launches */
  int is_offered; /* queues_lock; read by others */
  Queue *next;   /* of all queues; set once under queues_lock */
  Queue *next_offered; /* queues_lock */
  int is_listed; /* queues_lock */
  int progress;  /* a futex, which changes when `ended` has come to `wanted`, or nobody runs them any more */
  int waiters;
  long handle;
  Launch *first, *last;
  long count;
  double nanos; /* of what waits, as far as it is known */
  Chunk *chunk, *spare; /* memory of launches */
  long enqueued, ended; /* launches so far: the number of the latest one, and of the latest that has ended */
  long wanted;          /* the first number that somebody waits for */
};
_Static_assert(sizeof(Queue) <= 256, "as QueueRecord, in Java, has it");

/* Positions in Box.info, which Java sets. */
static struct {
  long global_size, offset, num_groups, box_size, length;
} info_at;
