package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Programs in steps: compile, link, load, and binaries. */
class ObjectCodeTest {
  private static final String KERNEL =
      """
      #include "scale.h"
      kernel void apply(global float *x) { x[get_global_id(0)] = scale(x[get_global_id(0)]); }
      """;
  private static final Map<String, String> HEADERS = Map.of("scale.h", "float scale(float);\n");

  private final Context context = Context.create();

  @AfterEach
  void close() {
    context.close();
  }

  private ObjectCode kernel() {
    return context.compile("kernel.cl", KERNEL, HEADERS, "");
  }

  private ObjectCode scale(String factor) {
    return context.compile(
        "scale.cl",
        "float scale(float x) { return x * FACTOR; }",
        Map.of(),
        "-DFACTOR=" + factor + "f");
  }

  private float[] run(Program program) {
    float[] values = {1, 2, 3, 4};
    Buffer x = context.buffer(values);
    program.kernel("apply").with(x).run(NDRange.of(4));
    x.read(values);
    return values;
  }

  private static ErrorCode codeOf(Supplier<?> action) {
    return assertThrows(ClException.class, action::get).code();
  }

  @Test
  void objectsLinkToAnExecutable() {
    ObjectCode linked = context.link(List.of(kernel(), scale("2.0")), "");
    assertEquals(ObjectCode.Kind.EXECUTABLE, linked.kind());
    assertArrayEquals(new float[] {2, 4, 6, 8}, run(context.load(linked)));
  }

  @Test
  void librariesLinkWithObjects() {
    ObjectCode library = context.link(List.of(scale("3.0")), "-create-library");
    assertEquals(ObjectCode.Kind.LIBRARY, library.kind());
    ObjectCode linked = context.link(List.of(kernel(), library), "-cl-denorms-are-zero");
    assertArrayEquals(new float[] {3, 6, 9, 12}, run(context.load(linked)));
  }

  @Test
  void binariesAreReadAgain() {
    ObjectCode linked = context.link(List.of(kernel(), scale("2.0")), "");
    ObjectCode read = ObjectCode.parse(linked.binary());
    assertEquals(ObjectCode.Kind.EXECUTABLE, read.kind());
    assertArrayEquals(new float[] {2, 4, 6, 8}, run(context.load(read)));
    ObjectCode object = ObjectCode.parse(scale("5.0").binary());
    assertEquals("-DFACTOR=5.0f", object.options());
    assertArrayEquals(
        new float[] {5, 10, 15, 20},
        run(context.load(context.link(List.of(kernel(), object), ""))));
  }

  @Test
  void builtProgramsHaveObjectCode() {
    Program built =
        context.build("kernel void apply(global float *x) { x[get_global_id(0)] += A; }", "-DA=1");
    ObjectCode code = ObjectCode.parse(built.objectCode().binary());
    assertEquals("-DA=1", code.options());
    assertArrayEquals(new float[] {2, 3, 4, 5}, run(context.load(code)));
  }

  @Test
  void damagedBinariesAreRefused() {
    byte[] binary = scale("2.0").binary();
    for (int length : new int[] {0, 7, 8, 20, binary.length - 1}) {
      byte[] part = java.util.Arrays.copyOf(binary, length);
      assertEquals(ErrorCode.CL_INVALID_BINARY, codeOf(() -> ObjectCode.parse(part)), "" + length);
    }
    for (int at : new int[] {0, 9, 14, 30, binary.length / 2, binary.length - 1}) {
      byte[] changed = binary.clone();
      changed[at] ^= 1;
      assertEquals(ErrorCode.CL_INVALID_BINARY, codeOf(() -> ObjectCode.parse(changed)), "" + at);
    }
  }

  @Test
  void whatIsNowhereDefinedDoesNotLink() {
    BuildException e =
        assertThrows(BuildException.class, () -> context.link(List.of(kernel()), ""));
    assertEquals(ErrorCode.CL_LINK_PROGRAM_FAILURE, e.code());
    assertTrue(e.log().contains("scale"), e::log);
  }

  @Test
  void whatIsDefinedTwiceDoesNotLink() {
    BuildException e =
        assertThrows(
            BuildException.class,
            () -> context.link(List.of(kernel(), scale("1.0"), scale("2.0")), ""));
    assertEquals(ErrorCode.CL_LINK_PROGRAM_FAILURE, e.code());
    assertTrue(e.log().contains("scale"), e::log);
  }

  @Test
  void whatIsCalledWithOtherTypesDoesNotLink() {
    ObjectCode defined = context.compile("a.cl", "float f(float x) { return x; }", Map.of(), "");
    ObjectCode calling =
        context.compile(
            "b.cl", "int f(int); kernel void k(global int *p) { *p = f(1); }", Map.of(), "");
    for (List<ObjectCode> order : List.of(List.of(defined, calling), List.of(calling, defined))) {
      BuildException e = assertThrows(BuildException.class, () -> context.link(order, ""));
      assertEquals(ErrorCode.CL_LINK_PROGRAM_FAILURE, e.code());
      String message = "'f' is declared as i32 (i32) and defined as float (float)";
      assertTrue(e.log().contains(message), e.log());
    }
  }

  @Test
  void wrongStepsAndOptionsAreRefused() {
    ObjectCode object = scale("1.0");
    assertEquals(ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE, codeOf(() -> context.load(object)));
    assertEquals(
        ErrorCode.CL_INVALID_LINKER_OPTIONS,
        codeOf(() -> context.link(List.of(object), "-DFACTOR=1")));
    assertEquals(
        ErrorCode.CL_INVALID_LINKER_OPTIONS,
        codeOf(() -> context.link(List.of(object), "-enable-link-options")));
    assertEquals(
        ErrorCode.CL_INVALID_COMPILER_OPTIONS,
        codeOf(() -> context.compile("x.cl", "", Map.of(), "-create-library")));
    assertEquals(
        ErrorCode.CL_COMPILE_PROGRAM_FAILURE,
        codeOf(() -> context.compile("x.cl", "kernel", Map.of(), "")));
    ObjectCode executable = context.build("kernel void k() {}").objectCode();
    assertEquals(
        ErrorCode.CL_INVALID_OPERATION, codeOf(() -> context.link(List.of(executable), "")));
  }

  @Test
  void programScopeVariablesAreCounted() {
    Program program =
        context.build("global int x[16]; kernel void k() { x[0] = 1; }", "-cl-std=CL3.0");
    assertEquals(64, program.globalVariableBytes());
  }

  @DisabledIfSystemProperty(
      named = "barnacle.through-spirv",
      matches = "true",
      disabledReason = "a vec_type_hint of SPIR-V has no sign")
  @Test
  void kernelsTellTheirAttributes() {
    Program program =
        context.build(
            "__attribute__((vec_type_hint(uint4), work_group_size_hint(8, 4, 1),"
                + " reqd_work_group_size(16, 1, 1))) kernel void all() {} kernel void none() {}");
    assertEquals(
        "reqd_work_group_size(16,1,1) work_group_size_hint(8,4,1) vec_type_hint(uint4)",
        program.kernel("all").attributes());
    assertEquals("", program.kernel("none").attributes());
  }

  @Test
  void linkedProgramsAreChecked() {
    try (Context watched = Context.builder().watched().create()) {
      ObjectCode code =
          watched.link(
              List.of(
                  watched.compile("a.cl", "void f(global int*p){*p=1;}", Map.of(), ""),
                  watched.compile(
                      "b.cl",
                      "void f(global int*p); kernel void k(global int*p){f(p);}",
                      Map.of(),
                      "")),
              "");
      Program program = watched.load(ObjectCode.parse(code.binary()));
      assertTrue(
          !program.kernel("k").with(watched.buffer(new int[4])).check(NDRange.of(4)).isClean());
    }
  }
}
