package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ErrorCode;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Programs of C++ for OpenCL through the C API: their objects, queries and callbacks. */
class CxxProgramsTest extends ObjectTests {
  private static final int CONSTRUCTORS = 0x116A;
  private static final int DESTRUCTORS = 0x116B;
  private static final int KERNEL_NAMES = 0x1168;

  private static final String OBJECTS =
      "struct S { int v; S(int n) : v(n) {} ~S() { v = 0; } }; S s(5);"
          + "kernel void k(global int *x) { *x = s.v; }";

  private static final List<Long> CALLED = new ArrayList<>();

  /** What {@code clSetProgramReleaseCallback} is given. */
  @SuppressWarnings("unused") // the upcall's
  private static void called(long program, long userData) {
    CALLED.add(userData);
  }

  private static long callback() throws ReflectiveOperationException {
    return Linker.nativeLinker()
        .upcallStub(
            MethodHandles.lookup()
                .findStatic(
                    CxxProgramsTest.class,
                    "called",
                    MethodType.methodType(void.class, long.class, long.class)),
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
            Arena.global())
        .address();
  }

  private static long program(String source) {
    long text = objects.words(objects.text(source));
    return objects.made(
        "clCreateProgramWithSource", objects.get("cl_context"), 1, text, 0, objects.error());
  }

  private static void build(long program, String options) {
    assertEquals(
        0, objects.shim.status("clBuildProgram", program, 0, 0, objects.text(options), 0, 0));
  }

  private static int query(long program, int parameter) {
    long out = objects.out.address();
    assertEquals(0, objects.shim.status("clGetProgramInfo", program, parameter, 4, out, 0));
    return objects.number();
  }

  @Test
  void objectsAreToldAndCallbacksComeAfterTheirDestructors() throws Exception {
    CALLED.clear();
    long program = program(OBJECTS);
    assertEquals(
        ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE.value(),
        objects.shim.status(
            "clGetProgramInfo", program, CONSTRUCTORS, 4, objects.out.address(), 0));
    build(program, "-cl-std=CLC++2021");
    assertEquals(1, query(program, CONSTRUCTORS));
    assertEquals(1, query(program, DESTRUCTORS));
    long out = objects.out.address();
    assertEquals(0, objects.shim.status("clGetProgramInfo", program, KERNEL_NAMES, 4096, out, 0));
    assertEquals("k", objects.out.getString(0));
    String set = "clSetProgramReleaseCallback";
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), objects.shim.status(set, program, 0, 0));
    assertEquals(ErrorCode.CL_INVALID_PROGRAM.value(), objects.shim.status(set, 0, callback(), 0));
    assertEquals(0, objects.shim.status(set, program, callback(), 1));
    assertEquals(0, objects.shim.status(set, program, callback(), 2));
    assertEquals(List.of(), CALLED);
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
    assertEquals(List.of(2L, 1L), CALLED);
  }

  /** OpenCL 3.0 has no objects with destructors: its conformance tests want an error. */
  @Test
  void programsOfOpenClCHaveNone() throws Exception {
    CALLED.clear();
    long program = program("kernel void k() {}");
    String set = "clSetProgramReleaseCallback";
    assertEquals(0, objects.shim.status(set, program, callback(), 3), "not built, it may get some");
    build(program, "");
    assertEquals(0, query(program, CONSTRUCTORS));
    assertEquals(0, query(program, DESTRUCTORS));
    assertEquals(
        ErrorCode.CL_INVALID_OPERATION.value(), objects.shim.status(set, program, callback(), 4));
    assertEquals(0, objects.shim.status("clReleaseProgram", program));
    assertEquals(List.of(3L), CALLED);
  }

  @Test
  void theDeviceTellsOfTheLanguage() {
    long device = objects.get("cl_device_id");
    long out = objects.out.address();
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x4230, 4, out, 0));
    assertEquals(1 << 22, objects.number(), "CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT");
    assertEquals(0, objects.shim.status("clGetDeviceInfo", device, 0x1030, 8192, out, 0));
    assertTrue(objects.out.getString(0).contains("cl_ext_cxx_for_opencl"));
  }
}
