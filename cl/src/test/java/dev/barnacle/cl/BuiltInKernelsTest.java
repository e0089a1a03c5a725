package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Kernels that are Java methods: programs of them, queues, errors, and what `check` knows. */
class BuiltInKernelsTest {
  private static final NDRange ONE = NDRange.of(1);
  private static final List<Event> NONE = List.of();

  private final List<BuiltInCall> calls = Collections.synchronizedList(new ArrayList<>());

  private final BuiltInKernel scale =
      new BuiltInKernel(
          "kernel void scale(global float *data, float by)",
          call -> {
            calls.add(call);
            MemorySegment data = call.memory(0);
            for (long i = 0; i < data.byteSize() / 4; i++) {
              float value = data.getAtIndex(ValueLayout.JAVA_FLOAT, i);
              data.setAtIndex(ValueLayout.JAVA_FLOAT, i, value * call.floatValue(1));
            }
          });

  private static BuiltInKernel failing(Exception e) {
    return new BuiltInKernel(
        "fail()",
        call -> {
          throw e;
        });
  }

  private static ErrorCode code(Runnable action) {
    return assertThrows(ClException.class, action::run).code();
  }

  @Test
  void runsAtOnceAndInQueuesOfBothDevices() {
    try (Context context = Context.create()) {
      Kernel kernel = context.builtIn(List.of(scale)).kernel("scale");
      Buffer data = context.buffer(new float[] {1, 2, 3});
      kernel.with(data, 2f).run(ONE);
      for (Device device : List.of(context.device(), context.customDevice())) {
        CommandQueue queue = context.queue(device, QueueOptions.OUT_OF_ORDER.withProfiling());
        Event first = queue.run(kernel.with(data, 3f), NDRange.of(8, 2).local(4, 1), NONE);
        Event second = queue.run(kernel.with(data, 1f), ONE, List.of(first));
        second.waitFor();
        Profiling times = first.profiling();
        assertTrue(times.started() <= times.ended());
      }
      float[] result = new float[3];
      data.read(result);
      assertArrayEquals(new float[] {18, 36, 54}, result);
      assertEquals(NDRange.of(8, 2).local(4, 1).offset(0, 0), calls.get(1).range());
      assertEquals(context.device().computeUnits(), calls.get(1).computeUnits());
    }
  }

  @Test
  void theCustomDeviceHasNothingElse() {
    try (Context context = Context.create()) {
      Device custom = context.customDevice();
      assertEquals(DeviceType.CUSTOM, custom.type());
      assertEquals(DeviceType.CPU, context.device().type());
      assertNotEquals(custom, context.device());
      CommandQueue queue = context.queue(custom, QueueOptions.IN_ORDER);
      Program compiled = context.build("kernel void k() {}");
      assertEquals(
          ErrorCode.CL_INVALID_PROGRAM_EXECUTABLE,
          code(() -> queue.run(compiled.kernel("k").with(), ONE, NONE)));
      assertEquals(ErrorCode.CL_INVALID_VALUE, code(() -> custom.partitionEqually(1)));
      assertEquals(ErrorCode.CL_INVALID_VALUE, code(() -> custom.partitionByCounts(List.of(1))));
      assertEquals(Platform.builtInKernels().size(), Set.copyOf(Platform.builtInKernels()).size());
    }
  }

  @Test
  void parametersAreTold() {
    try (Context context = Context.create()) {
      BuiltInKernel kernel =
          new BuiltInKernel(
              "void all(const global uchar4 *restrict a, write_only __global double *b,"
                  + " constant int *c, local long *d, unsigned int e, const float2 f);",
              call -> {});
      Program program = context.builtIn(List.of(kernel, scale));
      assertEquals(List.of("all", "scale"), program.kernelNames());
      assertTrue(program.isBuiltIn());
      Kernel all = program.kernel("all");
      assertEquals("all(uchar4* a, double* b, int* c, long* d, uint e, float2 f)", all.signature());
      assertEquals(
          List.of(
              KernelParameter.Kind.GLOBAL,
              KernelParameter.Kind.GLOBAL,
              KernelParameter.Kind.CONSTANT,
              KernelParameter.Kind.LOCAL,
              KernelParameter.Kind.VALUE,
              KernelParameter.Kind.VALUE),
          all.parameters().stream().map(KernelParameter::kind).toList());
      assertEquals(Set.of("const", "restrict"), all.parameters().get(0).qualifiers());
      assertEquals(Set.of(), all.parameters().get(1).qualifiers());
      assertEquals("none", all.parameters().get(1).access());
      assertTrue(all.parameters().get(2).isConst());
      assertEquals(
          List.of(4L, 8L), all.parameters().stream().skip(4).map(p -> p.byteSize()).toList());
      assertEquals(ErrorCode.CL_INVALID_ARG_VALUE, code(() -> all.arguments().set(0, 5)));
      assertEquals(ErrorCode.CL_INVALID_OPERATION, code(program::objectCode));
    }
  }

  @Test
  void argumentsOfAllKinds() {
    List<Object> seen = new ArrayList<>();
    BuiltInKernel kernel =
        new BuiltInKernel(
            "see(global int *g, global int *none, local int *l, ulong u, double d, float2 v)",
            call -> {
              seen.add(call.memory(0).byteSize());
              seen.add(call.isNull(1));
              seen.add(code(() -> call.memory(1)));
              seen.add(code(() -> call.memory(0, 4, 4)));
              seen.add(call.memory(0, 2, 4).byteSize());
              seen.add(call.memory(2).byteSize());
              seen.add(call.longValue(3));
              seen.add(call.doubleValue(4));
              seen.add(call.value(5).getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, 1));
            });
    try (Context context = Context.create()) {
      SvmBlock block = context.svm(64);
      context
          .builtIn(List.of(kernel))
          .kernel("see")
          .with(block.at(52), null, LocalMemory.bytes(96), -1L, 0.25, new float[] {1, 2})
          .run(ONE);
    }
    assertEquals(
        List.of(
            12L,
            true,
            ErrorCode.CL_INVALID_ARG_VALUE,
            ErrorCode.CL_INVALID_BUFFER_SIZE,
            8L,
            96L,
            -1L,
            0.25,
            2f),
        seen);
  }

  @Test
  void exceptionsEndTheCommandWithTheirCode() {
    List<String> told = new ArrayList<>();
    try (Context context =
        Context.builder().failures((type, failure) -> told.add(failure.getMessage())).create()) {
      CommandQueue queue = context.queue(context.customDevice(), QueueOptions.IN_ORDER);
      ClException own = new ClException(ErrorCode.CL_INVALID_BUFFER_SIZE, "too small");
      assertEquals(ErrorCode.CL_INVALID_BUFFER_SIZE, ended(queue, failing(own)));
      assertEquals(
          ErrorCode.CL_OUT_OF_RESOURCES, ended(queue, failing(new IllegalStateException("no"))));
      BuiltInKernel full =
          new BuiltInKernel(
              "full()",
              call -> {
                throw new OutOfMemoryError();
              });
      assertEquals(ErrorCode.CL_OUT_OF_HOST_MEMORY, ended(queue, full));
      BuiltInKernel inParallel =
          new BuiltInKernel("parallel()", call -> call.parallel(100, i -> List.of().get(i)));
      assertEquals(ErrorCode.CL_OUT_OF_RESOURCES, ended(queue, inParallel));
      assertTrue(
          told.contains(
              "built-in kernel 'fail' failed: java.lang.IllegalStateException: no"
                  + " (CL_OUT_OF_RESOURCES)"),
          told::toString);
    }
  }

  private static ErrorCode ended(CommandQueue queue, BuiltInKernel kernel) {
    Kernel made = queue.context().builtIn(List.of(kernel)).kernel(kernel.name());
    Event event = queue.run(made.with(), ONE, NONE);
    ClException e = assertThrows(ClException.class, event::waitFor);
    return e instanceof FailedEventException && e.getCause() instanceof ClException cause
        ? cause.code()
        : e.code();
  }

  @Test
  void parallelRunsEachTaskOnce() {
    int[] runs = new int[1000];
    BuiltInKernel kernel =
        new BuiltInKernel("count()", call -> call.parallel(runs.length, i -> runs[i]++));
    try (Context context = Context.create()) {
      context.builtIn(List.of(kernel)).kernel("count").with().run(ONE);
    }
    assertArrayEquals(IntStream.range(0, runs.length).map(i -> 1).toArray(), runs);
  }

  @Test
  void wrongDeclarations() {
    for (String wrong :
        List.of(
            "",
            "k",
            "k(int)",
            "k(int x,)",
            "k(int *x)",
            "k(global int x)",
            "k(global int **x)",
            "k(global thing *x)",
            "k(image2d_t x)",
            "k(write_only const global int *x)",
            "k(write_only local int *x)",
            "k(global int *x; int y)",
            "2k()")) {
      assertEquals(
          ErrorCode.CL_INVALID_KERNEL_DEFINITION,
          code(() -> new BuiltInKernel(wrong, call -> {})),
          wrong);
    }
    assertEquals("k", new BuiltInKernel("k(void)", call -> {}).name());
  }

  @Test
  void namesThatThereAreNot() {
    try (Context context = Context.create()) {
      ClException e = assertThrows(ClException.class, () -> context.builtIn("nothing"));
      assertEquals(ErrorCode.CL_INVALID_VALUE, e.code());
      assertTrue(
          String.valueOf(e.getMessage()).contains("there is no built-in kernel 'nothing'"),
          e::toString);
      Program one = context.builtIn("barnacle_sort_int", "barnacle_sort_int");
      assertEquals(List.of("barnacle_sort_int"), one.kernelNames());
      assertSame(context, one.context());
    }
  }

  /** Declared accesses of two launches, and whether they race in an out-of-order queue. */
  @Test
  void checkBelievesDeclarations() {
    String[][] pairs = {
      {"a(global int *x)", "b(global int *x)", "race"},
      {"a(write_only global int *x)", "b(const global int *x)", "race"},
      {"a(const global int *x)", "b(const global int *x)", ""},
      {"a(const global int *x)", "b(constant int *x)", ""}
    };
    for (String[] pair : pairs) {
      BuiltInKernel a = new BuiltInKernel(pair[0], call -> {});
      BuiltInKernel b = new BuiltInKernel(pair[1], call -> {});
      try (Context context = Context.builder().watched().create()) {
        Program program = context.builtIn(List.of(a, b));
        Buffer x = context.buffer(64);
        for (boolean ordered : new boolean[] {true, false}) {
          CommandQueue queue = context.queue(context.customDevice(), QueueOptions.OUT_OF_ORDER);
          Event first = queue.run(program.kernel("a").with(x), ONE, NONE);
          queue.run(program.kernel("b").with(x), ONE, ordered ? List.of(first) : NONE);
          queue.finish();
          boolean races = !ordered && !pair[2].isEmpty();
          List<Finding> findings = context.report().findings();
          assertEquals(races ? 1 : 0, findings.size(), () -> pair[1] + findings);
          if (races) {
            assertEquals(FindingKind.COMMAND_RACE, findings.getFirst().kind());
            assertTrue(findings.getFirst().message().contains("kernel 'a'"));
          }
        }
      }
    }
  }

  /** What a built-in kernel has written is set for the kernels that read it. */
  @Test
  void whatTheyWriteIsSet() {
    BuiltInKernel fill =
        new BuiltInKernel("fill(write_only global int *x)", c -> c.memory(0).fill((byte) 1));
    try (Context context = Context.builder().watched().create()) {
      Buffer x = context.buffer(256);
      x.undefineContents();
      Buffer y = context.buffer(256);
      CommandQueue queue = context.queue();
      queue.run(context.builtIn(List.of(fill)).kernel("fill").with(x), ONE, NONE);
      Program copy =
          context.build(
              "kernel void copy(global const int *x, global int *y)"
                  + " { y[get_global_id(0)] = x[get_global_id(0)]; }");
      queue.run(copy.kernel("copy").with(x, y), NDRange.of(64), NONE);
      queue.finish();
      assertTrue(context.report().isClean(), () -> context.report().toString());
    }
  }

  @Test
  void theyAreNotCheckedThemselves() {
    try (Context context = Context.create()) {
      Kernel kernel = context.builtIn(List.of(scale)).kernel("scale");
      BoundKernel bound = kernel.with(context.buffer(4), 1f);
      assertEquals(ErrorCode.CL_INVALID_OPERATION, code(() -> bound.check(ONE)));
    }
  }
}
