package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Shared virtual memory: host and kernels use the same addresses. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SvmTest {
  private static final String LIST =
      """
      struct node { global struct node *next; int value; };
      kernel void sum(global struct node *first, global int *result)
      {
        int s = 0;
        for (global struct node *n = first; n; n = n->next)
          s += n->value;
        *result = s;
      }
      kernel void twice(global int *x) { x[get_global_id(0)] *= 2; }
      kernel void count(global atomic_int *n) { atomic_fetch_add(n, 1); }
      """;

  private final Context context = Context.create();
  private final Program program = context.build(LIST, "-cl-std=CL3.0");
  private final CommandQueue queue = context.queue();

  @AfterAll
  void close() {
    context.close();
  }

  private static void refused(ErrorCode code, Runnable action) {
    assertEquals(code, assertThrows(ClException.class, action::run).code());
  }

  /** A list of the values 1 to 10, its nodes in blocks of their own. */
  private SvmBlock list(List<SvmBlock> nodes) {
    for (int i = 0; i < 10; i++) {
      SvmBlock node = context.svm(16);
      node.memory().set(ValueLayout.JAVA_LONG, 0, i == 0 ? 0 : nodes.getLast().address());
      node.memory().set(ValueLayout.JAVA_INT, 8, i + 1);
      nodes.add(node);
    }
    return nodes.getLast();
  }

  @Test
  void kernelsFollowPointersInMemory() {
    List<SvmBlock> nodes = new ArrayList<>();
    SvmBlock first = list(nodes);
    SvmBlock result = context.svm(4);
    queue
        .run(program.kernel("sum").with(first.at(0), result.at(0)), NDRange.of(1), List.of())
        .waitFor();
    assertEquals(55, result.memory().get(ValueLayout.JAVA_INT, 0));
    nodes.forEach(SvmBlock::close);
  }

  @Test
  void pointersMayPointIntoABlock() {
    try (SvmBlock block = context.svm(64)) {
      for (int i = 0; i < 16; i++) {
        block.memory().setAtIndex(ValueLayout.JAVA_INT, i, i);
      }
      program.kernel("twice").with(block.at(16)).run(NDRange.of(4));
      int[] all = block.memory().toArray(ValueLayout.JAVA_INT);
      assertArrayEquals(new int[] {0, 1, 2, 3, 8, 10, 12, 14, 8, 9, 10, 11, 12, 13, 14, 15}, all);
    }
  }

  @Test
  void memoryOfTheSystemIsShared() {
    org.junit.jupiter.api.Assumptions.assumeTrue(
        System.getProperty("barnacle.engine", "simd").equals("simd"),
        "watch checks accesses against blocks, and knows none of the system's");
    try (Arena arena = Arena.ofShared()) {
      MemorySegment mine = arena.allocateFrom(ValueLayout.JAVA_INT, 3, 4);
      program.kernel("twice").with(new SvmPointer(mine.address())).run(NDRange.of(2));
      assertArrayEquals(new int[] {6, 8}, mine.toArray(ValueLayout.JAVA_INT));
    }
  }

  @Test
  void hostAndKernelCountTogether() throws InterruptedException {
    Set<MemoryFlag> atomics = Set.of(MemoryFlag.SVM_FINE_GRAIN_BUFFER, MemoryFlag.SVM_ATOMICS);
    try (SvmBlock counter = context.svm(atomics, 4, 4)) {
      var at = ValueLayout.JAVA_INT.varHandle();
      MemorySegment memory = counter.memory();
      Thread host =
          new Thread(
              () -> {
                for (int i = 0; i < 10_000; i++) {
                  int before = (int) at.getAndAdd(memory, 0L, 1);
                  assertTrue(before >= 0);
                }
              });
      host.start();
      queue
          .run(program.kernel("count").with(counter.at(0)), NDRange.of(10_000), List.of())
          .waitFor();
      host.join();
      assertEquals(20_000, memory.get(ValueLayout.JAVA_INT, 0));
    }
  }

  @Test
  void commandsCopyFillAndMap() {
    SvmBlock a = context.svm(16);
    SvmBlock b = context.svm(16);
    SvmCommands svm = queue.svm();
    svm.fill(a.memory(), MemorySegment.ofArray(new int[] {7, 8}), List.of());
    svm.copy(b.memory().asSlice(4), a.memory().asSlice(0, 12), List.of());
    svm.map(Set.of(MapFlag.READ), b.memory(), List.of()).waitFor();
    assertArrayEquals(new int[] {0, 7, 8, 7}, b.memory().toArray(ValueLayout.JAVA_INT));
    svm.unmap(b.at(0), List.of());
    svm.migrate(List.of(a.at(0), b.at(4)), List.of()).waitFor();
    int[] heap = new int[4];
    svm.copy(MemorySegment.ofArray(heap), b.memory(), List.of()).waitFor();
    assertArrayEquals(new int[] {0, 7, 8, 7}, heap);
    refused(
        ErrorCode.CL_MEM_COPY_OVERLAP,
        () -> svm.copy(a.memory().asSlice(4), a.memory().asSlice(0, 8), List.of()));
    refused(ErrorCode.CL_INVALID_VALUE, () -> svm.migrate(List.of(new SvmPointer(4)), List.of()));
    List<SvmPointer> part = List.of(b.at(4));
    long rest = b.byteSize() - 4;
    svm.migrate(part, List.of(rest), List.of()).waitFor();
    for (long more : new long[] {rest + 1, Long.MAX_VALUE, -1, -rest}) {
      refused(ErrorCode.CL_INVALID_VALUE, () -> svm.migrate(part, List.of(more), List.of()));
    }
    refused(
        ErrorCode.CL_INVALID_VALUE,
        () -> svm.fill(a.memory().asSlice(2, 4), MemorySegment.ofArray(new int[1]), List.of()));
  }

  @Test
  void blocksAreFreedInTurn() {
    SvmBlock a = context.svm(16);
    SvmBlock b = context.svm(16);
    SvmPointer pointer = a.at(0);
    UserEvent go = context.userEvent();
    List<SvmPointer> given = new ArrayList<>();
    queue.svm().free(List.of(b.at(0)), given::addAll, List.of(go));
    Event freed = queue.svm().free(List.of(pointer), null, List.of());
    assertTrue(context.svmAt(a.address() + 15).isPresent());
    assertFalse(context.svmAt(a.address() + 16).isPresent());
    go.complete();
    freed.waitFor();
    assertFalse(context.svmAt(pointer.address()).isPresent());
    assertEquals(List.of(b.at(0)), given);
    b.close();
    refused(ErrorCode.CL_INVALID_VALUE, a::memory);
  }

  @Test
  void buffersLieWithinOneBlock() {
    try (SvmBlock block = context.svm(64)) {
      MemorySegment tail = MemorySegment.ofAddress(block.address() + 32).reinterpret(1 << 20);
      Set<MemoryFlag> inPlace = Set.of(MemoryFlag.USE_HOST_PTR);
      refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> context.buffer(inPlace, 33, tail));
      try (Buffer buffer = context.buffer(inPlace, 32, tail)) {
        assertTrue(buffer.usesSvm());
        queue.fill(buffer, MemorySegment.ofArray(new byte[] {3}), 0, 32, List.of()).waitFor();
      }
      assertEquals(3, block.memory().get(ValueLayout.JAVA_BYTE, 63));
    }
    assertFalse(context.buffer(16).usesSvm());
  }

  @Test
  void flagsAndAlignmentsThatDoNotFitAreRefused() {
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(Set.of(MemoryFlag.SVM_ATOMICS), 16, 0));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(Set.of(MemoryFlag.USE_HOST_PTR), 16, 0));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(Set.of(), 16, 3));
    refused(ErrorCode.CL_INVALID_VALUE, () -> context.svm(Set.of(), 16, 256));
    refused(ErrorCode.CL_INVALID_BUFFER_SIZE, () -> context.svm(0));
  }
}
