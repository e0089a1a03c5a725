package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Program-scope objects of C++ for OpenCL: when they are constructed and destroyed, and checked.
 */
class CxxObjectsTest {
  private static final String CXX = "-cl-std=CLC++2021";
  private static final String TRACER =
      """
      struct Tracer {
        int id;
        Tracer(int n) : id(n) { printf("+%d ", id); }
        ~Tracer() { printf("-%d ", id); }
      };
      """;
  private static final String LIVES =
      TRACER
          + """
          Tracer one(1);
          Tracer several[2] = {2, 3};
          struct Late { int v; constexpr Late(int a) : v(a) {} ~Late() { printf("-late%d ", v); } };
          Late late(4);
          namespace n { inline Tracer shared(5); }
          kernel void k(global int *out) {
            static Tracer once(6);
            *out = one.id + several[1].id + late.v + n::shared.id + once.id;
          }
          kernel void other() {}
          """;

  private final List<String> printed = Collections.synchronizedList(new ArrayList<>());

  private String taken() {
    String text = String.join("", printed).strip();
    printed.clear();
    return text;
  }

  private ContextBuilder builder() {
    return Context.builder().output(printed::add);
  }

  @Test
  void objectsLiveAsLongAsTheProgram() {
    for (ContextBuilder builder : List.of(builder(), builder().watched())) {
      try (Context context = builder.create()) {
        Program program = context.build(LIVES, CXX);
        assertEquals("+5 +1 +2 +3", taken(), "when it is built");
        assertEquals(List.of("k", "other"), program.kernelNames());
        assertTrue(program.hasConstructors() && program.hasDestructors());
        assertThrows(ClException.class, () -> program.kernel("program.initialization"));
        Buffer out = context.buffer(4);
        program.kernel("k").with(out).run(NDRange.of(1));
        program.kernel("k").with(out).run(NDRange.of(1));
        assertEquals("+6", taken(), "of a function: when it is first run");
        int[] result = new int[1];
        out.read(result);
        assertEquals(1 + 3 + 4 + 5 + 6, result[0]);
        List<String> order = new ArrayList<>();
        program.onDestroy(() -> order.add("first"));
        program.onDestroy(() -> order.add(taken() + ", second"));
        CommandQueue queue = context.queue();
        UserEvent gate = context.userEvent();
        Event ran = queue.run(program.kernel("other").with(), NDRange.of(1), gate);
        program.close();
        assertEquals("", taken(), "a command still uses it");
        gate.complete();
        ran.waitFor();
        queue.finish();
        awaitEnd(order);
        assertEquals(List.of("-6 -late4 -3 -2 -1 -5, second", "first"), order);
      }
    }
  }

  /** A command lets go of its program when it has ended, just before that is seen. */
  private static void awaitEnd(List<String> order) {
    while (order.size() < 2) {
      Thread.onSpinWait();
    }
  }

  @Test
  void whatHasNotBeenConstructedIsNotDestroyed() {
    try (Context context = builder().create()) {
      context.build(LIVES, CXX).close();
      assertEquals("+5 +1 +2 +3 -late4 -3 -2 -1 -5", taken());
      Program plain = context.build("kernel void k() {}", CXX);
      assertFalse(plain.hasConstructors() || plain.hasDestructors());
    }
    assertEquals("", taken());
  }

  @Test
  void closingTheContextDestroysThem() {
    try (Context context = builder().create()) {
      context.build(TRACER + "Tracer t(9); kernel void k() {}", CXX);
    }
    assertEquals("+9 -9", taken());
  }

  /** SPIR-V has an initializer and a finalizer for these; those of two modules are linked. */
  @Test
  void objectsOfSpirvLiveAsLong() throws Exception {
    String other = TRACER + "Tracer last(7);";
    for (ContextBuilder builder : List.of(builder(), builder().watched())) {
      try (Context context = builder.create()) {
        ObjectCode first = context.compile(il(LIVES), "");
        ObjectCode second = context.compile(il(other), "");
        Program program = context.load(context.link(List.of(first, second), ""));
        assertEquals("+5 +1 +2 +3 +7", taken());
        assertEquals(List.of("k", "other"), program.kernelNames());
        assertTrue(program.hasConstructors() && program.hasDestructors());
        Buffer out = context.buffer(4);
        program.kernel("k").with(out).run(NDRange.of(1));
        program.close();
        assertEquals("+6 -7 -6 -late4 -3 -2 -1 -5", taken());
      }
    }
  }

  private static IlModule il(String source) throws CompileException, InvalidOptionException {
    CompileRequest request =
        CompileRequest.of("objects.clcpp", source).withOptions(BuildOptions.parse(CXX));
    byte[] bytes = OpenClCompiler.create().compileToIl(request, 0).bytes();
    return IlModule.of("objects.spv", bytes);
  }

  /** Names that are the same in two linked programs, each its own. */
  @Test
  void linkedProgramsHaveTheirObjects() {
    try (Context context = builder().create()) {
      List<ObjectCode> objects = new ArrayList<>();
      for (int i = 1; i <= 2; i++) {
        String source =
            TRACER
                + "static Tracer mine(%d); inline Tracer both(5);".formatted(10 * i)
                + " int get%d() { return mine.id + both.id; }".formatted(i);
        objects.add(context.compile("part" + i + ".cl", source, Map.of(), CXX));
      }
      String main =
          "int get1(); int get2(); kernel void k(global int *x) { *x = get1() + get2(); }";
      objects.add(context.compile("main.cl", main, Map.of(), CXX));
      byte[] binary = context.link(objects, "").binary();
      assertEquals("", taken(), "to link runs nothing");
      for (int i = 0; i < 2; i++) { // the second time from the cache
        Program program = context.load(ObjectCode.parse(binary));
        assertEquals("+5 +10 +20", taken());
        Buffer x = context.buffer(4);
        program.kernel("k").with(x).run(NDRange.of(1));
        int[] result = new int[1];
        x.read(result);
        assertEquals(40, result[0]);
        program.close();
        assertEquals("-20 -10 -5", taken());
      }
    }
  }

  @Test
  void checkConstructsThemForItself() {
    try (Context context = builder().create()) {
      Program program = context.build(LIVES, CXX);
      taken();
      Buffer out = context.buffer(4);
      Report report = program.kernel("k").with(out).check(NDRange.of(1));
      assertTrue(report.isClean(), report::toString);
      int[] result = new int[1];
      out.read(result);
      assertEquals(19, result[0]);
    }
  }

  @Test
  void findingsNameLinesOfClassesAndTemplates() {
    String source =
        """
        template <class T> struct Counter {
          T n;
          void add(T by) {
            n = n + by;
          }
        };
        Counter<int> counter;
        kernel void k() {
          counter.add(1);
        }
        """;
    try (Context context = Context.builder().watched().create()) {
      Program program = context.build("k.clcpp", source, CXX);
      program.kernel("k").with().run(NDRange.of(2).local(2));
      Finding race = context.report().findings().getFirst();
      assertEquals(FindingKind.DATA_RACE, race.kind());
      assertEquals("k.clcpp:4:7", String.valueOf(race.accesses().getFirst().location()));
      assertTrue(race.object().contains("counter"), race.object());
    }
  }

  @Test
  void aFaultInAConstructorIsAnErrorOfTheBuild() {
    String source = "struct S { S() { __builtin_trap(); } }; S s; kernel void k() {}";
    try (Context context = builder().create()) {
      BuildException e = assertThrows(BuildException.class, () -> context.build(source, CXX));
      assertEquals(ErrorCode.CL_BUILD_PROGRAM_FAILURE, e.code());
      assertTrue(e.log().contains("constructor"), e.log());
    }
  }

  @Test
  void filesOfCxxNeedNoOption(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("k.clcpp");
    Files.writeString(
        file,
        "template <class T> T twice(T x) { return 2 * x; }"
            + "kernel void k(global int *x) { *x = twice(__OPENCL_CPP_VERSION__); }");
    try (Context context = builder().create()) {
      for (String options : List.of("", "-cl-std=CLC++", "-DN=1")) {
        int[] x = {0};
        Buffer buffer = context.buffer(x);
        context.build(file, options).kernel("k").with(buffer).run(NDRange.of(1));
        buffer.read(x);
        assertArrayEquals(new int[] {options.contains("C++") ? 200 : 404200}, x);
      }
      assertThrows(BuildException.class, () -> context.build(file, "-cl-std=CL3.0"));
    }
  }
}
