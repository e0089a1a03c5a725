/* Launches kernels again and again, in all the ways that a plan must notice. */
extern int clEnqueueWriteBuffer(handle, handle, unsigned, size_t, size_t, const void *, unsigned, const handle *,
                                handle *);
extern int clReleaseMemObject(handle);
extern int clReleaseKernel(handle);
extern int clFlush(handle);
extern int clWaitForEvents(unsigned, const handle *);
extern int clEnqueueMarkerWithWaitList(handle, unsigned, const handle *, handle *);
extern handle clCreateSubBuffer(handle, unsigned long, unsigned, const void *, int *);
extern handle clCloneKernel(handle, int *);
extern handle clCreateUserEvent(handle, int *);
extern int clSetUserEventStatus(handle, int);
extern int clReleaseEvent(handle);

static const char *source =
    "kernel void add(global int *x, int by) { x[get_global_id(0)] += by; }\n"
    "kernel void shift(global int *to, global const int *from, int by) {\n"
    "  int i = get_global_id(0); to[i] = from[i] + by; }\n"
    "kernel void ids(global int *x, int width) {\n"
    "  x[get_global_id(1) * width + get_global_id(0)] = get_global_id(0) + 1000 * get_global_id(1)\n"
    "      + 100000 * (get_num_groups(0) + get_global_offset(0) + get_local_size(1)); }\n"
    "kernel void sum(global int *x, local int *part) {\n"
    "  int l = get_local_id(0); part[l] = x[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  int s = 0; for (int i = 0; i < get_local_size(0); i++) s += part[i];\n"
    "  barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = s; }\n"
    "kernel void mix(global float *x, float a, int n) {\n"
    "  int i = get_global_id(0); float v = x[i]; for (int k = 0; k < n; k++) v = mad(v, a, sin(v) * i); x[i] = v; }\n"
    "kernel void stop(global int *x, int at) { if (x[get_global_id(0)] == at) __builtin_trap(); }\n";

static handle platform, device, context, queue, program;
static int notices;

static void notice(const char *text, const void *info, size_t bytes, void *data) {
  notices += strstr(text, "came to __builtin_trap") != NULL;
}

static handle kernel_of(const char *name) {
  int error;
  handle kernel = clCreateKernel(program, name, &error);
  CHECK(error);
  return kernel;
}

static handle buffer_of(size_t bytes, void *data) {
  int error;
  handle buffer = clCreateBuffer(context, data ? 1 | 32 : 1, bytes, data, &error);
  CHECK(error);
  return buffer;
}

static void set_int(handle kernel, unsigned index, int value) { CHECK(clSetKernelArg(kernel, index, 4, &value)); }

static void set_buffer(handle kernel, unsigned index, handle buffer) {
  CHECK(clSetKernelArg(kernel, index, sizeof buffer, &buffer));
}

static void launch(handle kernel, size_t global, size_t local) {
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local ? &local : NULL, 0, NULL, NULL));
}

static void read_all(handle buffer, void *to, size_t bytes) {
  CHECK(clEnqueueReadBuffer(queue, buffer, 1, 0, bytes, to, 0, NULL, NULL));
}

#define EXPECT(condition) \
  do \
    if (!(condition)) { \
      printf("line %d: not %s\n", __LINE__, #condition); \
      exit(1); \
    } \
  while (0)

static void arguments(void) {
  int host[256] = {0};
  handle add = kernel_of("add"), buffer = buffer_of(sizeof host, NULL);
  CHECK(clEnqueueWriteBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
  set_buffer(add, 0, buffer);
  for (int i = 1; i <= 100; i++) {
    set_int(add, 1, i);
    launch(add, 256, i % 3 ? 0 : 16);
    if (i % 7 == 0)
      CHECK(clFinish(queue));
  }
  read_all(buffer, host, sizeof host);
  for (int i = 0; i < 256; i++)
    EXPECT(host[i] == 5050);
  /* errors are those that they always were, and change nothing */
  int value = 7;
  EXPECT(clSetKernelArg(add, 1, 8, &value) == -51 /* CL_INVALID_ARG_SIZE */);
  EXPECT(clSetKernelArg(add, 1, 4, NULL) == -50 /* CL_INVALID_ARG_VALUE */);
  EXPECT(clSetKernelArg(add, 2, 4, &value) == -49 /* CL_INVALID_ARG_INDEX */);
  handle no = (handle)0x1234560;
  EXPECT(clSetKernelArg(add, 0, 8, &no) == -38 /* CL_INVALID_MEM_OBJECT */);
  size_t global = 256, local = 1 << 20, none = 0;
  EXPECT(clEnqueueNDRangeKernel(queue, add, 4, NULL, &global, NULL, 0, NULL, NULL) == -53);
  EXPECT(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, &local, 0, NULL, NULL) == -54);
  EXPECT(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, &none, 0, NULL, NULL) == -54);
  EXPECT(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, NULL, NULL) == -57);
  EXPECT(clEnqueueReadBuffer(queue, buffer, 1, 8, sizeof host, host, 0, NULL, NULL) == -30);
  EXPECT(clEnqueueReadBuffer(queue, buffer, 1, 0, sizeof host, NULL, 0, NULL, NULL) == -30);
  set_int(add, 1, 1);
  launch(add, 256, 0);
  /* a clone has the arguments that were set last */
  int error;
  handle clone = clCloneKernel(add, &error);
  CHECK(error);
  set_int(add, 1, 1000);
  launch(clone, 256, 0);
  read_all(buffer, host, sizeof host);
  EXPECT(host[0] == 5052 && host[255] == 5052);
  /* what waits is run before the buffer goes */
  launch(add, 256, 0);
  CHECK(clReleaseMemObject(buffer));
  EXPECT(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, NULL) == -38);
  CHECK(clReleaseKernel(add));
}

static void ranges(void) {
  static int host[1 << 16];
  handle ids = kernel_of("ids"), buffer = buffer_of(sizeof host, NULL);
  set_buffer(ids, 0, buffer);
  for (size_t i = 1; i <= 60; i++) {
    size_t global[2] = {8 * i, 4 * (1 + i % 5)}, local[2] = {8, 2}, offset[2] = {i % 4, 0};
    int width = (int)(global[0] + offset[0]);
    set_int(ids, 1, width);
    CHECK(clEnqueueNDRangeKernel(queue, ids, 2, i % 2 ? offset : NULL, global, local, 0, NULL, NULL));
    read_all(buffer, host, sizeof host);
    int first = i % 2 ? (int)offset[0] : 0;
    for (int y = 0; y < (int)global[1]; y++)
      for (int x = first; x < first + (int)global[0]; x++)
        EXPECT(host[y * width + x] == x + 1000 * y + 100000 * ((int)i + first + 2));
  }
  /* a range that the local size does not divide, in a program of OpenCL C 3.0 */
  for (int i = 0; i < 5; i++) {
    size_t global[2] = {13, 3}, local[2] = {8, 2};
    set_int(ids, 1, 13);
    CHECK(clEnqueueNDRangeKernel(queue, ids, 2, NULL, global, local, 0, NULL, NULL));
    read_all(buffer, host, sizeof host);
    for (int n = 0; n < 39; n++)
      EXPECT(host[n] == n % 13 + 1000 * (n / 13) + 100000 * (2 + (n / 13 < 2 ? 2 : 1)));
  }
}

static void memory(void) {
  int host[256];
  for (int i = 0; i < 256; i++)
    host[i] = i;
  handle shift = kernel_of("shift"), a = buffer_of(sizeof host, host), b = buffer_of(sizeof host, host);
  for (int i = 0; i < 101; i++) { /* back and forth */
    set_buffer(shift, 0, i % 2 ? a : b);
    set_buffer(shift, 1, i % 2 ? b : a);
    set_int(shift, 2, 1);
    launch(shift, 256, 32);
  }
  read_all(b, host, sizeof host);
  for (int i = 0; i < 256; i++)
    EXPECT(host[i] == i + 101);
  set_buffer(shift, 0, b); /* onto itself: code for disjoint memory may not be run */
  set_buffer(shift, 1, b);
  for (int i = 0; i < 10; i++)
    launch(shift, 256, 32);
  read_all(b, host, sizeof host);
  for (int i = 0; i < 256; i++)
    EXPECT(host[i] == i + 111);
  handle sum = kernel_of("sum");
  set_buffer(sum, 0, b);
  for (size_t local = 1; local <= 64; local *= 2) {
    int ones[256];
    for (int i = 0; i < 256; i++)
      ones[i] = 1;
    for (int again = 0; again < 3; again++) {
      CHECK(clEnqueueWriteBuffer(queue, b, 1, 0, sizeof ones, ones, 0, NULL, NULL));
      CHECK(clSetKernelArg(sum, 1, 4 * local, NULL));
      launch(sum, 256, local);
      read_all(b, host, sizeof host);
      for (int i = 0; i < 256; i++)
        EXPECT(host[i] == (int)local);
    }
  }
}

static void orders(void) {
  int host[64] = {0}, later[64];
  handle add = kernel_of("add"), buffer = buffer_of(sizeof host, host), event;
  set_buffer(add, 0, buffer);
  set_int(add, 1, 1);
  for (int round = 1; round <= 20; round++) {
    for (int i = 0; i < 700; i++) /* more than may wait */
      launch(add, 64, 0);
    CHECK(clEnqueueReadBuffer(queue, buffer, 0, 0, sizeof host, later, 0, NULL, NULL));
    launch(add, 64, 0);
    CHECK(clFinish(queue));
    EXPECT(later[0] == 701 * round - 1 && later[63] == 701 * round - 1);
  }
  for (int i = 0; i < 100; i++)
    launch(add, 64, 0);
  CHECK(clFlush(queue));
  CHECK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
  CHECK(clWaitForEvents(1, &event));
  read_all(buffer, host, sizeof host);
  EXPECT(host[5] == 20 * 701 + 100);
  size_t global = 64; /* commands with events, and without, in turns */
  for (int i = 0; i < 50; i++) {
    launch(add, 64, 0);
    CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 0, NULL, &event));
    launch(add, 64, 0);
    CHECK(clWaitForEvents(1, &event));
  }
  read_all(buffer, host, sizeof host);
  EXPECT(host[5] == 20 * 701 + 250);
}

/* The same launch gives the same bytes, whoever runs it, by whichever code. */
static void results(void) {
  static float first[4096], now[4096], input[4096];
  for (int i = 0; i < 4096; i++)
    input[i] = (float)(i % 977) / 977;
  handle mix = kernel_of("mix"), buffer = buffer_of(sizeof input, NULL);
  float a = 0.37f;
  set_buffer(mix, 0, buffer);
  CHECK(clSetKernelArg(mix, 1, 4, &a));
  set_int(mix, 2, 3);
  for (int i = 0; i < 1000; i++) {
    CHECK(clEnqueueWriteBuffer(queue, buffer, 1, 0, sizeof input, input, 0, NULL, NULL));
    launch(mix, 4096, 64);
    read_all(buffer, i ? now : first, sizeof now);
    EXPECT(!i || !memcmp(first, now, sizeof now));
  }
}

/* A work-item that comes to a trap: the context's callback is told of each such launch. */
static void traps(void) {
  int host[64];
  for (int i = 0; i < 64; i++)
    host[i] = i;
  handle stop = kernel_of("stop"), buffer = buffer_of(sizeof host, host);
  set_buffer(stop, 0, buffer);
  for (int i = 0; i < 10; i++) {
    set_int(stop, 1, i < 5 ? -1 : i);
    launch(stop, 64, 8);
    CHECK(clFinish(queue));
    EXPECT(notices == (i < 5 ? 0 : i - 4));
  }
}

/* Hundreds of launches before anybody waits for the first one, which may not end before the last is enqueued. */
static void batches(void) {
  int host[256] = {0}, sum = 0, error;
  size_t global = 256;
  for (int waits = 0; waits < 2; waits++) {
    handle add = kernel_of("add"), buffer = buffer_of(sizeof host, NULL), user = NULL;
    CHECK(clEnqueueWriteBuffer(queue, buffer, 1, 0, sizeof host, host, 0, NULL, NULL));
    set_buffer(add, 0, buffer);
    sum = 0;
    for (int i = 0; i < 300; i++) {
      set_int(add, 1, i);
      sum += i;
      if (waits && i == 0) {
        user = clCreateUserEvent(context, &error);
        CHECK(error);
        CHECK(clEnqueueNDRangeKernel(queue, add, 1, NULL, &global, NULL, 1, &user, NULL));
      } else {
        launch(add, global, i % 2 ? 16 : 0);
      }
    }
    if (user) {
      CHECK(clSetUserEventStatus(user, 0));
      CHECK(clReleaseEvent(user));
    }
    int got[256];
    read_all(buffer, got, sizeof got);
    for (int i = 0; i < 256; i++)
      EXPECT(got[i] == sum);
    CHECK(clReleaseKernel(add));
    CHECK(clReleaseMemObject(buffer));
  }
}

int main(void) {
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, notice, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);
  program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "-cl-std=CL3.0", NULL, NULL));
  batches();
  arguments();
  ranges();
  memory();
  orders();
  results();
  traps();
  printf("right\n");
  return 0;
}
