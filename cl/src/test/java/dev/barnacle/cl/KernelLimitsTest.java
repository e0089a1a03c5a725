package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a kernel takes of the device, as it is compiled ({@code clGetKernelWorkGroupInfo}). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KernelLimitsTest {
  private static final String KERNELS =
      """
      kernel void plain(global float *x) { x[get_global_id(0)] *= 2; }
      kernel void doubles(global double *x) { x[get_global_id(0)] *= 2; }
      __attribute__((reqd_work_group_size(8, 4, 1)))
      kernel void required(global float *x) { x[get_global_id(0)] *= 2; }
      kernel void waits(global int *x) { while (atomic_cmpxchg(x, 0, 1) != 0); *x = 0; }
      kernel void array(global int *x) {
        int a[100];
        for (int i = 0; i < 100; i++) a[i] = x[i];
        x[get_global_id(0)] = a[x[0]];
      }
      kernel void keeps(global int *x) {
        int a[1 << 20];
        for (int i = 0; i < 1 << 20; i++) a[i] = x[i & 63];
        barrier(CLK_GLOBAL_MEM_FENCE);
        x[get_global_id(0)] = a[x[0]];
      }
      """;

  private final Context context =
      Context.builder().engineOptions("features=" + TestedFeatures.FEWEST).create();
  private final Program program = context.build(KERNELS);
  private final Context watched = Context.builder().watched().create();

  @AfterAll
  void close() {
    context.close();
    watched.close();
  }

  private Kernel kernel(String name) {
    return program.kernel(name);
  }

  @Test
  void aPlainKernelHasWhatTheDeviceHasAndTheLanesOfItsType() {
    assertEquals(context.device().maxWorkGroupSize(), kernel("plain").maxWorkGroupSize());
    assertEquals(4, kernel("plain").preferredWorkGroupSizeMultiple());
    assertEquals(0, kernel("plain").privateMemoryBytes());
    assertEquals(16, context.device().vectorBytes());
  }

  @Test
  void theRequiredSizeIsTheMost() {
    assertEquals(32, kernel("required").maxWorkGroupSize());
    assertEquals(4, kernel("required").preferredWorkGroupSizeMultiple());
  }

  @Test
  void workItemsThatWaitForEachOtherAreLanes() {
    assertEquals(4, kernel("waits").preferredWorkGroupSizeMultiple());
  }

  @Test
  void privateArraysCount() {
    assertEquals(400, kernel("array").privateMemoryBytes());
    assertTrue(kernel("keeps").privateMemoryBytes() >= 4 << 20);
  }

  /** A launch could not run it, whatever its size. */
  @Test
  void privateMemoryThatNoStackHasIsAnErrorOfTheBuild() {
    String source =
        """
        kernel void huge(global int *x) {
          int a[13 << 20];
          for (int i = 0; i < 13 << 20; i++) a[i] = x[i & 63];
          x[get_global_id(0)] = a[x[0]];
        }
        """;
    BuildException error = assertThrows(BuildException.class, () -> context.build(source));
    assertEquals(ErrorCode.CL_BUILD_PROGRAM_FAILURE, error.code());
    String message =
        "kernel huge needs 54525952 bytes of private memory for a work-item; 50331648 are the most";
    assertEquals("program.cl:1: error: " + message, error.detail());
    assertEquals(error.detail() + "\n", error.log());
  }

  /** Each level calls the one below twice, and the lowest waits: 65,536 waits in one kernel. */
  @Test
  void waitsInFunctionsThatGrowByPowersAreAnErrorOfTheBuild() {
    StringBuilder source = new StringBuilder("void f0() { barrier(CLK_LOCAL_MEM_FENCE); }\n");
    for (int level = 1; level <= 16; level++) {
      source.append("void f%d() { f%d(); f%d(); }%n".formatted(level, level - 1, level - 1));
    }
    source.append("kernel void k() { f16(); }\n");
    BuildException error =
        assertThrows(BuildException.class, () -> context.build(source.toString()));
    assertEquals(ErrorCode.CL_BUILD_PROGRAM_FAILURE, error.code());
    assertTrue(error.log().contains("error: function f"), error.log());
    assertTrue(
        error.log().contains("is too large: functions in which work-items wait"), error.log());
    assertEquals(1, error.log().lines().count(), error.log());
  }

  /** Four work-items' arrays together would be larger than a thread's stack. */
  @Test
  void workItemsWithLargeArraysRunOneByOne() {
    String source =
        """
        kernel void large(global int *x) {
          int a[6 << 20];
          for (int i = 0; i < 6 << 20; i += 1 << 16) a[i] = i + get_global_id(0);
          x[get_global_id(0)] = a[x[get_global_id(0)] << 16];
        }
        """;
    Buffer x = context.buffer(new int[] {1, 2, 3, 4, 5, 6, 7, 8});
    Kernel large = context.build(source).kernel("large");
    large.with(x).run(NDRange.of(8).local(8));
    int[] results = new int[8];
    x.read(results);
    for (int i = 0; i < 8; i++) {
      assertEquals(((i + 1) << 16) + i, results[i], "work-item " + i);
    }
  }

  @Test
  void aGroupLargerThanTheMemoryItKeepsIsAnError() {
    Kernel keeps = kernel("keeps");
    long most = keeps.maxWorkGroupSize();
    long share = context.device().globalMemBytes() / context.device().computeUnits();
    long room = Math.min(context.device().maxWorkGroupSize(), share >> 22);
    assertTrue(most <= room && most >= room - 2, most + " of " + room);
    if (most < context.device().maxWorkGroupSize()) {
      long size = context.device().maxWorkGroupSize();
      Buffer x = context.buffer(new int[64]);
      ClException error =
          assertThrows(ClException.class, () -> keeps.with(x).run(NDRange.of(size).local(size)));
      assertEquals(ErrorCode.CL_INVALID_WORK_GROUP_SIZE, error.code());
    }
  }

  @Test
  void underWatchGroupsAreBestMadeOfSubGroups() {
    Kernel array = watched.build(KERNELS).kernel("array");
    assertEquals(16, array.preferredWorkGroupSizeMultiple());
    assertTrue(array.privateMemoryBytes() >= 400, "" + array.privateMemoryBytes());
    assertEquals(4, watched.device().vectorBytes());
  }
}
