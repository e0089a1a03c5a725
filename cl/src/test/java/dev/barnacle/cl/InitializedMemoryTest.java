package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Contexts whose local and private memory begins as zeros ({@code cl_khr_initialize_memory}). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InitializedMemoryTest {
  private static final int ITEMS = 256;
  private static final int LOCAL = 16;

  /** Each kernel adds up what it finds, and leaves something else there. */
  private static final String SOURCE =
      """
      struct triple { int a; char b; float4 c; };

      kernel void locals(local int *argument, global int *o)
      {
        local int words[24];
        local struct triple t;
        size_t l = get_local_id(0);
        int sum = argument[l] + words[l] + words[23] + t.a + t.b + (int)t.c.y;
        barrier(CLK_LOCAL_MEM_FENCE);
        argument[l] = words[l] = 77;
        if (l == 0) { words[23] = 5; t.a = 6; t.b = 7; t.c = 8.0f; }
        o[get_global_id(0)] = sum;
      }

      int helper(int n)
      {
        int unset[4];
        int found = unset[n & 3];
        unset[n & 3] = n + 1;
        return found + unset[n & 3] - n - 1;
      }

      kernel void privates(int n, global int *o)
      {
        int scalar;
        int array[40];
        float3 vector;
        struct triple t;
        global int *pointer;
        int i = get_global_id(0);
        if (n > ITEMS) { scalar = n; vector = n; t.a = n; pointer = o; }
        int sum = scalar + array[i % 40] + array[(i + n) % 40] + (int)vector.z;
        sum += t.a + t.b + (int)t.c.x + helper(i) + (pointer != 0);
        for (int k = 0; k < 3; k++) {
          int inner[8];
          sum += inner[(i + k) & 7];
          inner[i & 7] = k + 1;
          sum += inner[i & 7] - k - 1;
        }
        o[i] = sum;
      }

      kernel void waiting(global atomic_int *turn, global int *o)
      {
        local int seen;
        local int word[16];
        int found = seen + word[get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        word[get_local_id(0)] = 3;
        if (get_local_id(0) == 0) {
          seen = 40 + get_group_id(0);
          int mine = get_num_groups(0) - 1 - get_group_id(0);
          while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_device) != mine)
            ;
          atomic_store_explicit(turn, mine + 1, memory_order_release, memory_scope_device);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        o[get_global_id(0)] = found + seen + word[get_local_id(0)] - 43 - (int)get_group_id(0);
      }
      """;

  private static final List<Context> CONTEXTS =
      Stream.of(
              Context.builder(),
              Context.builder().engineOptions("lanes=1"),
              Context.builder().watched())
          .map(b -> b.initializeLocalMemory().initializePrivateMemory().create())
          .toList();

  @AfterAll
  void close() {
    CONTEXTS.forEach(Context::close);
  }

  private static Program program(Context context) {
    return context.build(SOURCE, "-cl-std=CL3.0 -w -DITEMS=" + ITEMS);
  }

  /** Runs a kernel in every way, and finds nothing in it where it is watched. */
  private static void assertZeros(String kernel, Object... arguments) {
    for (Context context : CONTEXTS) {
      try (Program program = program(context)) {
        assertZeros(program, kernel, arguments);
      }
    }
    Report report = CONTEXTS.getLast().report();
    assertTrue(report.isClean(), report::toString);
  }

  private static void assertZeros(Program program, String kernel, Object... arguments) {
    try (Buffer out = program.context().buffer(4 * ITEMS);
        Buffer turn = program.context().buffer(4)) {
      Object[] all = Stream.concat(Stream.of(arguments), Stream.of(out)).toArray();
      if (kernel.equals("waiting")) {
        all[0] = turn;
      }
      NDRange range = NDRange.of(ITEMS).local(LOCAL);
      for (int run = 0; run < 2; run++) {
        turn.write(0, MemorySegment.ofArray(new int[1]));
        int[] found = new int[ITEMS];
        Arrays.fill(found, 9);
        out.write(0, MemorySegment.ofArray(found));
        program.kernel(kernel).with(all).run(range);
        out.read(0, MemorySegment.ofArray(found));
        assertArrayEquals(new int[ITEMS], found, kernel);
      }
    }
  }

  @Test
  void localMemoryBeginsAsZerosInEachGroup() {
    assertZeros("locals", LocalMemory.bytes(4 * LOCAL));
  }

  @Test
  void privateVariablesBeginAsZeros() {
    assertZeros("privates", 1);
  }

  @Test
  void groupsThatArePutAsideKeepTheirLocalMemory() {
    assertZeros("waiting", 0);
  }

  /** Binaries have no say in it: it is the context that they are loaded in. */
  @Test
  void whatWasCompiledElsewhereBeginsAsZerosToo() {
    try (Context other = Context.create()) {
      ObjectCode code =
          other.compile("p.cl", SOURCE, Map.of(), "-cl-std=CL3.0 -w -DITEMS=" + ITEMS);
      byte[] binary = other.link(List.of(code), "").binary();
      for (Context context : CONTEXTS) {
        try (Program program = context.load(ObjectCode.parse(binary))) {
          assertZeros(program, "locals", LocalMemory.bytes(4 * LOCAL));
          assertZeros(program, "privates", 1);
        }
      }
    }
  }

  /** The same kernels are faulty where memory begins with anything. */
  @Test
  void elsewhereReadingThemIsAFinding() {
    try (Context context = Context.builder().watched().create();
        Program program = program(context);
        Buffer out = context.buffer(4 * ITEMS)) {
      NDRange range = NDRange.of(ITEMS).local(LOCAL);
      Report locals = program.kernel("locals").with(LocalMemory.bytes(4 * LOCAL), out).check(range);
      Report privates = program.kernel("privates").with(1, out).check(range);
      assertFalse(locals.isClean());
      assertFalse(privates.isClean());
      assertEquals(FindingKind.UNINITIALIZED_READ, locals.findings().getFirst().kind());
      assertEquals(FindingKind.UNINITIALIZED_READ, privates.findings().getFirst().kind());
    }
  }
}
