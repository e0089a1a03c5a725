package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Type;
import dev.barnacle.simd.SimdEngine;
import dev.barnacle.simd.SimdOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Runs kernels whose results are compared with an evaluation in Java. The classes beside this one
 * hold what an engine can get wrong, by topic.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SimdKernelTests {
  private static final String OPENCL_3 = "-cl-std=CL3.0";

  private final SimdEngine engine = new SimdEngine(options());
  private final OpenClCompiler compiler = OpenClCompiler.create();
  private final Map<String, Loaded> programs = new HashMap<>();

  /** A program, and what runs its kernels. */
  private record Loaded(Module module, Executable executable) {}

  /** Returns what the system property {@code barnacle.simd} says, if it is set. */
  private static SimdOptions options() {
    String text = System.getProperty("barnacle.simd");
    return text == null ? SimdOptions.defaults() : SimdOptions.defaults().with(text);
  }

  @AfterAll
  void closeEngine() {
    programs.values().forEach(p -> p.executable().close());
    engine.close();
  }

  /** Local sizes that matter: alone, odd, a multiple of every vector width, large; with a rest. */
  static Stream<TestRange> ranges() {
    return Stream.of(line(5, 1), line(3 * 7 + 5, 7), line(3 * 64 + 17, 64), line(2 * 256 + 3, 256));
  }

  /** A range of one dimension; the local size need not divide the global size. */
  static TestRange line(long global, long local) {
    return TestRange.of(global).local(local);
  }

  static int global(TestRange range) {
    return Math.toIntExact(range.global().getFirst());
  }

  static int local(TestRange range) {
    return Math.toIntExact(range.local().getFirst());
  }

  /** What a work-group of one dimension is. */
  interface GroupBody {
    /**
     * Computes what the group does.
     *
     * @param group its id
     * @param first the global id of its first work-item
     * @param size its number of work-items
     */
    void run(int group, int first, int size);
  }

  /** Calls the body for each work-group of a range of one dimension. */
  static void forGroups(TestRange range, GroupBody body) {
    int group = 0;
    for (int first = 0; first < global(range); first += local(range)) {
      body.run(group++, first, Math.min(local(range), global(range) - first));
    }
  }

  /** Returns an array of this length with the index in each element, times 7 and plus 3. */
  static int[] numbers(int length) {
    int[] numbers = new int[length];
    for (int i = 0; i < length; i++) {
      numbers[i] = 7 * i + 3;
    }
    return numbers;
  }

  /** Runs a kernel of OpenCL C 3.0; see {@link #runWith}. */
  final void run(String source, String kernel, TestRange range, Object... arguments) {
    runWith(OPENCL_3, source, kernel, range, arguments);
  }

  /** Runs {@code kernel void k(global int *data)} and compares with a function of each element. */
  final void check(String source, TestRange range, IntUnaryOperator expected) {
    int[] data = numbers(global(range));
    int[] wanted = Arrays.stream(data).map(expected).toArray();
    run(source, "k", range, data);
    assertArrayEquals(wanted, data);
  }

  /**
   * Runs a kernel. Arguments that are arrays become buffers, whose contents are in the arrays again
   * afterwards; numbers are passed in as many bytes as their parameters have, memory as the bytes
   * that it has. The same source and options are the same program, whose variables keep their
   * values.
   */
  final void runWith(
      String options, String source, String kernel, TestRange range, Object... arguments) {
    Loaded program = programs.computeIfAbsent(options + '\n' + source, s -> load(source, options));
    Function function = program.module().kernel(kernel).orElseThrow();
    try (Arena arena = Arena.ofShared()) {
      List<Argument> bound = new ArrayList<>();
      for (int i = 0; i < arguments.length; i++) {
        bound.add(argument(arena, function.parameters().get(i).type(), arguments[i]));
      }
      program.executable().launch(new Launch(function, range.range(), bound, _ -> {}));
      for (int i = 0; i < arguments.length; i++) {
        if (arguments[i].getClass().isArray() && bound.get(i) instanceof Argument.Memory memory) {
          segment(arguments[i]).copyFrom(memory.memory());
        }
      }
    }
  }

  private Loaded load(String source, String options) {
    try {
      Module module =
          compiler.compile(CompileRequest.of("test.cl", source).withOptions(options)).module();
      return new Loaded(module, engine.load(module));
    } catch (CompileException e) {
      throw new AssertionError(e.log(), e);
    } catch (FrontendException e) {
      throw new AssertionError(e);
    }
  }

  private static Argument argument(Arena arena, Type type, Object given) {
    if (given instanceof Argument argument) {
      return argument;
    }
    if (given instanceof MemorySegment structure) {
      return new Argument.Bytes(structure);
    }
    if (given.getClass().isArray()) {
      MemorySegment array = segment(given);
      return new Argument.Memory(arena.allocate(array.byteSize(), 128).copyFrom(array));
    }
    long bits =
        switch (given) {
          case Float number -> Float.floatToRawIntBits(number);
          case Double number -> Double.doubleToRawLongBits(number);
          case Number number -> number.longValue();
          default -> throw new IllegalArgumentException("no argument: " + given);
        };
    MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_LONG, bits);
    return new Argument.Bytes(bytes.asSlice(0, type.byteSize()));
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      default -> throw new IllegalArgumentException("no buffer of a " + array.getClass());
    };
  }
}
