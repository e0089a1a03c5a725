/* Calls that contradict themselves, overflow, reach beyond an object, or mix contexts; and a few
   that look like that and are right. Prints those whose code is not the specification's; with an
   argument all, to compare platforms. */
extern handle clCreateSubBuffer(handle, unsigned long, unsigned, const void *, int *);
extern handle clCreateImage(handle, unsigned long, const void *, const void *, void *, int *);
extern handle clCreateImage2D(handle, unsigned long, const void *, size_t, size_t, size_t, void *,
                              int *);
extern handle clCreateImage3D(handle, unsigned long, const void *, size_t, size_t, size_t, size_t,
                              size_t, void *, int *);
extern handle clCreateSampler(handle, unsigned, unsigned, unsigned, int *);
extern handle clCreateSamplerWithProperties(handle, const long *, int *);
extern handle clCreateCommandQueueWithProperties(handle, handle, const long *, int *);
extern handle clCreateUserEvent(handle, int *);
extern int clSetUserEventStatus(handle, int);
extern int clGetSupportedImageFormats(handle, unsigned long, unsigned, unsigned, void *,
                                      unsigned *);
extern int clEnqueueWriteBuffer(handle, handle, unsigned, size_t, size_t, const void *, unsigned,
                                const handle *, handle *);
extern int clEnqueueCopyBuffer(handle, handle, handle, size_t, size_t, size_t, unsigned,
                               const handle *, handle *);
extern int clEnqueueFillBuffer(handle, handle, const void *, size_t, size_t, size_t, unsigned,
                               const handle *, handle *);
extern int clEnqueueReadBufferRect(handle, handle, unsigned, const size_t *, const size_t *,
                                   const size_t *, size_t, size_t, size_t, size_t, void *, unsigned,
                                   const handle *, handle *);
extern int clEnqueueWriteBufferRect(handle, handle, unsigned, const size_t *, const size_t *,
                                    const size_t *, size_t, size_t, size_t, size_t, const void *,
                                    unsigned, const handle *, handle *);
extern int clEnqueueCopyBufferRect(handle, handle, handle, const size_t *, const size_t *,
                                   const size_t *, size_t, size_t, size_t, size_t, unsigned,
                                   const handle *, handle *);
extern int clEnqueueReadImage(handle, handle, unsigned, const size_t *, const size_t *, size_t,
                              size_t, void *, unsigned, const handle *, handle *);
extern int clEnqueueWriteImage(handle, handle, unsigned, const size_t *, const size_t *, size_t,
                               size_t, const void *, unsigned, const handle *, handle *);
extern int clEnqueueCopyImage(handle, handle, handle, const size_t *, const size_t *,
                              const size_t *, unsigned, const handle *, handle *);
extern int clEnqueueCopyImageToBuffer(handle, handle, handle, const size_t *, const size_t *,
                                      size_t, unsigned, const handle *, handle *);
extern int clEnqueueCopyBufferToImage(handle, handle, handle, size_t, const size_t *,
                                      const size_t *, unsigned, const handle *, handle *);
extern int clEnqueueFillImage(handle, handle, const void *, const size_t *, const size_t *,
                              unsigned, const handle *, handle *);
extern void *clEnqueueMapImage(handle, handle, unsigned, unsigned long, const size_t *,
                               const size_t *, size_t *, size_t *, unsigned, const handle *,
                               handle *, int *);
extern int clEnqueueMigrateMemObjects(handle, unsigned, const handle *, unsigned long, unsigned,
                                      const handle *, handle *);
extern int clEnqueueMarkerWithWaitList(handle, unsigned, const handle *, handle *);
extern int clEnqueueBarrierWithWaitList(handle, unsigned, const handle *, handle *);
extern int clEnqueueWaitForEvents(handle, unsigned, const handle *);
extern int clWaitForEvents(unsigned, const handle *);
extern int clEnqueueNativeKernel(handle, void *, void *, size_t, unsigned, const handle *,
                                 const void **, unsigned, const handle *, handle *);
extern void *clSVMAlloc(handle, unsigned long, size_t, unsigned);
extern int clEnqueueSVMMemcpy(handle, unsigned, void *, const void *, size_t, unsigned,
                              const handle *, handle *);
extern int clEnqueueSVMMemFill(handle, void *, const void *, size_t, size_t, unsigned,
                               const handle *, handle *);
extern int clEnqueueSVMMap(handle, unsigned, unsigned long, void *, size_t, unsigned,
                           const handle *, handle *);
extern int clEnqueueSVMUnmap(handle, void *, unsigned, const handle *, handle *);
extern int clEnqueueSVMMigrateMem(handle, unsigned, const void **, const size_t *, unsigned long,
                                  unsigned, const handle *, handle *);
extern int clSetKernelArgSVMPointer(handle, unsigned, const void *);
extern int clSetKernelExecInfo(handle, unsigned, size_t, const void *);
extern int clCompileProgram(handle, unsigned, const handle *, const char *, unsigned,
                            const handle *, const char **, void *, void *);
extern handle clLinkProgram(handle, unsigned, const handle *, const char *, unsigned,
                            const handle *, void *, void *, int *);
extern handle clCreateContextFromType(const long *, unsigned long, void *, void *, int *);
extern int clCreateSubDevices(handle, const long *, unsigned, handle *, unsigned *);
extern int clSetEventCallback(handle, int, void *, void *);
extern int clSetMemObjectDestructorCallback(handle, void *, void *);

static int all;
static int error;
static int wrong;

static void told(int line, const char *call, int got, int wanted, int other) {
  int right = got == wanted || got == other;
  wrong += !right;
  if (all || !right)
    printf("%d: %s %d, not %d\n", line, call, got, wanted);
}

#define CODE(wanted, call) told(__LINE__, #call, call, wanted, wanted)
#define EITHER(wanted, other, call) told(__LINE__, #call, call, wanted, other)
#define MADE(wanted, call)                                                                         \
  do {                                                                                             \
    error = 12345;                                                                                 \
    (void)call;                                                                                    \
    told(__LINE__, #call, error, wanted, wanted);                                                  \
  } while (0)

enum {
  RW = 1, WO = 2, RO = 4, USE = 8, ALLOC = 16, COPY = 32, HOST_WO = 128, HOST_RO = 256,
  HOST_NO = 512, FINE = 1024, ATOMICS = 2048, BOTH = 4096,
  R = 0x10B0, A = 0x10B1, RG = 0x10B2, RGB = 0x10B4, RGBA = 0x10B5, BGRA = 0x10B6,
  DEPTH = 0x10BD, SRGBA = 0x10C1,
  UNORM8 = 0x10D2, UNORM16 = 0x10D3, SINT8 = 0x10D7, UINT8 = 0x10DA, FLOAT = 0x10DE,
  BUFFER = 0x10F0, PLANE = 0x10F1, SOLID = 0x10F2, PLANES = 0x10F3, LINE = 0x10F4, LINES = 0x10F5,
  TEXELS = 0x10F6,
  OK = 0, FAILED = -4, OVERLAP = -8, MISMATCH = -9, UNSUPPORTED = -10, MISALIGNED = -13,
  VALUE = -30, CONTEXT = -34, PROPERTIES = -35, HOST = -37, MEM = -38, FORMAT = -39, SIZE = -40,
  SAMPLER = -41, PROGRAM = -44, ARG_SIZE = -51, DIMENSION = -53, GROUP = -54, ITEM = -55,
  OFFSET = -56, WAIT_LIST = -57, EVENT = -58, OPERATION = -59, BUFFER_SIZE = -61,
  GLOBAL = -63, PROPERTY = -64, DESCRIPTOR = -65, PARTITION = -68, DEVICE = -33, ROOM = -5
};

#define HUGE ((size_t)-1)
#define HALF ((size_t)1 << 63)
#define NONE 0, NULL, NULL

struct shape {
  unsigned type;
  size_t width, height, depth, layers, row, slice;
  unsigned levels, samples;
  handle from;
};
struct format {
  unsigned order, type;
};

static handle context, other, queue, theirs;
static char host[1 << 16] __attribute__((aligned(128)));

static void flags(void) {
  static const unsigned long bad[] = {RW | RO, RW | WO, RO | WO, RW | RO | WO, HOST_WO | HOST_RO,
                                      HOST_WO | HOST_NO, HOST_RO | HOST_NO, 1 << 20, FINE, ATOMICS,
                                      RW | FINE | ATOMICS, HALF};
  struct format rgba = {RGBA, UNORM8};
  struct shape plane = {PLANE, 4, 4};
  for (int i = 0; i < sizeof bad / sizeof *bad; i++) {
    CODE(VALUE, clGetSupportedImageFormats(context, bad[i], PLANE, 0, NULL, NULL));
    MADE(VALUE, clCreateBuffer(context, bad[i], 64, NULL, &error));
    MADE(VALUE, clCreateImage(context, bad[i], &rgba, &plane, NULL, &error));
    MADE(VALUE, clCreateImage2D(context, bad[i], &rgba, 4, 4, 0, NULL, &error));
    MADE(VALUE, clCreateImage3D(context, bad[i], &rgba, 4, 4, 4, 0, 0, NULL, &error));
  }
  static const unsigned long placed[] = {USE | ALLOC, USE | COPY, USE | ALLOC | COPY};
  for (int i = 0; i < 3; i++) {
    CODE(VALUE, clGetSupportedImageFormats(context, placed[i], PLANE, 0, NULL, NULL));
    MADE(VALUE, clCreateBuffer(context, placed[i], 64, host, &error));
    MADE(VALUE, clCreateImage(context, placed[i], &rgba, &plane, host, &error));
  }
  CODE(VALUE, clGetSupportedImageFormats(context, BOTH | RO, PLANE, 0, NULL, NULL));
  CODE(VALUE, clGetSupportedImageFormats(context, BOTH | WO, PLANE, 0, NULL, NULL));
  CODE(VALUE, clGetSupportedImageFormats(context, RW, BUFFER, 0, NULL, NULL));
  CODE(OK, clGetSupportedImageFormats(context, BOTH, PLANE, 0, NULL, NULL));
  CODE(OK, clGetSupportedImageFormats(context, BOTH | RW, PLANE, 0, NULL, NULL));
  CODE(OK, clGetSupportedImageFormats(context, RW | ALLOC | COPY, SOLID, 0, NULL, NULL));
  CODE(OK, clGetSupportedImageFormats(context, RO | USE | HOST_RO, LINES, 0, NULL, NULL));
  CODE(OK, clGetSupportedImageFormats(context, 0, PLANE, 0, NULL, NULL));
  MADE(OK, clCreateBuffer(context, ALLOC | COPY | HOST_NO, 64, host, &error));
}

static void buffers(void) {
  static const size_t sizes[] = {0, HUGE, HUGE - 63, HALF, HALF - 1, HALF + 4096};
  for (int i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    MADE(BUFFER_SIZE, clCreateBuffer(context, RW, sizes[i], NULL, &error));
    MADE(BUFFER_SIZE, clCreateBuffer(context, USE, sizes[i], host, &error));
    MADE(BUFFER_SIZE, clCreateBuffer(context, COPY, sizes[i], host, &error));
  }
  MADE(HOST, clCreateBuffer(context, RW, 64, host, &error));
  MADE(HOST, clCreateBuffer(context, USE, 64, NULL, &error));
  MADE(HOST, clCreateBuffer(context, COPY, 64, NULL, &error));
  handle whole = clCreateBuffer(context, RW, 1024, NULL, &error);
  handle read = clCreateBuffer(context, RO | HOST_NO, 1024, NULL, &error);
  static const size_t regions[][2] = {{0, 1025}, {1024, 1}, {128, 1024 - 127}, {HUGE, 1},
                                      {HUGE - 127, 128}, {HUGE - 127, 256}, {128, HUGE - 127},
                                      {0, HUGE}, {0, HUGE - 63}, {128, HUGE - 63}, {HALF, HALF},
                                      {0, HALF}, {2048, HUGE - 1023}};
  for (int i = 0; i < sizeof regions / sizeof *regions; i++)
    MADE(VALUE, clCreateSubBuffer(whole, RW, 0x1220, regions[i], &error));
  size_t empty[] = {128, 0}, odd[] = {4, 16}, right[] = {128, 128};
  MADE(BUFFER_SIZE, clCreateSubBuffer(whole, RW, 0x1220, empty, &error));
  MADE(MISALIGNED, clCreateSubBuffer(whole, RW, 0x1220, odd, &error));
  MADE(VALUE, clCreateSubBuffer(whole, RW, 0x1221, right, &error));
  MADE(VALUE, clCreateSubBuffer(whole, RW, 0x1220, NULL, &error));
  MADE(VALUE, clCreateSubBuffer(whole, RO | WO, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(whole, HOST_RO | HOST_WO, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(whole, USE, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(whole, ALLOC, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(read, RW, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(read, WO, 0x1220, right, &error));
  MADE(VALUE, clCreateSubBuffer(read, HOST_RO, 0x1220, right, &error));
  handle part = clCreateSubBuffer(whole, RW, 0x1220, right, &error);
  MADE(MEM, clCreateSubBuffer(part, RW, 0x1220, right, &error));
}

static void transfers(void) {
  handle buffer = clCreateBuffer(context, RW, 1024, NULL, &error);
  handle second = clCreateBuffer(context, RW, 1024, NULL, &error);
  handle foreign = clCreateBuffer(other, RW, 1024, NULL, &error);
  handle closed = clCreateBuffer(context, HOST_NO, 1024, NULL, &error);
  static const size_t ranges[][2] = {{0, 1025}, {1024, 1}, {1, 1024}, {HUGE, 1}, {HUGE - 3, 8},
                                     {8, HUGE - 3}, {0, HUGE}, {HALF, HALF}, {0, HALF},
                                     {512, HALF}, {2048, HUGE - 1023}};
  int four = 4;
  for (int i = 0; i < sizeof ranges / sizeof *ranges; i++) {
    size_t at = ranges[i][0], size = ranges[i][1];
    CODE(VALUE, clEnqueueReadBuffer(queue, buffer, 1, at, size, host, NONE));
    CODE(VALUE, clEnqueueWriteBuffer(queue, buffer, 1, at, size, host, NONE));
    CODE(VALUE, clEnqueueCopyBuffer(queue, buffer, second, at, 0, size, NONE));
    CODE(VALUE, clEnqueueCopyBuffer(queue, buffer, second, 0, at, size, NONE));
    CODE(VALUE, clEnqueueFillBuffer(queue, buffer, &four, 1, at, size, NONE));
    MADE(VALUE, clEnqueueMapBuffer(queue, buffer, 1, 1, at, size, NONE, &error));
  }
  CODE(VALUE, clEnqueueReadBuffer(queue, buffer, 1, 0, 4, NULL, NONE));
  CODE(OPERATION, clEnqueueReadBuffer(queue, closed, 1, 0, 4, host, NONE));
  CODE(OPERATION, clEnqueueWriteBuffer(queue, closed, 1, 0, 4, host, NONE));
  MADE(OPERATION, clEnqueueMapBuffer(queue, closed, 1, 1, 0, 4, NONE, &error));
  MADE(VALUE, clEnqueueMapBuffer(queue, buffer, 1, 1 | 4, 0, 4, NONE, &error));
  MADE(VALUE, clEnqueueMapBuffer(queue, buffer, 1, 2 | 4, 0, 4, NONE, &error));
  MADE(VALUE, clEnqueueMapBuffer(queue, buffer, 1, 8, 0, 4, NONE, &error));
  static const size_t patterns[] = {0, 3, 256, HUGE, HALF, 12};
  for (int i = 0; i < sizeof patterns / sizeof *patterns; i++)
    CODE(VALUE, clEnqueueFillBuffer(queue, buffer, host, patterns[i], 0, 768, NONE));
  CODE(VALUE, clEnqueueFillBuffer(queue, buffer, &four, 4, 2, 8, NONE));
  CODE(VALUE, clEnqueueFillBuffer(queue, buffer, &four, 4, 0, 6, NONE));
  CODE(VALUE, clEnqueueFillBuffer(queue, buffer, NULL, 4, 0, 8, NONE));
  CODE(OVERLAP, clEnqueueCopyBuffer(queue, buffer, buffer, 0, 8, 16, NONE));
  CODE(CONTEXT, clEnqueueReadBuffer(queue, foreign, 1, 0, 4, host, NONE));
  CODE(CONTEXT, clEnqueueWriteBuffer(queue, foreign, 1, 0, 4, host, NONE));
  CODE(CONTEXT, clEnqueueCopyBuffer(queue, buffer, foreign, 0, 0, 4, NONE));
  CODE(CONTEXT, clEnqueueCopyBuffer(queue, foreign, buffer, 0, 0, 4, NONE));
  CODE(CONTEXT, clEnqueueFillBuffer(queue, foreign, &four, 4, 0, 4, NONE));
  MADE(CONTEXT, clEnqueueMapBuffer(queue, foreign, 1, 1, 0, 4, NONE, &error));
  CODE(CONTEXT, clEnqueueMigrateMemObjects(queue, 1, &foreign, 0, NONE));
  CODE(VALUE, clEnqueueMigrateMemObjects(queue, 1, &buffer, 4, NONE));
  CODE(VALUE, clEnqueueMigrateMemObjects(queue, 0, NULL, 0, NONE));
  handle strange = clCreateUserEvent(other, &error);
  CODE(CONTEXT, clEnqueueReadBuffer(queue, buffer, 0, 0, 4, host, 1, &strange, NULL));
  CODE(CONTEXT, clEnqueueFillBuffer(queue, buffer, &four, 4, 0, 4, 1, &strange, NULL));
  CODE(CONTEXT, clEnqueueMarkerWithWaitList(queue, 1, &strange, NULL));
  CODE(CONTEXT, clEnqueueBarrierWithWaitList(queue, 1, &strange, NULL));
  CODE(CONTEXT, clEnqueueWaitForEvents(queue, 1, &strange));
  CODE(WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 0, &strange, NULL));
  CODE(WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, NULL, NULL));
  CODE(WAIT_LIST, clEnqueueReadBuffer(queue, buffer, 1, 0, 4, host, 1, NULL, NULL));
  handle ours = clCreateUserEvent(context, &error), both[] = {ours, strange};
  clSetUserEventStatus(ours, 0);
  clSetUserEventStatus(strange, 0);
  CODE(CONTEXT, clWaitForEvents(2, both));
  CODE(OPERATION, clSetUserEventStatus(ours, 0));
  CODE(VALUE, clSetEventCallback(ours, 3, (void *)abort, NULL));
  CODE(VALUE, clSetEventCallback(ours, -1, (void *)abort, NULL));
}

static void rectangles(void) {
  handle buffer = clCreateBuffer(context, RW, 4096, NULL, &error);
  handle second = clCreateBuffer(context, RW, 4096, NULL, &error);
  size_t zero[3] = {0, 0, 0};
  static const struct {
    size_t origin[3], region[3], row, slice;
  } bad[] = {
      {{0, 0, 0}, {0, 1, 1}, 0, 0},          {{0, 0, 0}, {16, 0, 1}, 0, 0},
      {{0, 0, 0}, {16, 1, 0}, 0, 0},         {{0, 0, 0}, {16, 16, 17}, 0, 0},
      {{1, 0, 0}, {16, 16, 16}, 0, 0},       {{0, 1, 0}, {16, 16, 16}, 0, 0},
      {{0, 0, 1}, {16, 16, 16}, 0, 0},       {{0, 0, 0}, {16, 4, 4}, 15, 0},
      {{0, 0, 0}, {16, 4, 4}, 16, 63},       {{0, 0, 0}, {16, 4, 4}, HUGE, 0},
      {{0, 0, 0}, {16, 4, 4}, HALF, 0},      {{0, 0, 0}, {16, 4, 4}, 16, HUGE - 15},
      {{0, 0, 0}, {16, 4, 4}, HALF / 2, 0},  {{0, 0, 0}, {16, 4, 4}, 0, HALF},
      {{HUGE, 0, 0}, {16, 4, 4}, 0, 0},      {{0, HUGE, 0}, {16, 4, 4}, 0, 0},
      {{0, 0, HUGE}, {16, 4, 4}, 0, 0},      {{0, HALF / 8, 0}, {16, 4, 4}, 0, 0},
      {{0, 0, HALF / 32}, {16, 4, 4}, 0, 0}, {{HUGE - 15, 1, 0}, {16, 1, 1}, 16, 0},
      {{0, 0, 0}, {HUGE, 1, 1}, 0, 0},       {{0, 0, 0}, {16, HUGE, 1}, 0, 0},
      {{0, 0, 0}, {16, 1, HUGE}, 0, 0},      {{0, 0, 0}, {16, HALF / 8, 2}, 0, 0},
      {{0, 0, 0}, {16, 2, HALF / 16}, 0, 0}, {{0, 0, 0}, {HALF, 2, 1}, 0, 0},
  };
  for (int i = 0; i < sizeof bad / sizeof *bad; i++) {
    const size_t *o = bad[i].origin, *r = bad[i].region;
    size_t row = bad[i].row, slice = bad[i].slice;
    CODE(VALUE,
         clEnqueueReadBufferRect(queue, buffer, 1, o, zero, r, row, slice, 0, 0, host, NONE));
    CODE(VALUE,
         clEnqueueWriteBufferRect(queue, buffer, 1, o, zero, r, row, slice, 0, 0, host, NONE));
    CODE(VALUE,
         clEnqueueCopyBufferRect(queue, buffer, second, o, zero, r, row, slice, 0, 0, NONE));
    CODE(VALUE,
         clEnqueueCopyBufferRect(queue, buffer, second, zero, o, r, 0, 0, row, slice, NONE));
  }
  size_t some[3] = {16, 4, 4};
  CODE(VALUE, clEnqueueReadBufferRect(queue, buffer, 1, zero, zero, some, 0, 0, 8, 0, host, NONE));
  CODE(VALUE,
       clEnqueueReadBufferRect(queue, buffer, 1, zero, zero, some, 0, 0, HALF, 0, host, NONE));
  CODE(VALUE, clEnqueueCopyBufferRect(queue, buffer, buffer, zero, some, some, 16, 0, 32, 0, NONE));
  CODE(OVERLAP, clEnqueueCopyBufferRect(queue, buffer, buffer, zero, zero, some, 0, 0, 0, 0, NONE));
  CODE(VALUE, clEnqueueReadBufferRect(queue, buffer, 1, NULL, zero, some, 0, 0, 0, 0, host, NONE));
  CODE(VALUE, clEnqueueReadBufferRect(queue, buffer, 1, zero, zero, some, 0, 0, 0, 0, NULL, NONE));
}

static void images(void) {
  struct format rgba = {RGBA, UNORM8};
  static const size_t none[] = {0};
  static const size_t over[] = {HUGE, HALF, HUGE - 15, (size_t)1 << 62, 1 << 20, 16385};
  MADE(SIZE, clCreateImage2D(context, RW, &rgba, 0, 4, 0, NULL, &error));
  MADE(SIZE, clCreateImage2D(context, RW, &rgba, 4, 0, 0, NULL, &error));
  MADE(SIZE, clCreateImage3D(context, RW, &rgba, 0, 4, 4, 0, 0, NULL, &error));
  MADE(SIZE, clCreateImage3D(context, RW, &rgba, 4, 0, 4, 0, 0, NULL, &error));
  MADE(SIZE, clCreateImage3D(context, RW, &rgba, 4, 4, 0, 0, 0, NULL, &error));
  for (int i = 0; i < sizeof over / sizeof *over; i++) {
    size_t n = over[i];
    MADE(SIZE, clCreateImage2D(context, RW, &rgba, n, 4, 0, NULL, &error));
    MADE(SIZE, clCreateImage2D(context, RW, &rgba, 4, n, 0, NULL, &error));
    MADE(SIZE, clCreateImage2D(context, COPY, &rgba, n, n, 0, host, &error));
    MADE(SIZE, clCreateImage3D(context, RW, &rgba, n, 4, 4, 0, 0, NULL, &error));
    MADE(SIZE, clCreateImage3D(context, RW, &rgba, 4, n, 4, 0, 0, NULL, &error));
    MADE(SIZE, clCreateImage3D(context, RW, &rgba, 4, 4, n, 0, 0, NULL, &error));
    struct shape shapes[] = {
        {LINE, n}, {LINES, n, 0, 0, 4}, {LINES, 4, 0, 0, n}, {PLANE, n, 4}, {PLANE, 4, n},
        {PLANES, n, 4, 0, 4}, {PLANES, 4, n, 0, 4}, {PLANES, 4, 4, 0, n}, {SOLID, n, 4, 4},
        {SOLID, 4, n, 4}, {SOLID, 4, 4, n}, {SOLID, n, n, n}};
    for (int j = 0; j < sizeof shapes / sizeof *shapes; j++) {
      MADE(SIZE, clCreateImage(context, RW, &rgba, shapes + j, NULL, &error));
      MADE(SIZE, clCreateImage(context, USE, &rgba, shapes + j, host, &error));
    }
  }
  static const size_t pitches[] = {15, 17, 18, HUGE, HUGE - 15, HALF, HALF + 16};
  for (int i = 0; i < sizeof pitches / sizeof *pitches; i++) {
    size_t n = pitches[i];
    struct shape rows = {PLANE, 4, 4, 0, 0, n}, slices = {SOLID, 4, 4, 4, 0, 16, n};
    MADE(DESCRIPTOR, clCreateImage(context, COPY, &rgba, &rows, host, &error));
    MADE(DESCRIPTOR, clCreateImage(context, COPY, &rgba, &slices, host, &error));
    MADE(SIZE, clCreateImage2D(context, COPY, &rgba, 4, 4, n, host, &error));
    MADE(SIZE, clCreateImage3D(context, COPY, &rgba, 4, 4, 4, n, 0, host, &error));
    MADE(SIZE, clCreateImage3D(context, COPY, &rgba, 4, 4, 4, 16, n, host, &error));
  }
  MADE(SIZE, clCreateImage2D(context, RW, &rgba, 4, 4, 16, NULL, &error));
  struct shape pitched = {PLANE, 4, 4, 0, 0, 16}, levels = {PLANE, 4, 4, 0, 0, 0, 0, 40};
  struct shape samples = {PLANE, 4, 4, 0, 0, 0, 0, 0, 2}, plane = {PLANE, 4, 4}, typeless = {0};
  MADE(DESCRIPTOR, clCreateImage(context, RW, &rgba, &pitched, NULL, &error));
  MADE(DESCRIPTOR, clCreateImage(context, RW, &rgba, &levels, NULL, &error));
  MADE(DESCRIPTOR, clCreateImage(context, RW, &rgba, &samples, NULL, &error));
  MADE(DESCRIPTOR, clCreateImage(context, RW, &rgba, &typeless, NULL, &error));
  MADE(DESCRIPTOR, clCreateImage(context, RW, &rgba, NULL, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RW, NULL, &plane, NULL, &error));
  MADE(HOST, clCreateImage(context, RW, &rgba, &plane, host, &error));
  MADE(HOST, clCreateImage(context, USE, &rgba, &plane, NULL, &error));
  MADE(HOST, clCreateImage2D(context, COPY, &rgba, 4, 4, 0, NULL, &error));
}

static void views(void) {
  struct format rgba = {RGBA, UNORM8}, srgba = {SRGBA, UNORM8}, bgra = {BGRA, UNORM8};
  struct format uints = {RGBA, UINT8}, red = {R, FLOAT}, depth = {DEPTH, FLOAT};
  struct format alpha = {A, FLOAT};
  struct shape plane = {PLANE, 8, 8}, solid = {SOLID, 8, 8, 8}, planes = {PLANES, 8, 8, 0, 2};
  struct shape line = {LINE, 8}, lines = {LINES, 8, 0, 0, 8};
  handle whole = clCreateImage(context, RW, &rgba, &plane, NULL, &error);
  handle reds = clCreateImage(context, RW, &red, &plane, NULL, &error);
  handle depths = clCreateImage(context, RW, &depth, &plane, NULL, &error);
  handle buffer = clCreateBuffer(context, RW, 256, NULL, &error);
  handle readable = clCreateImage(context, RO, &rgba, &plane, NULL, &error);
  struct shape view = {PLANE, 8, 8, 0, 0, 0, 0, 0, 0, whole};
  MADE(OK, clCreateImage(context, RO, &srgba, &view, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &rgba, &view, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RW, &rgba, &view, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &bgra, &view, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &uints, &view, NULL, &error));
  MADE(HOST, clCreateImage(context, RO, &srgba, &view, host, &error));
  MADE(VALUE, clCreateImage(context, RO | USE, &srgba, &view, host, &error));
  MADE(VALUE, clCreateImage(context, RO | COPY, &srgba, &view, host, &error));
  MADE(VALUE, clCreateImage(context, RO | ALLOC, &srgba, &view, NULL, &error));
  struct shape shape = view;
  shape.from = reds;
  MADE(OK, clCreateImage(context, RO, &depth, &shape, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &red, &shape, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &alpha, &shape, NULL, &error));
  shape.from = depths;
  MADE(FORMAT, clCreateImage(context, RO, &red, &shape, NULL, &error));
  MADE(FORMAT, clCreateImage(context, RO, &depth, &shape, NULL, &error));
  shape.from = readable;
  MADE(VALUE, clCreateImage(context, RW, &srgba, &shape, NULL, &error));
  MADE(VALUE, clCreateImage(context, WO, &srgba, &shape, NULL, &error));
  struct shape sources[] = {solid, planes, line, lines};
  for (int i = 0; i < 4; i++) {
    shape.from = clCreateImage(context, RW, &rgba, sources + i, NULL, &error);
    MADE(DESCRIPTOR, clCreateImage(context, RO, &srgba, &shape, NULL, &error));
    MADE(DESCRIPTOR, clCreateImage(context, RO, &rgba, &shape, NULL, &error));
    struct shape mine = sources[i];
    mine.from = whole;
    MADE(DESCRIPTOR, clCreateImage(context, RO, &srgba, &mine, NULL, &error));
    mine.from = buffer; // cl_ext_image_from_buffer: of any type, if the buffer holds it
    MADE(i < 2 ? SIZE : OK, clCreateImage(context, RO, &rgba, &mine, NULL, &error));
  }
  static const size_t sizes[][2] = {{7, 8}, {8, 7}, {16, 4}, {9, 8}, {8, 9}};
  for (int i = 0; i < 5; i++) {
    struct shape smaller = {PLANE, sizes[i][0], sizes[i][1], 0, 0, 0, 0, 0, 0, whole};
    EITHER(FORMAT, DESCRIPTOR,
           (clCreateImage(context, RO, &srgba, &smaller, NULL, &error), error));
  }
  struct shape texels = {TEXELS, 64, 0, 0, 0, 0, 0, 0, 0, buffer};
  MADE(OK, clCreateImage(context, RW, &rgba, &texels, NULL, &error));
  MADE(HOST, clCreateImage(context, RW, &rgba, &texels, host, &error));
  texels.width = 65;
  EITHER(DESCRIPTOR, SIZE, (clCreateImage(context, RW, &rgba, &texels, NULL, &error), error));
  texels.width = ((size_t)1 << 62) + 4;
  MADE(SIZE, clCreateImage(context, RW, &rgba, &texels, NULL, &error));
  texels.width = 4;
  texels.from = whole;
  MADE(DESCRIPTOR, clCreateImage(context, RO, &srgba, &texels, NULL, &error));
  texels.from = NULL;
  MADE(DESCRIPTOR, clCreateImage(context, RO, &srgba, &texels, NULL, &error));
  struct shape rows = {PLANE, 8, 8, 0, 0, 32, 0, 0, 0, buffer};
  MADE(OK, clCreateImage(context, RW, &rgba, &rows, NULL, &error));
  MADE(HOST, clCreateImage(context, RW, &rgba, &rows, host, &error));
  rows.height = 9;
  EITHER(DESCRIPTOR, SIZE, (clCreateImage(context, RW, &rgba, &rows, NULL, &error), error));
  static const size_t pitches[] = {28, 33, 34, 35, HUGE, HUGE - 31, HALF};
  for (int i = 0; i < sizeof pitches / sizeof *pitches; i++) {
    struct shape row = {PLANE, 8, 2, 0, 0, pitches[i], 0, 0, 0, buffer};
    EITHER(FORMAT, DESCRIPTOR, (clCreateImage(context, RW, &rgba, &row, NULL, &error), error));
  }
  handle foreign = clCreateBuffer(other, RW, 256, NULL, &error);
  handle strange = clCreateImage(other, RW, &rgba, &plane, NULL, &error);
  struct shape from = {PLANE, 8, 8, 0, 0, 32, 0, 0, 0, foreign};
  EITHER(CONTEXT, DESCRIPTOR, (clCreateImage(context, RW, &rgba, &from, NULL, &error), error));
  view.from = strange;
  EITHER(CONTEXT, DESCRIPTOR, (clCreateImage(context, RO, &srgba, &view, NULL, &error), error));
  view.from = (handle)queue;
  MADE(DESCRIPTOR, clCreateImage(context, RO, &srgba, &view, NULL, &error));
}

static void texels(void) {
  struct format rgba = {RGBA, UNORM8}, uints = {RGBA, UINT8};
  struct shape plane = {PLANE, 8, 8}, solid = {SOLID, 8, 8, 8}, layers = {LINES, 8, 0, 0, 4};
  handle two = clCreateImage(context, RW, &rgba, &plane, NULL, &error);
  handle three = clCreateImage(context, RW, &rgba, &solid, NULL, &error);
  handle lines = clCreateImage(context, RW, &rgba, &layers, NULL, &error);
  handle whole = clCreateImage(context, RW, &uints, &plane, NULL, &error);
  handle foreign = clCreateImage(other, RW, &rgba, &plane, NULL, &error);
  handle buffer = clCreateBuffer(context, RW, 256, NULL, &error);
  handle strange = clCreateBuffer(other, RW, 256, NULL, &error);
  float color[4] = {0};
  size_t zero[3] = {0, 0, 0}, full[3] = {8, 8, 1}, row, slice;
  static const size_t bad[][6] = {
      {0, 0, 0, 9, 8, 1}, {0, 0, 0, 8, 9, 1}, {0, 0, 0, 8, 8, 2}, {1, 0, 0, 8, 8, 1},
      {0, 1, 0, 8, 8, 1}, {0, 0, 1, 8, 8, 1}, {0, 0, 0, 0, 8, 1}, {0, 0, 0, 8, 0, 1},
      {0, 0, 0, 8, 8, 0}, {HUGE, 0, 0, 1, 1, 1}, {HUGE, 0, 0, 2, 1, 1}, {0, HUGE, 0, 1, 2, 1},
      {0, 0, HUGE, 1, 1, 2}, {0, 0, 0, HUGE, 1, 1}, {8, 0, 0, HUGE - 7, 1, 1},
      {0, 8, 0, 1, HUGE - 7, 1}, {HALF, 0, 0, HALF, 1, 1}, {0, HALF, 0, 1, HALF, 1}};
  for (int i = 0; i < sizeof bad / sizeof *bad; i++) {
    const size_t *o = bad[i], *r = bad[i] + 3;
    CODE(VALUE, clEnqueueReadImage(queue, two, 1, o, r, 0, 0, host, NONE));
    CODE(VALUE, clEnqueueWriteImage(queue, two, 1, o, r, 0, 0, host, NONE));
    CODE(VALUE, clEnqueueFillImage(queue, two, color, o, r, NONE));
    CODE(VALUE, clEnqueueCopyImage(queue, two, two, o, zero, r, NONE));
    CODE(VALUE, clEnqueueCopyImage(queue, two, two, zero, o, r, NONE));
    CODE(VALUE, clEnqueueCopyImageToBuffer(queue, two, buffer, o, r, 0, NONE));
    CODE(VALUE, clEnqueueCopyBufferToImage(queue, buffer, two, 0, o, r, NONE));
    MADE(VALUE, clEnqueueMapImage(queue, two, 1, 1, o, r, &row, &slice, NONE, &error));
  }
  size_t cube[3] = {8, 8, 8}, rows[3] = {8, 4, 1};
  static const size_t pitches[] = {31, HUGE, HUGE - 31, HALF, HALF - 32, HALF / 2, HALF / 4};
  for (int i = 0; i < sizeof pitches / sizeof *pitches; i++) {
    size_t n = pitches[i];
    CODE(VALUE, clEnqueueReadImage(queue, three, 1, zero, cube, n, 0, host, NONE));
    CODE(VALUE, clEnqueueReadImage(queue, three, 1, zero, cube, 32, n, host, NONE));
    CODE(VALUE, clEnqueueWriteImage(queue, three, 1, zero, cube, n, 0, host, NONE));
    CODE(VALUE, clEnqueueWriteImage(queue, three, 1, zero, cube, 32, n, host, NONE));
    CODE(VALUE, clEnqueueReadImage(queue, lines, 1, zero, rows, 32, n, host, NONE));
  }
  CODE(VALUE, clEnqueueReadImage(queue, two, 1, zero, full, 31, 0, host, NONE));
  CODE(VALUE, clEnqueueReadImage(queue, two, 1, zero, full, HUGE, 0, host, NONE));
  CODE(VALUE, clEnqueueReadImage(queue, two, 1, zero, full, 0, 0, NULL, NONE));
  MADE(VALUE, clEnqueueMapImage(queue, two, 1, 1, zero, full, NULL, NULL, NONE, &error));
  MADE(VALUE, clEnqueueMapImage(queue, three, 1, 1, zero, full, &row, NULL, NONE, &error));
  MADE(VALUE, clEnqueueMapImage(queue, two, 1, 5, zero, full, &row, &slice, NONE, &error));
  unsigned long immutable = 1 << 6 | 1 << 5; // CL_MEM_IMMUTABLE_EXT, CL_MEM_COPY_HOST_PTR
  handle fixed = clCreateImage(context, immutable, &rgba, &plane, host, &error);
  for (int i = 1; i < 3; i++) { // CL_MAP_WRITE, _INVALIDATE_REGION: whatever else is wrong
    MADE(OPERATION, clEnqueueMapImage(queue, fixed, 1, 1 << i, zero, full, NULL, NULL, NONE, &error));
    MADE(OPERATION, clEnqueueMapImage(queue, fixed, 1, 1 << i, zero, full, &row, &slice, NONE, &error));
  }
  CODE(VALUE, clEnqueueCopyImageToBuffer(queue, two, buffer, zero, full, 1, NONE));
  CODE(VALUE, clEnqueueCopyImageToBuffer(queue, two, buffer, zero, full, HUGE, NONE));
  CODE(VALUE, clEnqueueCopyBufferToImage(queue, buffer, two, HUGE - 255, zero, full, NONE));
  CODE(MISMATCH, clEnqueueCopyImage(queue, two, whole, zero, zero, full, NONE));
  CODE(OVERLAP, clEnqueueCopyImage(queue, two, two, zero, zero, full, NONE));
  CODE(CONTEXT, clEnqueueCopyImage(queue, two, foreign, zero, zero, full, NONE));
  CODE(CONTEXT, clEnqueueReadImage(queue, foreign, 1, zero, full, 0, 0, host, NONE));
  CODE(CONTEXT, clEnqueueFillImage(queue, foreign, color, zero, full, NONE));
  CODE(CONTEXT, clEnqueueCopyImageToBuffer(queue, two, strange, zero, full, 0, NONE));
  CODE(CONTEXT, clEnqueueCopyBufferToImage(queue, strange, two, 0, zero, full, NONE));
  CODE(VALUE, clEnqueueFillImage(queue, two, NULL, zero, full, NONE));
}

static void shared(void) {
  char *block = clSVMAlloc(context, RW, 4096, 0), *second = clSVMAlloc(context, RW, 4096, 0);
  char *foreign = clSVMAlloc(other, RW, 4096, 0);
  const void *at[] = {block + 1024}, *start[] = {block}, *strange[] = {foreign}, *ours[] = {host};
  const void *behind[] = {block + 4096}, *null[] = {NULL};
  static const size_t beyond[] = {3073, 4096, HUGE, HUGE - 1023, HALF, HALF - 1};
  size_t rest = 3072, zero = 0;
  CODE(OK, clEnqueueSVMMigrateMem(queue, 1, start, NULL, 0, NONE));
  CODE(OK, clEnqueueSVMMigrateMem(queue, 1, at, &rest, 0, NONE));
  CODE(OK, clEnqueueSVMMigrateMem(queue, 1, start, &zero, 0, NONE));
  for (int i = 0; i < sizeof beyond / sizeof *beyond; i++) {
    size_t size = beyond[i];
    CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, at, &size, 0, NONE));
    CODE(VALUE, clEnqueueSVMMap(queue, 1, 1, block + 1024, size, NONE));
    CODE(VALUE, clEnqueueSVMMemFill(queue, block + 1024, host, 1, size, NONE));
    CODE(VALUE, clEnqueueSVMMemcpy(queue, 1, block + 1024, host, size, NONE));
    CODE(VALUE, clEnqueueSVMMemcpy(queue, 1, host, block + 1024, size, NONE));
  }
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, strange, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, ours, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, behind, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, null, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 0, start, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, NULL, NULL, 0, NONE));
  CODE(VALUE, clEnqueueSVMMigrateMem(queue, 1, start, NULL, 4, NONE));
  CODE(OVERLAP, clEnqueueSVMMemcpy(queue, 1, block, block + 8, 16, NONE));
  CODE(VALUE, clEnqueueSVMMemcpy(queue, 1, NULL, block, 16, NONE));
  CODE(VALUE, clEnqueueSVMMemcpy(queue, 1, block, NULL, 16, NONE));
  CODE(VALUE, clEnqueueSVMMemFill(queue, block + 2, host, 4, 16, NONE));
  CODE(VALUE, clEnqueueSVMMemFill(queue, block, host, 3, 18, NONE));
  CODE(VALUE, clEnqueueSVMMemFill(queue, block, host, 4, 18, NONE));
  CODE(VALUE, clEnqueueSVMMemFill(queue, block, host, HUGE, 16, NONE));
  CODE(VALUE, clEnqueueSVMMap(queue, 1, 1, block, 0, NONE));
  CODE(VALUE, clEnqueueSVMMap(queue, 1, 5, block, 16, NONE));
  CODE(VALUE, clEnqueueSVMMap(queue, 1, 8, block, 16, NONE));
  CODE(VALUE, clEnqueueSVMUnmap(queue, NULL, NONE));
  static const unsigned long bad[] = {RW | RO, RO | WO, ATOMICS, USE, COPY, ALLOC, HOST_RO, BOTH};
  for (int i = 0; i < sizeof bad / sizeof *bad; i++)
    CODE(0, clSVMAlloc(context, bad[i], 64, 0) != NULL);
  CODE(0, clSVMAlloc(context, RW, 0, 0) != NULL);
  CODE(0, clSVMAlloc(context, RW, HUGE, 0) != NULL);
  CODE(0, clSVMAlloc(context, RW, 64, 3) != NULL);
  CODE(0, clSVMAlloc(context, RW, 64, 1u << 31) != NULL);
  MADE(BUFFER_SIZE, clCreateBuffer(context, USE, 4097, block, &error));
  MADE(BUFFER_SIZE, clCreateBuffer(context, USE, 3073, block + 1024, &error));
  MADE(BUFFER_SIZE, clCreateBuffer(context, USE, HUGE, block, &error));
}

static handle built(handle in, const char *text, int compile) {
  handle made = clCreateProgramWithSource(in, 1, &text, NULL, &error);
  CHECK(error);
  CHECK(compile ? clCompileProgram(made, 0, NULL, "", 0, NULL, NULL, NULL, NULL)
                : clBuildProgram(made, 0, NULL, "", NULL, NULL));
  return made;
}

static void programs(void) {
  const char *text = "kernel void f(global int *x, local int *l) { x[0] = l[0] = 1; }";
  handle ours = built(context, text, 1), strange = built(other, text, 1);
  handle second = built(other, "int g(int x) { return x; }", 1), both[] = {ours, second};
  MADE(PROGRAM, clLinkProgram(context, 0, NULL, "", 1, &strange, NULL, NULL, &error));
  MADE(PROGRAM, clLinkProgram(context, 0, NULL, "", 2, both, NULL, NULL, &error));
  MADE(OK, clLinkProgram(context, 0, NULL, "", 1, &ours, NULL, NULL, &error));
  MADE(VALUE, clLinkProgram(context, 0, NULL, "", 0, NULL, NULL, NULL, &error));
  MADE(VALUE, clLinkProgram(context, 0, NULL, "", 0, &ours, NULL, NULL, &error));
  MADE(VALUE, clLinkProgram(context, 0, NULL, "", 1, &ours, NULL, host, &error));
  MADE(VALUE, clLinkProgram(context, 1, NULL, "", 1, &ours, NULL, NULL, &error));
  const char *name = "a.h", *null = NULL;
  size_t huge = HUGE;
  CODE(VALUE, clCompileProgram(ours, 0, NULL, "", 1, &ours, NULL, NULL, NULL));
  CODE(VALUE, clCompileProgram(ours, 0, NULL, "", 0, &ours, &name, NULL, NULL));
  CODE(VALUE, clCompileProgram(ours, 0, NULL, "", 1, NULL, &name, NULL, NULL));
  CODE(VALUE, clCompileProgram(ours, 0, NULL, "", 0, NULL, NULL, NULL, host));
  MADE(VALUE, clCreateProgramWithSource(context, 0, &text, NULL, &error));
  MADE(VALUE, clCreateProgramWithSource(context, 1, &null, NULL, &error));
  handle program = built(context, text, 0), kernel = clCreateKernel(program, "f", &error);
  handle memory = clCreateBuffer(other, RW, 64, NULL, &error);
  handle right = clCreateBuffer(context, RW, 64, NULL, &error);
  CODE(MEM, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  CODE(ARG_SIZE, clSetKernelArg(kernel, 0, HUGE, &right));
  CODE(OK, clSetKernelArg(kernel, 1, 0, NULL));
  CODE(OK, clSetKernelArg(kernel, 0, sizeof right, &right));
  CODE(OK, clSetKernelArg(kernel, 1, 64, NULL));
  size_t four = 4;
  CODE(CONTEXT, clEnqueueNDRangeKernel(theirs, kernel, 1, NULL, &four, NULL, NONE));
  size_t wide[3] = {(size_t)1 << 32, (size_t)1 << 32, 1};
  EITHER(GROUP, ITEM, clEnqueueNDRangeKernel(queue, kernel, 2, NULL, wide, wide, NONE));
  size_t most[3] = {HUGE, 1, 1}, half[3] = {HALF, 2, 1}, zero[3] = {0, 0, 0};
  EITHER(GROUP, ITEM, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, most, NONE));
  EITHER(GROUP, GLOBAL, clEnqueueNDRangeKernel(queue, kernel, 2, NULL, half, half, NONE));
  EITHER(GROUP, ITEM, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, zero, NONE));
  EITHER(OFFSET, GLOBAL, clEnqueueNDRangeKernel(queue, kernel, 1, most, &four, NULL, NONE));
  CODE(DIMENSION, clEnqueueNDRangeKernel(queue, kernel, 0, NULL, &four, NULL, NONE));
  CODE(DIMENSION, clEnqueueNDRangeKernel(queue, kernel, 4, NULL, &four, NULL, NONE));
  CODE(DIMENSION, clEnqueueNDRangeKernel(queue, kernel, -1, NULL, &four, NULL, NONE));
  handle strangers = clCreateUserEvent(other, &error);
  CODE(CONTEXT, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &four, NULL, 1, &strangers, NULL));
  CODE(VALUE, clSetKernelExecInfo(kernel, 0x11B6, 7, host));
  CODE(VALUE, clSetKernelExecInfo(kernel, 0x11B7, 8, host));
  CODE(VALUE, clSetKernelExecInfo(kernel, 0x11B5, 8, host));
  const void *place = host + 8, *outside = host + 60;
  CODE(VALUE, clEnqueueNativeKernel(queue, NULL, host, 64, 0, NULL, NULL, NONE));
  CODE(VALUE, clEnqueueNativeKernel(queue, (void *)abort, NULL, 64, 0, NULL, NULL, NONE));
  CODE(VALUE, clEnqueueNativeKernel(queue, (void *)abort, host, 0, 0, NULL, NULL, NONE));
  CODE(VALUE, clEnqueueNativeKernel(queue, (void *)abort, host, 64, 1, &right, NULL, NONE));
  CODE(VALUE, clEnqueueNativeKernel(queue, (void *)abort, host, 64, 0, &right, &place, NONE));
  CODE(CONTEXT, clEnqueueNativeKernel(queue, (void *)abort, host, 64, 1, &memory, &place, NONE));
}

static void others(handle device, handle platform) {
  static const unsigned unnormalized[] = {0x1133, 0x1134};
  for (int i = 0; i < 2; i++) {
    long list[] = {0x1152, 0, 0x1153, unnormalized[i], 0};
    MADE(VALUE, clCreateSampler(context, 0, unnormalized[i], 0x1140, &error));
    MADE(VALUE, clCreateSamplerWithProperties(context, list, &error));
    MADE(OK, clCreateSampler(context, 1, unnormalized[i], 0x1140, &error));
  }
  MADE(VALUE, clCreateSampler(context, 2, 0x1130, 0x1140, &error));
  MADE(VALUE, clCreateSampler(context, 1, 0x1135, 0x1140, &error));
  MADE(VALUE, clCreateSampler(context, 1, 0x1130, 0x1142, &error));
  long high = (long)1 << 32;
  long twice[] = {0x1152, 1, 0x1152, 1, 0}, large[] = {0x1152, high + 1, 0};
  long name[] = {high + 0x1152, 1, 0}, mode[] = {0x1153, high + 0x1132, 0};
  MADE(VALUE, clCreateSamplerWithProperties(context, twice, &error));
  MADE(VALUE, clCreateSamplerWithProperties(context, large, &error));
  MADE(VALUE, clCreateSamplerWithProperties(context, name, &error));
  MADE(VALUE, clCreateSamplerWithProperties(context, mode, &error));
  MADE(VALUE, clCreateCommandQueue(context, device, 16, &error));
  MADE(VALUE, clCreateCommandQueue(context, device, high, &error));
  long unknown[] = {0x1093, 16, 0}, orderly[] = {0x1093, 4, 0}, first[] = {0x1093, 1 | 8, 0};
  long sized[] = {0x1093, 1, 0x1094, 4096, 0}, named[] = {high + 0x1093, 1, 0};
  MADE(VALUE, clCreateCommandQueueWithProperties(context, device, unknown, &error));
  MADE(VALUE, clCreateCommandQueueWithProperties(context, device, orderly, &error));
  MADE(VALUE, clCreateCommandQueueWithProperties(context, device, first, &error));
  MADE(VALUE, clCreateCommandQueueWithProperties(context, device, sized, &error));
  MADE(VALUE, clCreateCommandQueueWithProperties(context, device, named, &error));
  long queer[] = {0x1234, 1, 0}, platforms[] = {0x1084, (long)platform, 0x1084, (long)platform, 0};
  long wide[] = {high + 0x1084, (long)platform, 0};
  MADE(PROPERTY, clCreateContext(queer, 1, &device, NULL, NULL, &error));
  MADE(PROPERTY, clCreateContext(platforms, 1, &device, NULL, NULL, &error));
  MADE(PROPERTY, clCreateContext(wide, 1, &device, NULL, NULL, &error));
  MADE(VALUE, clCreateContext(NULL, 1, &device, NULL, host, &error));
  MADE(VALUE, clCreateContext(NULL, 0, &device, NULL, NULL, &error));
  MADE(VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &error));
  MADE(VALUE, clCreateContextFromType(NULL, 2, NULL, host, &error));
  unsigned parts;
  long none[] = {0x1086, 0, 0}, huge[] = {0x1086, high, 0}, odd[] = {0x1099, 1, 0};
  long counts[] = {0x1087, 1 << 30, 1 << 30, 1 << 30, 1 << 30, 1, 0, 0};
  long full[] = {0x1087, high + 1, 0, 0}, negative[] = {0x1087, 2, -1, 0, 0};
  EITHER(VALUE, PARTITION, clCreateSubDevices(device, none, 0, NULL, &parts));
  EITHER(PARTITION, -18, clCreateSubDevices(device, huge, 0, NULL, &parts));
  CODE(VALUE, clCreateSubDevices(device, odd, 0, NULL, &parts));
  CODE(PARTITION, clCreateSubDevices(device, counts, 0, NULL, &parts));
  CODE(PARTITION, clCreateSubDevices(device, full, 0, NULL, &parts));
  CODE(PARTITION, clCreateSubDevices(device, negative, 0, NULL, &parts));
}

int main(int count, char **arguments) {
  handle platform, device;
  all = count > 1;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, -1, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  theirs = clCreateCommandQueue(other, device, 0, &error);
  CHECK(error);
  setvbuf(stdout, NULL, _IONBF, 0);
  const char *only = getenv("ONLY");
#define PART(name, ...)                                                                            \
  if (!only || !strcmp(only, #name))                                                               \
  name(__VA_ARGS__)
  PART(flags);
  PART(buffers);
  PART(transfers);
  PART(rectangles);
  PART(images);
  PART(views);
  PART(texels);
  PART(shared);
  PART(programs);
  PART(others, device, platform);
  CHECK(clFinish(queue));
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
