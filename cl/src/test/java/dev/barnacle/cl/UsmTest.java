package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Unified shared memory, and buffers that have device addresses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UsmTest {
  private static final String SOURCE =
      """
      kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }
      kernel void through(global int *global *table, global int *out)
      {
        out[get_global_id(0)] = table[0][get_global_id(0)];
      }
      kernel void addresses(global int *x, global ulong *out) { *out = (ulong)x; }
      """;

  private final Context context = Context.create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");
  private final CommandQueue queue = context.queue();

  @AfterAll
  void close() {
    context.close();
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  private static MemorySegment ints(int... values) {
    return MemorySegment.ofArray(values);
  }

  @Test
  void commandsAndKernelsUseMemoryOfTheDevice() {
    try (SvmBlock device = context.deviceUsm(64);
        SvmBlock host = context.hostUsm(64)) {
      UsmCommands usm = queue.usm();
      usm.fill(device.region(), ints(3));
      queue.run(program.kernel("twice").with(device.pointer(16)), NDRange.of(4));
      usm.migrate(device.region());
      usm.advise(device.region(32, 16));
      usm.copy(host.memory(), device.region()).waitFor();
      assertArrayEquals(
          new int[] {3, 3, 3, 3, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 3, 3},
          host.memory().toArray(ValueLayout.JAVA_INT));
      int[] heap = new int[2];
      usm.copy(ints(heap), device.region(24, 8)).waitFor();
      assertArrayEquals(new int[] {6, 6}, heap);
      refused(ErrorCode.CL_INVALID_OPERATION, device::memory);
      refused(ErrorCode.CL_INVALID_VALUE, () -> device.region(60, 5));
      refused(
          ErrorCode.CL_MEM_COPY_OVERLAP,
          () -> usm.copy(device.region(4, 32), device.region(0, 32)));
      refused(ErrorCode.CL_INVALID_VALUE, () -> usm.fill(device.region(2, 4), ints(1)));
    }
  }

  @Test
  void kernelsReachWhatTheySay() {
    SvmBlock table = context.sharedUsm(8);
    SvmBlock target = context.hostUsm(16);
    SvmBlock out = context.sharedUsm(16);
    table.memory().set(ValueLayout.JAVA_LONG, 0, target.address());
    MemorySegment.copy(new int[] {4, 3, 2, 1}, 0, target.memory(), ValueLayout.JAVA_INT, 0, 4);
    BoundKernel through = program.kernel("through").with(table, out);
    for (IndirectAccess reach :
        List.of(
            IndirectAccess.of(SvmType.HOST),
            IndirectAccess.NONE.withUsm(List.of(target.address())),
            IndirectAccess.NONE.withSvm(List.of(target.address() + 5)))) {
      out.memory().fill((byte) 0);
      queue.run(through.reaching(reach), NDRange.of(4)).waitFor();
      assertArrayEquals(new int[] {4, 3, 2, 1}, out.memory().toArray(ValueLayout.JAVA_INT));
    }
  }

  @Test
  void whatAKernelReachesIsFreedBehindIt() {
    for (IndirectAccess reach : List.of(IndirectAccess.of(SvmType.SHARED), IndirectAccess.NONE)) {
      SvmBlock table = context.sharedUsm(8);
      SvmBlock target = context.sharedUsm(4);
      try (SvmBlock out = context.sharedUsm(4)) {
        table.memory().set(ValueLayout.JAVA_LONG, 0, target.address());
        target.memory().set(ValueLayout.JAVA_INT, 0, 42);
        UserEvent go = context.userEvent();
        Event ran =
            queue.run(
                program.kernel("through").with(table, out).reaching(reach).reaching(target, table),
                NDRange.of(1),
                go);
        long address = target.address();
        target.close();
        table.close();
        assertTrue(target.isClosed());
        assertTrue(context.svmAt(address).isPresent(), "freed while a kernel may use it");
        go.complete();
        ran.waitFor();
        assertEquals(42, out.memory().get(ValueLayout.JAVA_INT, 0));
      }
    }
  }

  @Test
  void aBlockingFreeWaits() throws InterruptedException {
    SvmBlock block = context.deviceUsm(64);
    UserEvent go = context.userEvent();
    Event ran =
        queue.run(
            program.kernel("twice").with(block.pointer(0)).reaching(SvmType.DEVICE),
            NDRange.of(16),
            go);
    Thread free = new Thread(block::closeAndWait);
    free.start();
    while (!block.isClosed()) {
      Thread.onSpinWait();
    }
    assertTrue(free.isAlive());
    assertNotEquals(Event.COMPLETE, ran.status());
    go.complete();
    free.join();
    ran.waitFor(); // the kernel has ended; its event is told of that a moment later
    assertEquals(Event.COMPLETE, ran.status());
    block.closeAndWait(); // does nothing
  }

  @Test
  void addressesAreLookedUpWhenAKernelIsEnqueued() {
    SvmBlock first = context.sharedUsm(64);
    BoundKernel twice = program.kernel("twice").with(first.pointer(0));
    first.memory().set(ValueLayout.JAVA_INT, 0, 1);
    queue.run(twice, NDRange.of(1)).waitFor();
    assertEquals(2, first.memory().get(ValueLayout.JAVA_INT, 0));
    first.closeAndWait();
    // Any address may be an argument of a kernel that does not use it.
    try (SvmBlock out = context.sharedUsm(8)) {
      BoundKernel addresses =
          program.kernel("addresses").with(new DevicePointer(0x1234560), out.pointer(0));
      queue.run(addresses, NDRange.of(1)).waitFor();
      assertEquals(0x1234560, out.memory().get(ValueLayout.JAVA_LONG, 0));
    }
  }

  @Test
  void buffersHaveDeviceAddresses() {
    int[] values = {5, 6, 7, 8};
    Set<MemoryFlag> copied = Set.of(MemoryFlag.READ_WRITE, MemoryFlag.COPY_HOST_PTR);
    try (Buffer buffer = context.addressedBuffer(copied, 16, ints(values));
        Buffer table = context.buffer(new long[] {buffer.deviceAddress() + 4});
        Buffer out = context.buffer(new int[3]);
        Buffer address = context.buffer(8)) {
      program.kernel("through").with(table, out).reaching(buffer).run(NDRange.of(3));
      int[] read = new int[3];
      out.read(read);
      assertArrayEquals(new int[] {6, 7, 8}, read);
      program
          .kernel("twice")
          .with(new DevicePointer(buffer.deviceAddress() + 8))
          .run(NDRange.of(2));
      buffer.read(values);
      assertArrayEquals(new int[] {5, 6, 14, 16}, values);
      program.kernel("addresses").with(buffer, address).run(NDRange.of(1));
      long[] seen = new long[1];
      address.read(seen);
      assertEquals(buffer.deviceAddress(), seen[0]);
      refused(ErrorCode.CL_INVALID_OPERATION, out::deviceAddress);
    }
    try (Buffer whole = context.addressedBuffer(Set.of(), 256, null);
        Buffer part = whole.subBuffer(Set.of(), 128, 128)) {
      assertEquals(whole.deviceAddress() + 128, part.deviceAddress());
    }
    try (SvmBlock block = context.svm(64);
        Buffer buffer =
            context.addressedBuffer(Set.of(MemoryFlag.USE_HOST_PTR), 64, block.memory())) {
      assertEquals(block.address(), buffer.deviceAddress());
    }
  }

  @Test
  void typesAndWishesAreKept() {
    Set<SvmAccess> access = Set.of(SvmAccess.HOST_NOREAD, SvmAccess.DEVICE_NOWRITE);
    try (SvmBlock block = context.svm(SvmType.HOST, access, 100, 64)) {
      assertEquals(SvmType.HOST, block.type());
      assertEquals(access, block.access());
      assertEquals(0, block.address() % 64);
      assertEquals("host USM allocation of 100 bytes", block.toString());
      assertEquals(0x201, SvmAccess.bits(SvmAccess.of(0x201)));
    }
    assertEquals(SvmType.COARSE_GRAIN_BUFFER, context.svm(8).type());
    refused(ErrorCode.CL_INVALID_PROPERTY, () -> SvmAccess.of(4));
    refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> context.hostUsm(0));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(SvmType.HOST, Set.of(), 8, 3));
  }
}
