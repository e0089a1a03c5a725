package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every execution of a kernel, from Java. */
class ExploreTest {
  private final Context context = Context.create();

  @AfterEach
  void close() {
    context.close();
  }

  private Kernel kernel(String source, String options) {
    Program program = context.build(source, options);
    return program.kernel(program.kernelNames().getFirst());
  }

  private static Set<Integer> first(KernelOutcome outcome) {
    Set<Integer> values = new TreeSet<>();
    for (KernelOutcome.State state : outcome.states()) {
      byte[] bytes = state.contents().getFirst();
      values.add(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt());
    }
    return values;
  }

  @Test
  void everyFinalStateIsFoundAndTheBuffersStayAsTheyAre() {
    Kernel kernel =
        kernel(
            """
            kernel void last(global atomic_int *x) {
              atomic_store_explicit(x, get_global_id(0) + 1, memory_order_relaxed,
                                    memory_scope_device);
            }
            """,
            "-cl-std=CL2.0");
    Buffer x = context.buffer(new int[] {7});
    KernelOutcome outcome = kernel.with(x).explore(NDRange.of(3).local(1));
    assertTrue(outcome.complete());
    assertEquals(List.of(), outcome.faults());
    assertEquals(Set.of(1, 2, 3), first(outcome));
    int[] after = new int[1];
    x.read(after);
    assertEquals(7, after[0]);
  }

  @Test
  void whatHasUndefinedScopesDependsOnTheVersion() {
    String source =
        """
        kernel void pass(global atomic_int *flag, global int *data) {
          if (get_local_id(0) == 0) {
            *data = 1;
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
          } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group)) {
            *data = 2;
          }
        }
        """;
    for (String version : List.of("CL3.0", "CL3.1")) {
      Kernel kernel = kernel(source, "-cl-std=" + version);
      KernelOutcome outcome =
          kernel
              .with(context.buffer(new int[1]), context.buffer(new int[1]))
              .explore(NDRange.of(2).local(2));
      assertEquals(
          version.equals("CL3.1") ? List.of() : List.of("data-race"),
          outcome.faults().stream().map(f -> f.kind().keyword()).distinct().toList(),
          version);
    }
  }

  /**
   * Local memory, functions, vectors, structs, loops and barriers, as the other engines do them.
   */
  @Test
  void theResultIsThatOfARun() {
    Kernel kernel =
        kernel(
            """
            typedef struct { float2 p; int k[2]; } S;
            float f(float x, int n) {
              float r = 0;
              for (int i = 0; i < n; i++) r += x * i / (1 + i);
              return r;
            }
            kernel void k(global float *out, local S *s) {
              int i = get_local_id(0), n = get_local_size(0);
              s[i].p = (float2)(i, 0.5f).yx;
              s[i].k[i & 1] = work_group_reduce_add(i);
              s[i].k[~i & 1] = i << 2;
              barrier(CLK_LOCAL_MEM_FENCE);
              S o = s[(i + 1) % n];
              out[get_global_id(0)] = f(o.p.y, 4) + o.p.x + o.k[0] + sqrt((float) o.k[1]);
            }
            """,
            "-cl-std=CL2.0");
    Buffer out = context.buffer(new float[8]);
    var bound = kernel.with(out, LocalMemory.bytes(64));
    NDRange range = NDRange.of(8).local(4);
    KernelOutcome outcome = bound.explore(range);
    assertEquals(List.of(), outcome.faults());
    assertEquals(1, outcome.states().size());
    bound.run(range);
    float[] expected = new float[8];
    out.read(expected);
    ByteBuffer explored =
        ByteBuffer.wrap(outcome.states().getFirst().contents().getFirst())
            .order(ByteOrder.LITTLE_ENDIAN);
    for (float e : expected) {
      assertEquals(e, explored.getFloat());
    }
  }

  /** Kernels with two buffers, and what is found in each; two work-items of one group. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for (int i = 0; i < 4; i++) if ((i + l) % 2) barrier(0); | barrier-divergence",
        "for (int i = 0; i < 4; i++) barrier(0); |",
        "a[0] = l; b[0] = l; | data-race data-race",
        "a[0] = l; if (l) barrier(0); | barrier-divergence data-race",
        "a[l + 7] = b[9]; a[l] = 1; | out-of-bounds out-of-bounds",
        "a[l] = 1 / b[l]; | division-by-zero",
        "int x; if (b[l]) x = 1; int *p = &x; a[l] = *p; | uninitialized-read",
        "int x[2] = {1}; a[l] = x[1]; |",
        "int4 v; v.x = l; v.y = 2; a[l] = v.x + v.y; |",
        "a[l] = *(global int *)(ulong) b[l]; | null-dereference",
      })
  void allThatIsWrongIsFound(String body, @Nullable String kinds) {
    Kernel kernel =
        kernel(
            "kernel void k(global int *a, global int *b) { int l = get_local_id(0); " + body + " }",
            "-cl-std=CL2.0");
    KernelOutcome outcome =
        kernel
            .with(context.buffer(new int[8]), context.buffer(new int[8]))
            .explore(NDRange.of(2).local(2));
    assertEquals(
        kinds == null ? "" : kinds,
        outcome.faults().stream()
            .map(f -> f.kind().keyword())
            .sorted()
            .collect(Collectors.joining(" ")));
  }

  /** A later store by the work-item that has released goes on with its release sequence. */
  @Test
  void aReleaseSequenceHoldsTheWorkItemsOwnStores() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global atomic_int *flag, global int *data) {
              if (get_global_id(0) == 0) {
                *data = 1;
                atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
                atomic_store_explicit(flag, 2, memory_order_relaxed, memory_scope_device);
              } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
                *data = 2;
              }
            }
            """,
            "-cl-std=CL2.0");
    KernelOutcome outcome =
        kernel
            .with(context.buffer(new int[1]), context.buffer(new int[1]))
            .explore(NDRange.of(2).local(1));
    assertEquals(List.of(), outcome.faults());
    assertEquals(3, outcome.executions());
  }

  @Test
  void whatCannotBeExploredIsAnErrorWithItsPlace() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global long *x) {
              atomic_int own;
              atomic_store(&own, 1);
            }
            """,
            "-cl-std=CL2.0");
    Buffer x = context.buffer(new long[1]);
    ClException error =
        assertThrows(ClException.class, () -> kernel.with(x).explore(NDRange.of(4).local(4)));
    assertEquals(ErrorCode.CL_INVALID_OPERATION, error.code());
    assertTrue(String.valueOf(error.getMessage()).contains(":3:"), error::toString);
  }
}
