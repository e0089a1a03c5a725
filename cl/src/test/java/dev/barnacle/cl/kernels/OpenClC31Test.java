package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.LocalMemory;
import dev.barnacle.cl.NDRange;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What OpenCL C 3.1 has beyond 3.0, under both engines. */
class OpenClC31Test {
  private static final String SOURCE =
      """
      #if __OPENCL_C_VERSION__ < CL_VERSION_3_1
      #error version
      #endif
      kernel void k(global int *o, local int *t, int use) {
        const int l = get_local_id(0);
        if (use)
          t[l] = l;
        o[l] = sub_group_shuffle_xor(l, 0) + sub_group_rotate(5, 1)
            + dot_acc_sat_4x8packed_ss_int(0x01010101, 0x02020202, 1) + bit_reverse(1u << 31)
            + work_group_reduce_add(1) + (int)sub_group_broadcast((char)2, 0);
      }
      """;

  private static Kernel kernel(Context context) {
    return context.build(SOURCE, "-cl-std=CL3.1").kernel("k");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void functionsAndLocalMemoryOfNoBytes(boolean watched) {
    try (Context context = (watched ? Context.builder().watched() : Context.builder()).create();
        Buffer out = context.buffer(new int[2])) {
      kernel(context).with(out, LocalMemory.bytes(0), 0).run(NDRange.of(2).local(2));
      int[] o = new int[2];
      out.read(o);
      assertArrayEquals(new int[] {19, 20}, o);
    }
  }

  @Test
  void whoUsesLocalMemoryOfNoBytesIsTold() {
    try (Context context = Context.builder().watched().create();
        Buffer out = context.buffer(new int[2])) {
      Report report =
          kernel(context).with(out, LocalMemory.bytes(0), 1).check(NDRange.of(2).local(2));
      assertTrue(
          report.findings().stream().anyMatch(f -> f.kind() == FindingKind.OUT_OF_BOUNDS),
          report::toString);
    }
  }

  /** Memory scopes may differ from this version on. */
  @Test
  void scopesMayDiffer() {
    String source =
        """
        kernel void k(global int *data, global atomic_int *flag) {
          if (get_local_id(0) == 0) {
            *data = 42;
            atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
          } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group))
            data[1] = *data;
        }
        """;
    for (String version : new String[] {"3.0", "3.1"}) {
      try (Context context = Context.builder().watched().create();
          Buffer data = context.buffer(new int[2]);
          Buffer flag = context.buffer(new int[1])) {
        Report report =
            context
                .build(source, "-cl-std=CL" + version)
                .kernel("k")
                .with(data, flag)
                .check(NDRange.of(2).local(2));
        assertEquals(version.equals("3.1"), report.isClean(), report::toString);
      }
    }
  }
}
