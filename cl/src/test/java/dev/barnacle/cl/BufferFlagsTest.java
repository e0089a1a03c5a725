package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels that access buffers in ways that the buffers' flags forbid them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BufferFlagsTest {
  private static final int COUNT = 64;
  private static final String SOURCE =
      """
      kernel void write(global int *x) { x[get_global_id(0)] = 7; }
      kernel void add(global int *x) { atomic_add(x + get_global_id(0), 7); }
      kernel void load(global atomic_int *x, global int *o)
      {
        o[get_global_id(0)] = atomic_load_explicit(x + get_global_id(0), memory_order_relaxed);
      }
      kernel void read(global int *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)]; }
      typedef struct { int a[4]; } S;
      kernel void copy(global S *x)
      {
        S s = {{7, 7, 7, 7}};
        if (get_global_id(0) % 4 == 0) x[get_global_id(0) / 4] = s;
      }
      kernel void same(global int *x) { x[get_global_id(0) / 2] = get_global_id(0); }
      kernel void first(global int *x, global int *o)
      {
        int s = 0;
        for (int k = 0; k < 4; k++) s += x[k];
        o[get_global_id(0)] = s;
      }
      kernel void fetch(constant int *x, global int *o) { o[get_global_id(0)] = x[get_global_id(0)]; }
      """;

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  void close() {
    context.close();
  }

  private List<FindingKind> check(String kernel, Buffer buffer) {
    boolean writes = kernel.equals("write") || kernel.equals("add");
    return writes ? kinds(kernel, buffer) : kinds(kernel, buffer, context.buffer(4 * COUNT));
  }

  private List<FindingKind> kinds(String kernel, Object... arguments) {
    BoundKernel bound = program.kernel(kernel).with(arguments);
    return bound.check(NDRange.of(COUNT)).findings().stream().map(Finding::kind).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "READ_ONLY,write,WRITE_TO_CONSTANT",
    "READ_ONLY,add,WRITE_TO_CONSTANT",
    "READ_ONLY,read,",
    "READ_ONLY,load,",
    "READ_ONLY,fetch,",
    "WRITE_ONLY,write,",
    "WRITE_ONLY,read,READ_OF_WRITE_ONLY",
    "WRITE_ONLY,fetch,READ_OF_WRITE_ONLY",
    "READ_WRITE,add,",
  })
  void flagsSayWhatKernelsMayDo(MemoryFlag flag, String kernel, FindingKind found) {
    Buffer buffer = context.buffer(Set.of(flag), 4 * COUNT, null);
    assertEquals(found == null ? List.of() : List.of(found), check(kernel, buffer));
  }

  @Test
  void eachReadInALoopIsForbidden() {
    Buffer buffer = context.buffer(Set.of(MemoryFlag.WRITE_ONLY), 4 * COUNT, null);
    BoundKernel first = program.kernel("first").with(buffer, context.buffer(4 * COUNT));
    List<Finding> findings = first.check(NDRange.of(COUNT)).findings();
    assertEquals(1, findings.size());
    assertEquals(4 * COUNT, findings.getFirst().count());
  }

  /** Devices do it all the same, and so the program goes on as it does there. */
  @ParameterizedTest
  @CsvSource({"write", "copy"})
  void whatIsForbiddenIsDone(String kernel) {
    Buffer buffer = context.buffer(Set.of(MemoryFlag.READ_ONLY), 4 * COUNT, null);
    buffer.undefineContents();
    assertEquals(Set.of(FindingKind.WRITE_TO_CONSTANT), Set.copyOf(kinds(kernel, buffer)));
    assertEquals(List.of(), kinds("read", buffer, context.buffer(4 * COUNT)));
    int[] values = new int[COUNT];
    buffer.read(values);
    assertEquals(7, values[COUNT - 1]);
  }

  @Test
  void whatIsForbiddenRacesToo() {
    Buffer buffer = context.buffer(Set.of(MemoryFlag.READ_ONLY), 4 * COUNT, null);
    assertEquals(
        Set.of(FindingKind.WRITE_TO_CONSTANT, FindingKind.DATA_RACE),
        Set.copyOf(kinds("same", buffer)));
  }

  @Test
  void aPartMayHaveFlagsOfItsOwn() {
    Buffer buffer = context.buffer(4 * COUNT);
    Buffer part = buffer.subBuffer(Set.of(MemoryFlag.READ_ONLY), 0, 4 * COUNT);
    assertEquals(List.of(FindingKind.WRITE_TO_CONSTANT), check("write", part));
    assertEquals(List.of(), check("write", buffer));
  }
}
