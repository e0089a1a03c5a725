package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
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
        new dev.barnacle.engine.DeviceLimits(8, 1024, 32 << 10, 1L << 30, 1L << 28, 1 << 16);
    try (Context context = new TestKernels().context(new TestEngine());
        Context other = new TestKernels().context(larger)) {
      refused(
          ErrorCode.CL_INVALID_DEVICE, () -> context.queue(other.device(), QueueOptions.IN_ORDER));
      assertEquals(1, context.queue().referenceCount());
    }
  }
}
