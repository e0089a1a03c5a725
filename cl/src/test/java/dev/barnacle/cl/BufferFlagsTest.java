package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.watch.Finding;
import dev.barnacle.watch.FindingKind;
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
    BoundKernel bound =
        writes
            ? program.kernel(kernel).with(buffer)
            : program.kernel(kernel).with(buffer, context.buffer(4 * COUNT));
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

  /** Devices do it all the same, and so the program goes on as it does there. */
  @Test
  void whatIsForbiddenIsDone() {
    Buffer buffer = context.buffer(Set.of(MemoryFlag.READ_ONLY), 4 * COUNT, null);
    check("write", buffer);
    int[] values = new int[COUNT];
    buffer.read(values);
    assertEquals(7, values[COUNT - 1]);
  }

  @Test
  void aPartMayHaveFlagsOfItsOwn() {
    Buffer buffer = context.buffer(4 * COUNT);
    Buffer part = buffer.subBuffer(Set.of(MemoryFlag.READ_ONLY), 0, 4 * COUNT);
    assertEquals(List.of(FindingKind.WRITE_TO_CONSTANT), check("write", part));
    assertEquals(List.of(), check("write", buffer));
  }
}
