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
import dev.barnacle.explore.KernelFault;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
          outcome.faults().stream().map(KernelFault::kind).distinct().toList(),
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

  @Test
  void whatCannotBeExploredIsAnErrorWithItsPlace() {
    Kernel kernel =
        kernel(
            """
            kernel void k(global int *x, local int *l) {
              event_t e = async_work_group_copy(l, x, 4, 0);
              wait_group_events(1, &e);
            }
            """,
            "-cl-std=CL2.0");
    Buffer x = context.buffer(new int[4]);
    ClException error =
        assertThrows(
            ClException.class,
            () -> kernel.with(x, LocalMemory.bytes(16)).explore(NDRange.of(4).local(4)));
    assertEquals(ErrorCode.CL_INVALID_OPERATION, error.code());
    assertTrue(String.valueOf(error.getMessage()).contains(":2:"), error::toString);
  }
}
