package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Unified shared memory and device addresses under watch: bounds, lifetimes, what is declared. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchedUsmTest {
  private static final String SOURCE =
      """
      kernel void same(global int *x) { *x = get_global_id(0); }
      kernel void set(global int *x) { x[get_global_id(0)] = 1; }
      kernel void through(global int *global *table) { table[0][get_global_id(0)] += 1; }
      kernel void atomics(global atomic_int *global *table) { atomic_fetch_add(table[0], 1); }
      kernel void copies(global int *global *table, local int *l)
      {
        event_t e = async_work_group_copy(l, table[0], 4, 0);
        wait_group_events(1, &e);
      }
      """;

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  void close() {
    context.close();
  }

  private BoundKernel kernel(String name, Object... arguments) {
    return program.kernel(name).with(arguments);
  }

  private static void finds(FindingKind kind, String message, Report report) {
    assertEquals(
        List.of(kind),
        report.findings().stream().map(Finding::kind).distinct().toList(),
        report::toString);
    assertTrue(report.findings().getFirst().message().contains(message), report::toString);
  }

  private static void clean(Report report) {
    assertTrue(report.isClean(), report::toString);
  }

  private SvmBlock table(long address) {
    SvmBlock table = context.sharedUsm(8);
    table.memory().set(ValueLayout.JAVA_LONG, 0, address);
    return table;
  }

  @Test
  void boundsAreThoseOfTheAllocation() {
    try (SvmBlock block = context.deviceUsm(64)) {
      clean(kernel("set", block.pointer(32)).check(NDRange.of(8)));
      finds(
          FindingKind.OUT_OF_BOUNDS,
          "right behind the end of an object of 64 bytes",
          kernel("set", block.pointer(32)).check(NDRange.of(9)));
    }
  }

  @Test
  void whatIsReachedThroughMemoryIsDeclared() {
    for (SvmType type : List.of(SvmType.DEVICE, SvmType.HOST, SvmType.SHARED)) {
      SvmBlock target = context.svm(type, Set.of(), 64, 0);
      SvmBlock table = table(target.address());
      for (String name : List.of("through", "atomics")) {
        BoundKernel through = kernel(name, table);
        finds(
            FindingKind.UNDECLARED_ACCESS,
            " of a " + type.name().toLowerCase(java.util.Locale.ROOT) + " USM allocation",
            through.check(NDRange.of(1)));
        clean(through.reaching(type).check(NDRange.of(1)));
        clean(through.reaching(target).check(NDRange.of(1)));
      }
      BoundKernel copies = kernel("copies", table, LocalMemory.bytes(16));
      finds(FindingKind.UNDECLARED_ACCESS, "read of a", copies.check(NDRange.of(1)));
      clean(copies.reaching(target).check(NDRange.of(1)));
      BoundKernel through = kernel("through", table).reaching(type);
      finds(FindingKind.DATA_RACE, "", kernel("same", target).check(NDRange.of(4)));
      target.close();
      finds(
          FindingKind.USE_AFTER_FREE,
          " USM allocation that has been freed",
          through.check(NDRange.of(1)));
    }
  }

  @Test
  void anArgumentNeedsNoDeclaration() {
    try (SvmBlock block = context.hostUsm(64)) {
      block.memory().set(ValueLayout.JAVA_LONG, 0, block.address() + 16);
      clean(kernel("through", block).check(NDRange.of(4)));
    }
  }

  @Test
  void pointersThatAreNotUsedMayBeAnything() {
    SvmBlock gone = context.sharedUsm(64);
    gone.close();
    Program unused = context.build("kernel void unused(global int *x, global int *y) { *y = 1; }");
    try (SvmBlock out = context.sharedUsm(4)) {
      for (long address : new long[] {8, gone.address(), Long.MAX_VALUE}) {
        clean(unused.kernel("unused").with(new DevicePointer(address), out).check(NDRange.of(1)));
      }
    }
    finds(
        FindingKind.USE_AFTER_FREE,
        "write of a shared USM allocation that has been freed",
        kernel("set", new DevicePointer(gone.address())).check(NDRange.of(1)));
    finds(
        FindingKind.NULL_DEREFERENCE,
        "a pointer that points to no object (0x10)",
        kernel("set", new DevicePointer(16)).check(NDRange.of(1)));
  }

  @Test
  void promisesAreKept() {
    Set<SvmAccess> readOnly = Set.of(SvmAccess.DEVICE_NOWRITE);
    try (SvmBlock block = context.svm(SvmType.SHARED, readOnly, 64, 0)) {
      SvmBlock table = table(block.address());
      finds(
          FindingKind.WRITE_TO_CONSTANT,
          "",
          kernel("through", table).reaching(block).check(NDRange.of(1)));
    }
  }

  @Test
  void buffersWithDeviceAddresses() {
    Buffer target = context.addressedBuffer(Set.of(), 64, null);
    BoundKernel through = kernel("through", table(target.deviceAddress() + 4));
    finds(
        FindingKind.UNDECLARED_ACCESS,
        "of a buffer with a device address that the kernel is not said to access",
        through.check(NDRange.of(1)));
    BoundKernel said = through.reaching(target);
    clean(said.check(NDRange.of(15)));
    finds(FindingKind.OUT_OF_BOUNDS, "", said.check(NDRange.of(16)));
    clean(kernel("set", target).check(NDRange.of(16)));
    target.close();
    finds(FindingKind.USE_AFTER_FREE, "a buffer with a device", said.check(NDRange.of(1)));
  }

  @Test
  void commandsRaceOnUnifiedSharedMemory() {
    try (Context other = Context.builder().watched().create()) {
      CommandQueue queue = other.queue(QueueOptions.OUT_OF_ORDER);
      SvmBlock block = other.sharedUsm(64);
      queue.usm().fill(block.region(), MemorySegment.ofArray(new int[] {1}));
      queue.usm().copy(MemorySegment.ofArray(new int[16]), block.region());
      queue.finish();
      finds(FindingKind.COMMAND_RACE, "MEMFILL_INTEL", other.report());
      assertEquals("shared USM allocation 1", other.report().findings().getFirst().object());
    }
  }

  @Test
  void freeingWaitsOrIsToldOf() {
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        freed(SvmBlock::close).findings().stream().map(Finding::kind).toList());
    clean(freed(SvmBlock::closeAndWait));
  }

  private static Report freed(java.util.function.Consumer<SvmBlock> free) {
    try (Context other = Context.builder().watched().create()) {
      CommandQueue queue = other.queue();
      SvmBlock block = other.deviceUsm(64);
      Program program = other.build("k.cl", SOURCE, "-cl-std=CL3.0");
      queue.run(program.kernel("set").with(block.pointer(0)), NDRange.of(16));
      free.accept(block);
      queue.finish();
      return other.report();
    }
  }
}
