package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.internal.host.ProcessorTopology;
import dev.barnacle.engine.DeviceMemory;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A device divided into sub-devices, and kernels on these. */
class SubDeviceTest {
  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  @Test
  void partsHaveTheirComputeUnits() {
    try (Context context = new TestKernels().context(new TestEngine())) {
      Device device = context.device();
      assertEquals(
          List.of(1, 1, 1, 1),
          device.partitionEqually(1).stream().map(Device::computeUnits).toList());
      assertEquals(
          List.of(3), device.partitionEqually(3).stream().map(Device::computeUnits).toList());
      assertEquals(
          List.of(2, 1),
          device.partitionByCounts(List.of(2, 1)).stream().map(Device::computeUnits).toList());
      assertEquals(device.name(), device.partitionEqually(2).getFirst().name());
      refused(ErrorCode.CL_INVALID_VALUE, () -> device.partitionEqually(0));
      refused(ErrorCode.CL_DEVICE_PARTITION_FAILED, () -> device.partitionEqually(4));
      refused(ErrorCode.CL_INVALID_DEVICE_PARTITION_COUNT, () -> device.partitionEqually(5));
      for (List<Integer> wrong : List.of(List.of(3, 2), List.<Integer>of(), List.of(2, 0))) {
        refused(ErrorCode.CL_INVALID_DEVICE_PARTITION_COUNT, () -> device.partitionByCounts(wrong));
      }
    }
  }

  @Test
  void kernelsRunOnTheUnitsOfTheirQueue() {
    TestEngine engine = new TestEngine();
    Kernel kernel = new TestKernels().in(engine);
    try (Context context = kernel.program().context()) {
      Device part = context.device().partitionByCounts(List.of(3)).getFirst();
      CommandQueue queue = context.queue(part, QueueOptions.IN_ORDER);
      assertEquals(part, queue.device());
      queue.run(kernel.with(), NDRange.of(64), List.of()).waitFor();
      context.queue().run(kernel.with(), NDRange.of(64), List.of()).waitFor();
      assertEquals(3, engine.launches.get(0).computeUnits());
      assertEquals(4, engine.launches.get(1).computeUnits());
    }
  }

  @Test
  void queuesAreForTheContextsDevice() {
    TestEngine larger = new TestEngine();
    larger.limits =
        new dev.barnacle.engine.DeviceLimits(
            8, 1024, 32 << 10, new DeviceMemory.Sizes(1L << 30, 1L << 28, 1 << 16), 16);
    try (Context context = new TestKernels().context(new TestEngine());
        Context other = new TestKernels().context(larger)) {
      refused(
          ErrorCode.CL_INVALID_DEVICE, () -> context.queue(other.device(), QueueOptions.IN_ORDER));
      assertEquals(1, context.queue().referenceCount());
    }
  }

  @Test
  void partsByAffinityStayOnTheirProcessors() {
    try (Context context = Context.builder().watched().create()) {
      assertEquals(List.of(), context.device().affinityDomains());
    }
    try (Context context = Context.create()) {
      List<AffinityDomain> domains = context.device().affinityDomains();
      Assumptions.assumeFalse(domains.isEmpty(), "the system tells of no two affinity domains");
      Program program =
          context.build(
              "kernel void id(global int *x) { x[get_global_id(0)] = get_global_id(0); }");
      for (AffinityDomain domain : domains) {
        List<Device> parts = context.device().partitionByAffinity(domain);
        assertEquals(
            context.device().processors(),
            parts.stream().flatMap(p -> p.processors().stream()).sorted().toList());
        for (Device part : parts) {
          Buffer x = context.buffer(4096);
          assertEquals(part.processors().size(), part.computeUnits());
          context
              .queue(part, QueueOptions.IN_ORDER)
              .run(program.kernel("id").with(x), NDRange.of(1024).local(16), List.of())
              .waitFor();
          int[] ids = new int[1024];
          x.read(ids);
          assertArrayEquals(IntStream.range(0, 1024).toArray(), ids);
        }
      }
    }
  }

  @Test
  void aDeviceOfOneDomainIsNotDivided() {
    Device device = new TestKernels().context(new TestEngine()).device();
    assertEquals(List.of(), device.affinityDomains());
    refused(
        ErrorCode.CL_DEVICE_PARTITION_FAILED,
        () -> device.partitionByAffinity(AffinityDomain.NUMA));
  }

  @Test
  void listsOfProcessorsAreRead() {
    assertEquals(java.util.Set.of(0, 1, 2, 3, 8), ProcessorTopology.parse(" 0-3,8\n"));
    assertEquals(java.util.Set.of(), ProcessorTopology.parse("\n"));
  }
}
