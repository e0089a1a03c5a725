package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Shared virtual memory under watch: pointers in memory are followed, and accesses checked. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WatchedSvmTest {
  private static final String SOURCE =
      """
      struct node { global struct node *next; int value; };
      kernel void sum(global struct node *first, global int *result)
      {
        int s = 0;
        for (global struct node *n = first; n; n = n->next)
          s += n->value;
        *result = s;
      }
      kernel void link(global struct node *node, global struct node *next)
      {
        node->next = next;
        node->value = node != next && next == node->next;
      }
      kernel void through(global int *global *table) { table[0][get_global_id(0)] = 1; }
      kernel void same(global int *global *table) { *table[0] = (int)get_global_id(0); }
      kernel void count(global atomic_int *global *table) { atomic_fetch_add(table[0], 1); }
      """;

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");

  @AfterAll
  void close() {
    context.close();
  }

  private Report check(String kernel, NDRange range, Object... arguments) {
    return program.kernel(kernel).with(arguments).check(range);
  }

  private SvmBlock table(SvmBlock target) {
    SvmBlock table = context.svm(8);
    table.memory().set(ValueLayout.JAVA_LONG, 0, target.address());
    return table;
  }

  @Test
  void pointersInMemoryAreFollowed() {
    SvmBlock second = context.svm(16);
    second.memory().set(ValueLayout.JAVA_INT, 8, 30);
    SvmBlock first = context.svm(16);
    first.memory().set(ValueLayout.JAVA_LONG, 0, second.address());
    first.memory().set(ValueLayout.JAVA_INT, 8, 12);
    SvmBlock result = context.svm(4);
    Report report = check("sum", NDRange.of(1), first.at(0), result.at(0));
    assertTrue(report.isClean(), report::toString);
    assertEquals(42, result.memory().get(ValueLayout.JAVA_INT, 0));
  }

  @Test
  void theHostGetsAddresses() {
    SvmBlock nodes = context.svm(64);
    Report report = check("link", NDRange.of(1), nodes.at(16), nodes.at(32));
    assertTrue(report.isClean(), report::toString);
    assertEquals(nodes.address() + 32, nodes.memory().get(ValueLayout.JAVA_LONG, 16));
    assertEquals(1, nodes.memory().get(ValueLayout.JAVA_INT, 24));
  }

  @Test
  void buffersInSvmHaveTheHostsAddressesToo() {
    SvmBlock nodes = context.svm(256);
    try (Buffer first = inPlace(nodes, 0);
        Buffer second = inPlace(nodes, 128)) {
      Report report = check("link", NDRange.of(1), first, second);
      assertTrue(report.isClean(), report::toString);
      assertEquals(nodes.address() + 128, nodes.memory().get(ValueLayout.JAVA_LONG, 0));
    }
  }

  private Buffer inPlace(SvmBlock block, long offset) {
    return context.buffer(
        Set.of(MemoryFlag.USE_HOST_PTR), 128, block.memory().asSlice(offset, 128));
  }

  @Test
  void accessesThroughThemAreChecked() {
    SvmBlock target = context.svm(64);
    SvmBlock table = table(target);
    assertTrue(check("through", NDRange.of(16).local(4), table.at(0)).isClean());
    assertTrue(check("count", NDRange.of(16).local(4), table.at(0)).isClean());
    assertEquals(17, target.memory().get(ValueLayout.JAVA_INT, 0));
    assertEquals(
        List.of(FindingKind.DATA_RACE),
        check("same", NDRange.of(16).local(4), table.at(0)).findings().stream()
            .map(f -> f.kind())
            .distinct()
            .toList());
    target.close();
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        check("through", NDRange.of(1), table.at(0)).findings().stream()
            .map(f -> f.kind())
            .distinct()
            .toList());
  }

  @Test
  void memoryOfTheSystemIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      SvmPointer mine = new SvmPointer(arena.allocate(8, 8).address());
      ClException e = assertThrows(ClException.class, () -> check("count", NDRange.of(1), mine));
      assertEquals(ErrorCode.CL_INVALID_KERNEL_ARGS, e.code());
      assertTrue(e.detail().contains("whose bounds are unknown"), e.detail());
    }
  }

  /** The function of the program that a free command calls frees at the command's turn. */
  @Test
  void aFunctionOfTheProgramFreesInTurn() {
    try (Context other = Context.builder().watched().create()) {
      SvmBlock block = other.svm(256);
      CommandQueue queue = other.queue();
      BoundKernel count =
          other.build(SOURCE, "-cl-std=CL3.0").kernel("link").with(block.at(0), block.at(0));
      queue.run(count, NDRange.of(1), List.of());
      queue.svm().free(List.of(block.at(0)), given -> block.close(), List.of());
      queue.finish();
      assertTrue(other.report().isClean(), () -> other.report().toString());
    }
  }
}
