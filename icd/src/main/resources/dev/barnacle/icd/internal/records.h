/*
 * What the shim knows of Java's objects, so that common calls need not enter Java: a record for each
 * kernel, buffer and in-order queue, to which the second word of its handle points. Java makes and
 * fills them, and says which fields they have: `icd.internal.record`, of which `layouts.h` is made
 * (RecordHeader). All fields are words.
 */
#include "layouts.h"
typedef struct {
  RECORD_FIELDS
} Record;

/* How many launches that have not ended use an object; Java keeps it so long. Atomic. */
typedef struct {
  USES_FIELDS
} Uses;

typedef struct {
  BUFFER_FIELDS
} Buffer;

typedef struct {
  KNOWN_FIELDS
} Known;

typedef struct {
  BOX_FIELDS
} Box;

typedef struct {
  SLOT_FIELDS
} Slot;

/* How launches of a kernel are run: `NativePlan` of Java's. */
typedef struct Plan Plan;
struct Plan {
  PLAN_FIELDS
};

typedef struct {
  PARAMETER_FIELDS
} Parameter;

typedef struct {
  KERNEL_FIELDS
  Parameter parameters[];
} Kernel;
_Static_assert(sizeof(Buffer) == BUFFER_BYTES && sizeof(Plan) == PLAN_BYTES && sizeof(Kernel) == KERNEL_BYTES &&
                   sizeof(Parameter) == PARAMETER_BYTES && sizeof(Box) == BOX_BYTES,
               "all fields are words");

typedef struct Launch Launch;
typedef struct Chunk Chunk;
typedef struct Queue Queue;
struct Queue {
  QUEUE_FIELDS
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
  INFO_FIELDS
} info_at;
