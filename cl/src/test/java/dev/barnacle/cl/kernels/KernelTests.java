package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.lang.foreign.MemorySegment;
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
abstract class KernelTests {
  private static final String OPENCL_3 = "-cl-std=CL3.0";

  private final Context context;

  /** Runs kernels as the system property {@code barnacle.simd} says, if it is set. */
  KernelTests() {
    this("");
  }

  /** Runs kernels with these options of the engine. */
  KernelTests(String engineOptions) {
    this.context = Context.builder().engineOptions(engineOptions).create();
  }

  private final Map<String, Program> programs = new HashMap<>();

  @AfterAll
  void closeContext() {
    context.close();
  }

  /** Local sizes that matter: alone, odd, a multiple of every vector width, large; with a rest. */
  static Stream<NDRange> ranges() {
    return Stream.of(line(5, 1), line(3 * 7 + 5, 7), line(3 * 64 + 17, 64), line(2 * 256 + 3, 256));
  }

  /** A range of one dimension; the local size need not divide the global size. */
  static NDRange line(long global, long local) {
    return NDRange.of(global).local(local);
  }

  static int global(NDRange range) {
    return Math.toIntExact(range.global().getFirst());
  }

  static int local(NDRange range) {
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
  static void forGroups(NDRange range, GroupBody body) {
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
  final void run(String source, String kernel, NDRange range, Object... arguments) {
    runWith(OPENCL_3, source, kernel, range, arguments);
  }

  /** Runs {@code kernel void k(global int *data)} and compares with a function of each element. */
  final void check(String source, NDRange range, IntUnaryOperator expected) {
    int[] data = numbers(global(range));
    int[] wanted = Arrays.stream(data).map(expected).toArray();
    run(source, "k", range, data);
    assertArrayEquals(wanted, data);
  }

  /**
   * Runs a kernel. Arguments that are arrays become buffers, whose contents are in the arrays again
   * afterwards; others are passed as they are. The same source and options are the same program,
   * whose variables keep their values.
   */
  final void runWith(
      String options, String source, String kernel, NDRange range, Object... arguments) {
    Program program =
        programs.computeIfAbsent(options + '\n' + source, s -> context.build(source, options));
    List<Buffer> buffers = new ArrayList<>();
    Object[] bound = new Object[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      bound[i] = arguments[i];
      if (arguments[i].getClass().isArray()) {
        Buffer buffer = context.buffer(segment(arguments[i]));
        buffers.add(buffer);
        bound[i] = buffer;
      }
    }
    program.kernel(kernel).with(bound).run(range);
    for (int i = 0; i < arguments.length; i++) {
      if (bound[i] instanceof Buffer buffer) {
        buffer.read(0, segment(arguments[i]));
      }
    }
    buffers.forEach(Buffer::close);
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
