/* A module of SPIR-V through clCreateProgramWithIL and clCreateProgramWithILKHR, with specialisation constants, linked
   with an object of OpenCL C; its binary. The module (SPIR-V 1.0) is
     int twice(int);                                          imported
     int thrice(int x) { return 3 * x; }                      linkonce_odr
     constant int table[4] = {11, 0, 3, 100};                 exported
     kernel void k(global int *out) { out[i] = twice(i) + SPEC7 + (SPEC8 ? 100 : 0) + SPEC9; }
   with SPEC7 an int (5), SPEC8 a truth value (false) and SPEC9 a long (1). */
extern handle clCreateProgramWithIL(handle, const void *, size_t, int *);
extern int clGetKernelInfo(handle, unsigned, size_t, void *, size_t *);
extern int clGetKernelArgInfo(handle, unsigned, unsigned, size_t, void *, size_t *);
extern int clSetProgramSpecializationConstant(handle, unsigned, size_t, const void *);
extern int clCompileProgram(handle, unsigned, const handle *, const char *, unsigned, const handle *, const char **, void *,
                            void *);
extern handle clLinkProgram(handle, unsigned, const handle *, const char *, unsigned, const handle *, void *, void *,
                            int *);
static const unsigned module[] = {
0x7230203, 0x10000, 0x70000, 0x2a, 0x0, 0x20011, 0x4, 0x20011, 0x6, 0x20011, 0x5, 0x20011, 0xb,
0x7000a, 0x5f565053, 0x5f52484b, 0x6b6e696c, 0x65636e6f, 0x72646f5f, 0x0, 0x3000e, 0x2, 0x2,
0x5000f, 0x6, 0x1, 0x6b, 0x2, 0x30005, 0x3, 0x74756f, 0x40047, 0x2, 0xb, 0x1c, 0x60047, 0x4,
0x29, 0x63697774, 0x65, 0x1, 0x60047, 0x5, 0x29, 0x69726874, 0x6563, 0x2, 0x60047, 0x6, 0x29,
0x6c626174, 0x65, 0x0, 0x40047, 0x7, 0x1, 0x7, 0x40047, 0x8, 0x1, 0x8, 0x40047, 0x9, 0x1, 0x9,
0x20013, 0xa, 0x20014, 0xb, 0x40015, 0xc, 0x20, 0x0, 0x40015, 0xd, 0x40, 0x0, 0x40017, 0xe, 0xd,
0x3, 0x40020, 0xf, 0x1, 0xe, 0x40020, 0x10, 0x5, 0xc, 0x4002b, 0xc, 0x11, 0x3, 0x4002b, 0xc,
0x12, 0x0, 0x4002b, 0xc, 0x13, 0xb, 0x4002b, 0xc, 0x14, 0x64, 0x40032, 0xc, 0x7, 0x5, 0x30031,
0xb, 0x8, 0x50032, 0xd, 0x9, 0x1, 0x0, 0x4002b, 0xc, 0x15, 0x4, 0x4001c, 0x16, 0xc, 0x15,
0x40020, 0x17, 0x0, 0x16, 0x7002c, 0x16, 0x18, 0x13, 0x12, 0x11, 0x14, 0x40021, 0x19, 0xa, 0x10,
0x40021, 0x1a, 0xc, 0xc, 0x4003b, 0xf, 0x2, 0x1, 0x5003b, 0x17, 0x6, 0x0, 0x18, 0x50036, 0xc,
0x4, 0x0, 0x1a, 0x30037, 0xc, 0x1b, 0x10038, 0x50036, 0xc, 0x5, 0x0, 0x1a, 0x30037, 0xc, 0x1c,
0x200f8, 0x1d, 0x50084, 0xc, 0x1e, 0x1c, 0x11, 0x200fe, 0x1e, 0x10038, 0x50036, 0xa, 0x1, 0x0,
0x19, 0x30037, 0x10, 0x3, 0x200f8, 0x1f, 0x6003d, 0xe, 0x20, 0x2, 0x2, 0x20, 0x50051, 0xd, 0x21,
0x20, 0x0, 0x40071, 0xc, 0x22, 0x21, 0x50039, 0xc, 0x23, 0x4, 0x22, 0x50080, 0xc, 0x24, 0x23,
0x7, 0x600a9, 0xc, 0x25, 0x8, 0x14, 0x12, 0x50080, 0xc, 0x26, 0x24, 0x25, 0x40071, 0xc, 0x27,
0x9, 0x50080, 0xc, 0x28, 0x26, 0x27, 0x50046, 0x10, 0x29, 0x3, 0x21, 0x5003e, 0x29, 0x28, 0x2,
0x4, 0x100fd, 0x10038
};
/* kernel void e(global int *) {} */
static const unsigned empty[] = {
0x7230203, 0x10000, 0x0, 0x8, 0x0, 0x20011, 0x4, 0x20011, 0x6, 0x3000e, 0x2, 0x2, 0x4000f, 0x6,
0x1, 0x65, 0x20013, 0x2, 0x40015, 0x3, 0x20, 0x0, 0x40020, 0x4, 0x5, 0x3, 0x40021, 0x5, 0x2, 0x4,
0x50036, 0x2, 0x1, 0x0, 0x5, 0x30037, 0x4, 0x6, 0x200f8, 0x7, 0x100fd, 0x10038
};
static const char *source =
    "int twice(int x) { return 2 * x; }\n"
    "int thrice(int x);\n"
    "extern constant int table[4];\n"
    "kernel void c(global int *out) { int i = get_global_id(0); out[i] = thrice(i) + table[i]; }\n";
static handle context, device, queue;

static void expect(int error, int wanted, int line) {
  if (error != wanted) {
    fprintf(stderr, "error %d instead of %d in line %d\n", error, wanted, line);
    exit(1);
  }
}
#define EXPECT(wanted, error) expect(error, wanted, __LINE__)

/* Runs a kernel over four work-items and writes what it gives. */
static void run(handle program, const char *name) {
  int error, host[4];
  handle kernel = clCreateKernel(program, name, &error);
  CHECK(error);
  handle out = clCreateBuffer(context, 1, sizeof host, NULL, &error);
  CHECK(error);
  CHECK(clSetKernelArg(kernel, 0, sizeof out, &out));
  size_t global = 4;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
  CHECK(clEnqueueReadBuffer(queue, out, 1, 0, sizeof host, host, 0, NULL, NULL));
  printf("%s: %d %d %d %d\n", name, host[0], host[1], host[2], host[3]);
}

static handle linked(handle il) {
  int error;
  handle c = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  CHECK(error);
  CHECK(clCompileProgram(il, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  CHECK(clCompileProgram(c, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  handle both[] = {il, c};
  handle program = clLinkProgram(context, 1, &device, "", 2, both, NULL, NULL, &error);
  CHECK(error);
  return program;
}

/* Of attributes and arguments is told what they are where the program is of source. */
static void argumentInformation() {
  int error;
  unsigned space;
  char attributes[100];
  handle program = clCreateProgramWithIL(context, empty, sizeof empty, &error);
  CHECK(error);
  CHECK(clBuildProgram(program, 0, NULL, "-cl-kernel-arg-info", NULL, NULL));
  handle kernel = clCreateKernel(program, "e", &error);
  CHECK(error);
  CHECK(clGetKernelInfo(kernel, 0x1195, sizeof attributes, attributes, NULL)); /* CL_KERNEL_ATTRIBUTES */
  EXPECT(0, attributes[0]);
  EXPECT(-19, clGetKernelArgInfo(kernel, 0, 0x1196, sizeof space, &space, NULL)); /* …_NOT_AVAILABLE */
  EXPECT(-49, clGetKernelArgInfo(kernel, 1, 0x1196, sizeof space, &space, NULL)); /* CL_INVALID_ARG_INDEX */
}

int main() {
  handle platform;
  int error;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, 2, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  CHECK(error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  CHECK(error);

  handle (*withIlKhr)(handle, const void *, size_t, int *) =
      clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR");
  if (!withIlKhr)
    return 2;
  handle defaults = withIlKhr(context, module, sizeof module, &error);
  CHECK(error);
  run(linked(defaults), "k");

  handle il = clCreateProgramWithIL(context, module, sizeof module, &error);
  CHECK(error);
  size_t size;
  static unsigned char same[sizeof module];
  CHECK(clGetProgramInfo(il, 0x1169, 0, NULL, &size)); /* CL_PROGRAM_IL */
  EXPECT(sizeof module, size);
  CHECK(clGetProgramInfo(il, 0x1169, sizeof same, same, NULL));
  EXPECT(0, memcmp(same, module, sizeof module));

  int spec = 1000, no = -1;
  unsigned char flag = 1;
  long wide = 20000;
  EXPECT(-71, clSetProgramSpecializationConstant(il, 6, sizeof spec, &spec)); /* CL_INVALID_SPEC_ID */
  EXPECT(-30, clSetProgramSpecializationConstant(il, 7, sizeof wide, &wide)); /* CL_INVALID_VALUE */
  EXPECT(-30, clSetProgramSpecializationConstant(il, 7, sizeof spec, NULL));
  CHECK(clSetProgramSpecializationConstant(il, 7, sizeof no, &no));
  CHECK(clSetProgramSpecializationConstant(il, 7, sizeof spec, &spec)); /* the last one holds */
  CHECK(clSetProgramSpecializationConstant(il, 8, sizeof flag, &flag));
  CHECK(clSetProgramSpecializationConstant(il, 9, sizeof wide, &wide));
  handle program = linked(il);
  run(program, "k");
  run(program, "c");

  static unsigned char binary[1 << 20], *bytes = binary;
  CHECK(clGetProgramInfo(program, 0x1165, sizeof size, &size, NULL));
  CHECK(clGetProgramInfo(program, 0x1166, sizeof bytes, &bytes, NULL));
  handle again =
      clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&bytes, NULL, &error);
  CHECK(error);
  CHECK(clBuildProgram(again, 0, NULL, "", NULL, NULL));
  run(again, "k");

  clCreateProgramWithIL(context, NULL, sizeof module, &error);
  EXPECT(-30, error);
  clCreateProgramWithIL(context, module, 0, &error);
  EXPECT(-30, error);
  clCreateProgramWithIL(context, source, strlen(source), &error);
  EXPECT(-30, error);
  handle lonely = clCreateProgramWithIL(context, module, sizeof module, &error);
  CHECK(error);
  EXPECT(-11, clBuildProgram(lonely, 0, NULL, "", NULL, NULL)); /* nobody has twice */
  char log[1000];
  CHECK(clGetProgramBuildInfo(lonely, device, 0x1183, sizeof log, log, NULL));
  puts(strstr(log, "twice") ? "named" : log);
  argumentInformation();
  handle none = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  EXPECT(-44, clSetProgramSpecializationConstant(NULL, 7, sizeof spec, &spec)); /* CL_INVALID_PROGRAM */
  EXPECT(-44, clSetProgramSpecializationConstant(none, 7, sizeof spec, &spec)); /* not of IL */
  return 0;
}
