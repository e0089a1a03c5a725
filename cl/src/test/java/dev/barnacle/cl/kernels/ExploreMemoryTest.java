package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pointers in memory, pieces of atomic objects, and images that kernels read and write, under
 * {@code explore}. What the engines come to, they come to when explored.
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

  /** Kernels that access an atomic object in a in pieces of other sizes. */
  private static final String PIECES =
      """
      #define FLAG ((global atomic_int *)(b + 8))
      #define PUT(o) atomic_store_explicit(FLAG, 1, o, memory_scope_device)
      #define GOT(o) atomic_load_explicit(FLAG, o, memory_scope_device)
      #define X ((global atomic_int *)a)
      #define SET(p, v) atomic_store_explicit(p, v, memory_order_relaxed, memory_scope_device)
      #define GET(p) atomic_load_explicit(p, memory_order_relaxed, memory_scope_device)
      #define BYTES ((global uchar *)a)
      #define MEET barrier(CLK_GLOBAL_MEM_FENCE)
      #define ID get_local_id(0)
      #define HANDED(name, first, second) \
        kernel void name(global int *a, global int *b) { \
          if (get_global_id(0) == 0) { first; PUT(memory_order_release); } \
          else if (GOT(memory_order_acquire)) { second; } \
        } \
        kernel void name##_relaxed(global int *a, global int *b) { \
          if (get_global_id(0) == 0) { first; PUT(memory_order_relaxed); } \
          else if (GOT(memory_order_relaxed)) { second; } \
        } \
        kernel void name##_before(global int *a, global int *b) { \
          if (get_global_id(0) == 1) { first; PUT(memory_order_release); } \
          else if (GOT(memory_order_acquire)) { second; } \
        }
      typedef struct { int v; int w; } pair;
      HANDED(read_bytes, SET(X, 0x01020304), b[0] = BYTES[0] | BYTES[3] << 8)
      HANDED(write_byte, atomic_fetch_add(X, 0x100), BYTES[0] = 7; b[0] = GET(X))
      HANDED(read_long, SET(X, 1); SET(X + 1, 2), ulong u = *(global ulong *)a;
             b[0] = (int)u + (int)(u >> 32))
      HANDED(write_long, SET(X, 9), *(global ulong *)a = 0x500000004; b[0] = GET(X))
      HANDED(copy, SET(X, 3); a[1] = 4, pair p = *(global pair *)a; b[0] = p.v + p.w)
      HANDED(copy_to, a[8] = 1; a[9] = 2; SET(X, 5),
             *(global pair *)a = *(global pair *)(a + 8); b[0] = GET(X) + a[1])
      HANDED(vectors, SET(X, 0x01020304),
             uchar4 c = vload4(0, BYTES); b[0] = c.x + c.w; vstore4(c.wzyx, 0, BYTES))
      HANDED(plain_then, BYTES[1] = 1, b[0] = GET(X))
      HANDED(float_of, SET(X, 0x40400000), b[0] = (int)as_float(a[0]))
      kernel void apart(global int *a, global int *b) {
        atomic_fetch_add(X, 0x10000);
        MEET;
        BYTES[ID] = ID + 1;
        MEET;
        if (ID == 0) b[0] = GET(X);
      }
      kernel void together(global int *a, global int *b) {
        atomic_fetch_add(X, 0x10000);
        MEET;
        BYTES[1] = ID + 1;
      }
      kernel void beside(global int *a, global int *b) {
        SET(X + ID, 7);
        MEET;
        if (ID == 0) BYTES[1] = 1;
        else b[0] = BYTES[0] + BYTES[2];
      }
      kernel void beside_before(global int *a, global int *b) {
        SET(X, 7);
        MEET;
        if (ID == 1) BYTES[1] = 1;
        else b[0] = BYTES[0] + BYTES[2];
      }
      kernel void over(global int *a, global int *b) {
        SET(X, 7);
        MEET;
        if (ID == 0) BYTES[1] = 1;
        else b[0] = ((global short *)a)[0];
      }
      kernel void two_last(global int *a, global int *b) {
        SET(X, ID == 0 ? 0x1010101 : 0x2020202);
        MEET;
        if (ID == 0) {
          BYTES[0] = 0;
          b[0] = GET(X);
        }
      }
      """;

  /** Kernels that read what they write of an image; two work-items of a group. */
  private static final String IMAGES =
      """
      #define I (int)get_global_id(0)
      #define PUT(i, v) write_imageui(m, i, (uint4)(v))
      #define GET(i) read_imageui(m, i).x
      #define FENCE(f, o) atomic_work_item_fence(f, o, memory_scope_work_item)
      kernel void own(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        FENCE(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel);
        if (I == 1) b[0] = GET(I);
      }
      kernel void own_unfenced(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        b[I] = GET(I);
      }
      kernel void own_global(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        FENCE(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel);
        b[I] = GET(I);
      }
      kernel void own_relaxed(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        FENCE(CLK_IMAGE_MEM_FENCE, memory_order_relaxed);
        b[I] = GET(I);
      }
      kernel void own_again(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        FENCE(CLK_IMAGE_MEM_FENCE, memory_order_acquire);
        PUT(I, I + 2);
        b[I] = GET(I);
      }
      kernel void own_behind(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        barrier(CLK_IMAGE_MEM_FENCE);
        if (I == 0) b[0] = GET(I);
        barrier(CLK_IMAGE_MEM_FENCE);
        PUT(1 - I, 9);
      }
      kernel void read_first(global int *b, read_write image1d_t m) {
        b[I] = GET(I) * 0 + 3;
        PUT(I, 1);
      }
      kernel void met(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        barrier(CLK_IMAGE_MEM_FENCE);
        if (I == 0) b[0] = GET(1);
      }
      kernel void met_local(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (I == 0) b[0] = GET(1);
      }
      kernel void met_global(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (I == 0) b[0] = GET(0) + GET(1);
      }
      #define HANDED(name, order) \
        kernel void name(global int *b, read_write image1d_t m) { \
          if (I == 0) { \
            PUT(1, 5); \
            atomic_store_explicit((global atomic_int *)b + 1, 1, memory_order_release); \
          } else if (atomic_load_explicit((global atomic_int *)b + 1, order)) b[0] = GET(1); \
        }
      HANDED(handed, memory_order_acquire)
      HANDED(handed_relaxed, memory_order_relaxed)
      kernel void fenced_alone(global int *b, read_write image1d_t m) {
        PUT(I, I + 1);
        FENCE(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel);
        if (I == 0) b[0] = GET(1);
      }
      kernel void behind_atomic(global int *b, read_write image1d_t m) {
        int n = atomic_fetch_add((global atomic_int *)b, 1);
        PUT(n, n + 1);
        FENCE(CLK_IMAGE_MEM_FENCE, memory_order_seq_cst);
        if (n == 1) b[2] = GET(n);
      }
      """;

  private final Context context = Context.builder().watched().create();

  /** An argument of kernels behind b. */
  private @Nullable Object other;

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

  /**
   * Explores a kernel of two work-items; what runs come to must be among what is found.
   *
   * @param local how many are in a work-group
   */
  private KernelOutcome explore(String source, String kernel, int local) {
    NDRange range = NDRange.of(2).local(local);
    KernelOutcome outcome = null;
    try (var program = context.build(source, "-cl-std=CL3.0")) {
      Buffer a = context.buffer(new int[COUNT]);
      Buffer b = context.buffer(new int[COUNT]);
      var bound =
          other == null ? program.kernel(kernel).with(a, b) : program.kernel(kernel).with(b, other);
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

  private void compare(String source, String kernel, int local, String expected) {
    KernelOutcome outcome = explore(source, kernel, local);
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
    compare(POINTERS, kernel, 1, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "read_bytes, 0 260",
    "write_byte, 0 263",
    "read_long, 0 3",
    "write_long, 0 4",
    "copy, 0 7",
    "copy_to, 0 3",
    "vectors, 0 5",
    "plain_then, 0 256",
    "float_of, 0 3"
  })
  void piecesThatAreHandedOver(String kernel, String expected) {
    compare(PIECES, kernel, 1, expected);
    compare(PIECES, kernel + "_before", 1, expected);
    compare(PIECES, kernel + "_relaxed", 1, "data-race");
  }

  @ParameterizedTest
  @CsvSource({
    "apart, 131585",
    "together, data-race",
    "beside, 7",
    "beside_before, 7",
    "over, data-race",
    "two_last, 16843008 33686016"
  })
  void piecesOfAGroup(String kernel, String expected) {
    compare(PIECES, kernel, 2, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "own, 2",
    "own_unfenced, missing-fence",
    "own_global, missing-fence",
    "own_relaxed, missing-fence",
    "own_again, missing-fence",
    "own_behind, 1",
    "read_first, 3",
    "met, 2",
    "met_local, data-race",
    "met_global, 3",
    "handed, 0 5",
    "handed_relaxed, data-race",
    "fenced_alone, data-race",
    "behind_atomic, 2"
  })
  void imagesThatAreReadAndWritten(String kernel, String expected) {
    ImageFormat format = new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT32);
    try (Image image = context.image(format, ImageDescription.of1D(2))) {
      other = image;
      compare(IMAGES, kernel, 2, expected);
    }
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
