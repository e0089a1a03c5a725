package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.SvmBlock;
import dev.barnacle.explore.KernelOutcome;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pointers in memory under {@code explore}. What the engines come to, they come to when explored.
 */
class ExploreMemoryTest {
  private static final int COUNT = 32;

  /** Kernels of pointers: nodes and what they hold in a, flags in b from 8 on, results before. */
  private static final String POINTERS =
      """
      struct node { int value; global struct node *next; };
      #define FLAG ((global atomic_int *)(b + 8))
      #define HEAD ((global atomic_uintptr_t *)(b + 10))
      #define PUT(o) atomic_store_explicit(FLAG, 1, o, memory_scope_device)
      #define GOT(o) atomic_load_explicit(FLAG, o, memory_scope_device)
      void make(global struct node *n) {
        for (int i = 0; i < 3; i++) {
          n[i].value = i + 1;
          n[i].next = i > 0 ? n + i - 1 : 0;
        }
      }
      int sum(global struct node *n) {
        int sum = 0;
        for (; n; n = n->next) sum += n->value;
        return sum;
      }
      kernel void list(global int *a, global int *b) {
        global struct node *n = (global struct node *)a;
        if (get_global_id(0) == 0) {
          make(n);
          PUT(memory_order_release);
        } else if (GOT(memory_order_acquire)) b[0] = sum(n + 2);
      }
      kernel void list_relaxed(global int *a, global int *b) {
        global struct node *n = (global struct node *)a;
        if (get_global_id(0) == 0) {
          make(n);
          PUT(memory_order_relaxed);
        } else if (GOT(memory_order_relaxed)) b[0] = sum(n + 2);
      }
      void push(global struct node *n, global int *b, memory_order o) {
        uintptr_t first = atomic_load_explicit(HEAD, memory_order_relaxed, memory_scope_device);
        do n->next = (global struct node *)first;
        while (!atomic_compare_exchange_strong_explicit(
            HEAD, &first, (uintptr_t)n, o, memory_order_relaxed, memory_scope_device));
      }
      kernel void stack(global int *a, global int *b) {
        int i = get_global_id(0);
        global struct node *n = (global struct node *)a + i;
        n->value = i + 1;
        push(n, b, memory_order_release);
        if (i == 0)
          b[0] = sum((global struct node *)
              atomic_load_explicit(HEAD, memory_order_acquire, memory_scope_device));
      }
      kernel void stack_relaxed(global int *a, global int *b) {
        int i = get_global_id(0);
        global struct node *n = (global struct node *)a + i;
        n->value = i + 1;
        push(n, b, memory_order_relaxed);
        if (i == 0)
          b[0] = sum((global struct node *)
              atomic_load_explicit(HEAD, memory_order_acquire, memory_scope_device));
      }
      kernel void choice(global int *a, global int *b) {
        global int *global *p = (global int *global *)(b + 12);
        if (get_global_id(0) == 0) {
          *p = b;
          **p = 4;
          PUT(memory_order_release);
        } else if (GOT(memory_order_acquire)) {
          global int *q = *p;
          if (q == a) a[0] = 7;
          else if (q == b && q != 0) *q += 1;
        }
      }
      kernel void nothing(global int *a, global int *b) {
        global int *global *p = (global int *global *)(b + 12);
        if (get_global_id(0) == 0) *b = **p;
      }
      kernel void own(global int *a, global int *b) {
        int mine = 3;
        global int **p = 0;
        global ulong *kept = (global ulong *)b + 6;
        if (get_global_id(0) == 0) {
          *kept = (ulong)&mine;
          PUT(memory_order_release);
        } else if (GOT(memory_order_acquire)) b[0] = *(int *)*kept;
      }
      kernel void tile(global int *a, global int *b) {
        local int t[1];
        t[0] = 5;
        global ulong *kept = (global ulong *)b + 6;
        if (get_global_id(0) == 0) {
          *kept = (ulong)t;
          PUT(memory_order_release);
        } else if (GOT(memory_order_acquire)) b[0] = *(local int *)*kept;
      }
      """;

  private final Context context = Context.builder().watched().create();

  @AfterEach
  void close() {
    context.close();
  }

  private static Set<String> faults(KernelOutcome outcome) {
    return outcome.faults().stream()
        .map(f -> f.kind().keyword())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the first number of a buffer in each final state. */
  private static Set<Integer> first(KernelOutcome outcome, String buffer) {
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    Set<Integer> values = new TreeSet<>();
    for (KernelOutcome.State state : outcome.states()) {
      byte[] bytes = state.contents().get(names.indexOf(buffer));
      values.add(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt());
    }
    return values;
  }

  /** Explores a kernel of two work-items; what runs come to must be among what is found. */
  private KernelOutcome explore(String source, String kernel) {
    NDRange range = NDRange.of(2).local(1);
    KernelOutcome outcome = null;
    try (var program = context.build(source, "-cl-std=CL3.0")) {
      Buffer a = context.buffer(new int[COUNT]);
      Buffer b = context.buffer(new int[COUNT]);
      var bound = program.kernel(kernel).with(a, b);
      outcome = bound.explore(range);
      assertTrue(outcome.complete(), outcome.limits()::toString);
      if (!outcome.faults().isEmpty()) {
        return outcome;
      }
      Set<Integer> values = first(outcome, "b");
      for (int i = 0; i < 3; i++) {
        b.write(new int[COUNT]);
        a.write(new int[COUNT]);
        if (i == 0) {
          assertTrue(bound.check(range).isClean(), kernel);
        } else {
          bound.run(range);
        }
        int[] result = new int[COUNT];
        b.read(result);
        assertTrue(values.contains(result[0]), () -> kernel + ": " + result[0] + ", not " + values);
      }
    }
    return outcome;
  }

  private void compare(String source, String kernel, String expected) {
    KernelOutcome outcome = explore(source, kernel);
    List<String> wanted = new ArrayList<>(List.of(expected.split(" ", -1)));
    if (Character.isDigit(expected.charAt(0))) {
      assertEquals(Set.of(), faults(outcome), kernel);
      Set<Integer> values = wanted.stream().map(Integer::valueOf).collect(Collectors.toSet());
      assertEquals(values, first(outcome, "b"), kernel);
    } else {
      assertEquals(new TreeSet<>(wanted), faults(outcome), kernel);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "list, 0 6",
    "list_relaxed, data-race",
    "stack, 1 3",
    "stack_relaxed, data-race",
    "choice, 4 5",
    "nothing, null-dereference",
    "own, out-of-bounds",
    "tile, out-of-bounds"
  })
  void pointersInMemory(String kernel, String expected) {
    compare(POINTERS, kernel, expected);
  }

  /** Of shared virtual memory the host knows the addresses as well. */
  @Test
  void pointersThatTheHostHasStored() {
    String source =
        """
        struct node { global struct node *next; int value; };
        kernel void sums(global struct node *first, global int *out, global int *global *third) {
          int s = 0;
          for (global struct node *n = first; n; n = n->next) s += n->value;
          if (get_global_id(0) == 0) {
            *out = s;
            *third = &first->next->value;
          }
        }
        kernel void writes(global struct node *first, global int *out, global int *global *third) {
          first->next->value = 1;
        }
        """;
    SvmBlock second = context.svm(16);
    second.memory().set(ValueLayout.JAVA_INT, 8, 30);
    SvmBlock first = context.svm(16);
    first.memory().set(ValueLayout.JAVA_LONG, 0, second.address());
    first.memory().set(ValueLayout.JAVA_INT, 8, 12);
    SvmBlock third = context.svm(8);
    Buffer out = context.buffer(new int[1]);
    NDRange range = NDRange.of(2).local(1);
    try (var program = context.build(source, "-cl-std=CL3.0")) {
      var bound = program.kernel("sums").with(first.at(0), out, third.at(0));
      KernelOutcome outcome = bound.explore(range);
      assertTrue(outcome.isCorrect(), outcome.faults()::toString);
      assertEquals(Set.of(42), first(outcome, "out"));
      assertTrue(bound.check(range).isClean());
      List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
      byte[] kept = outcome.states().getFirst().contents().get(names.indexOf("third"));
      long address = ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN).getLong();
      assertEquals(third.memory().get(ValueLayout.JAVA_LONG, 0), address);
      assertEquals(second.address() + 8, address);
      KernelOutcome racy =
          program.kernel("writes").with(first.at(0), out, third.at(0)).explore(range);
      assertEquals(Set.of("data-race"), faults(racy));
      assertEquals("shared virtual memory", racy.faults().getFirst().object());
    }
  }
}
