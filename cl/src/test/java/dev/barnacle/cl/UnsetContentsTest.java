package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Memory objects without contents: what writes them, and who reads them before. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnsetContentsTest {
  private static final int COUNT = 64;
  private static final String SOURCE =
      """
      struct pair { int a; int b; };
      kernel void read(global const int *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)]; }
      kernel void constants(constant int *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)]; }
      kernel void even(global int *x) { if (get_global_id(0) % 2 == 0) x[get_global_id(0)] = 1; }
      kernel void bump(global int *x) { atomic_inc(&x[get_global_id(0) % 4]); }
      kernel void put(global atomic_int *x) { atomic_store_explicit(&x[get_global_id(0)], 1, memory_order_relaxed); }
      kernel void halves(global struct pair *x)
      {
        struct pair p;
        p.a = 1;
        x[get_global_id(0)] = p;
      }
      kernel void second(global struct pair *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)].b; }
      kernel void first(global struct pair *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)].a; }
      kernel void texels(read_only image2d_t x, global int *o)
      {
        const int i = get_global_id(0);
        o[i] = read_imagei(x, (int2)(i % 8, i / 8)).x;
      }
      kernel void paint(write_only image2d_t x)
      {
        const int i = get_global_id(0);
        write_imagei(x, (int2)(i % 8, i / 8), (int4)1);
      }
      kernel void dots(global int *x, global int *o)
      {
        int2 v = vload2(get_global_id(0) / 2, x);
        o[get_global_id(0)] = v.x;
      }
      """;

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");
  private final CommandQueue queue = context.queue();

  @AfterAll
  void close() {
    context.close();
  }

  private Buffer unset() {
    Buffer buffer = context.buffer(4 * COUNT);
    buffer.undefineContents();
    return buffer;
  }

  private Report check(String kernel, Object... arguments) {
    return program.kernel(kernel).with(arguments).check(NDRange.of(COUNT));
  }

  private void assertUnset(long offset, Report report) {
    assertEquals(1, report.findings().size(), report::toString);
    Finding finding = report.findings().getFirst();
    assertEquals(FindingKind.UNINITIALIZED_READ, finding.kind(), report::toString);
    assertEquals(offset, finding.offset(), report::toString);
  }

  private void assertClean(Report report) {
    assertTrue(report.isClean(), report::toString);
  }

  @Test
  void theFirstUnwrittenByteIsToldOnce() {
    Buffer buffer = unset();
    assertClean(check("even", buffer));
    assertUnset(4, check("read", buffer, unset()));
    assertUnset(4, check("constants", buffer, unset()));
  }

  /** Who could have set it: the host when it made the buffer, or a kernel in these lines. */
  @Test
  void itIsToldWhereItWasMadeAndWhatCouldHaveSetIt() {
    assertWhy("; this kernel never writes through ", check("read", unset(), unset()));
    assertWhy("' is written in line ", check("bump", unset()));
  }

  private static void assertWhy(String words, Report report) {
    String why = report.findings().getFirst().explanation();
    assertTrue(why.startsWith("the buffer was made without contents (clCreateBuffer"), why);
    assertTrue(why.contains(words), why);
  }

  @Test
  void buffersOfTheJavaApiAreZeros() {
    assertClean(check("read", context.buffer(4 * COUNT), context.buffer(4 * COUNT)));
  }

  @Test
  void anAtomicUpdateReads() {
    assertUnset(0, check("bump", unset()));
    Buffer buffer = unset();
    assertClean(check("put", buffer));
    assertClean(check("bump", buffer));
  }

  @Test
  void fieldsThatWereNeverSetStaySoInLaterLaunches() {
    Buffer pairs = context.buffer(8 * COUNT);
    assertClean(check("halves", pairs));
    assertClean(check("first", pairs, unset()));
    Report report = check("second", pairs, unset());
    assertUnset(4, report);
    assertTrue(report.toString().contains("the copy in line 11 took"), report::toString);
  }

  @Test
  void vectorsAreLookedAtByComponents() {
    Buffer buffer = unset();
    assertClean(check("even", buffer));
    assertClean(check("dots", buffer, unset()));
  }

  @Test
  void imagesAreMemoryToo() {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.SIGNED_INT32);
    Image image = context.image(format, ImageDescription.of2D(8, 8));
    assertClean(check("texels", image, unset()));
    image.undefineContents();
    assertUnset(0, check("texels", image, unset()));
    assertClean(check("paint", image));
    assertClean(check("texels", image, unset()));
  }

  static Stream<Arguments> writers() {
    return Stream.of(
        writer("the host", (queue, x) -> x.write(new int[COUNT])),
        writer("a fill by the host", (queue, x) -> x.fill((byte) 1)),
        writer("a write command", (queue, x) -> queue.write(x, 0, host(), List.of())),
        writer(
            "a fill command",
            (queue, x) ->
                queue.fill(x, MemorySegment.ofArray(new byte[1]), 0, 4 * COUNT, List.of())),
        writer(
            "a copy",
            (queue, x) -> queue.copy(x.context().buffer(4 * COUNT), 0, x, 0, 4 * COUNT, List.of())),
        writer(
            "a map for writing",
            (queue, x) -> {
              Mapping mapping = queue.map(x, Set.of(MapFlag.WRITE), 0, 4 * COUNT, List.of());
              queue.unmap(x, mapping.memory().address(), List.of());
            }),
        writer("the memory itself", (queue, x) -> x.memory()));
  }

  private static Arguments writer(String name, BiConsumer<CommandQueue, Buffer> action) {
    return Arguments.of(name, action);
  }

  private static MemorySegment host() {
    return Arena.ofAuto().allocate(4 * COUNT);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("writers")
  void contentsAreWrittenBy(String name, BiConsumer<CommandQueue, Buffer> action) {
    Buffer buffer = unset();
    action.accept(queue, buffer);
    queue.finish();
    assertClean(check("read", buffer, unset()));
  }

  @Test
  void copiesOfNothingAreNothing() {
    Buffer from = unset();
    from.write(4, MemorySegment.ofArray(new int[COUNT - 2]));
    Buffer to = context.buffer(4 * COUNT);
    queue.copy(from, 0, to, 0, 4 * COUNT, List.of());
    queue.finish();
    assertUnset(0, check("read", to, unset()));
    to.write(0, MemorySegment.ofArray(new int[1]));
    assertUnset(4 * (COUNT - 1), check("read", to, unset()));
  }

  @Test
  void aMapForReadingWritesNothing() {
    Buffer buffer = unset();
    Mapping mapping = queue.map(buffer, Set.of(MapFlag.READ), 0, 4 * COUNT, List.of());
    queue.unmap(buffer, mapping.memory().address(), List.of());
    queue.finish();
    assertUnset(0, check("read", buffer, unset()));
  }

  @Test
  void memoryThatIsTakenAgainBeginsAnew() {
    for (int i = 0; i < 3; i++) {
      try (Buffer buffer = unset()) {
        assertUnset(0, check("read", buffer, unset()));
      }
      try (Buffer buffer = context.buffer(4 * COUNT)) {
        assertClean(check("read", buffer, unset()));
      }
    }
  }

  @Test
  void coarseGrainedMemoryIsWrittenWhileItIsMapped() {
    SvmBlock block = context.svm(4 * COUNT);
    block.undefineContents();
    assertUnset(0, check("read", block.at(0), unset()));
    SvmBlock other = context.svm(4 * COUNT);
    other.undefineContents();
    MemorySegment memory = MemorySegment.ofAddress(other.address()).reinterpret(4 * COUNT);
    queue.svm().map(Set.of(MapFlag.WRITE), memory, List.of());
    queue.svm().unmap(other.at(0), List.of());
    queue.finish();
    assertClean(check("read", other.at(0), unset()));
  }

  /** The host must not access coarse-grained memory that it has not mapped (OpenCL API, 5.6.1). */
  @Test
  void whatTheHostWritesIntoCoarseGrainedMemoryCountsWhileItIsMappedOnly() {
    SvmBlock block = context.svm(4 * COUNT);
    block.undefineContents();
    MemorySegment.ofAddress(block.address()).reinterpret(4 * COUNT).fill((byte) 1);
    assertUnset(0, check("read", block.at(0), unset()));
  }

  /** oneMKL computes on the processor's own threads, also into what is the device's alone. */
  @Test
  void whatTheHostWritesIntoMemoryOfTheDeviceIsSeen() {
    SvmBlock block = context.svm(SvmType.DEVICE, Set.of(), 4 * COUNT, 0);
    block.undefineContents();
    MemorySegment memory = MemorySegment.ofAddress(block.address()).reinterpret(4 * COUNT);
    memory.asSlice(0, 8).fill((byte) 0);
    assertUnset(8, check("read", block.at(0), unset()));
    memory.fill((byte) 0);
    assertClean(check("read", block.at(0), unset()));
  }
}
