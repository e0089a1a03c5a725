package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.barnacle.cl.internal.program.ClangCompiler;
import dev.barnacle.cl.internal.program.ContextEngine;
import dev.barnacle.cl.internal.program.ProgramReport;
import dev.barnacle.watch.CodeStore;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import dev.barnacle.watch.WatchOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Kernels that are checked with the classes that an earlier process has made of them. */
class WatchedCodeTest {
  private static final int ITEMS = 64;

  private static final String CLEAN =
      """
      kernel void k(global int *x, local int *l) {
        int i = get_local_id(0);
        l[i] = x[get_global_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[get_global_id(0)] = l[15 - i];
      }
      """;

  /** The same, with a race for each pair of neighbours. */
  private static final String RACY = CLEAN.replace("barrier(CLK_LOCAL_MEM_FENCE);", "");

  /**
   * Kernels that have what numbers are given for: cuts, places, saved values, arrays, functions.
   */
  private static final List<String> SOURCES =
      List.of(
          CLEAN,
          RACY,
          """
          constant int table[3] = {1, 2, 3};
          global int total;
          typedef struct { int a; float b[3]; } S;
          __attribute__((noinline)) int f(int a, private int *p) { p[a & 3] += a; return p[0]; }
          kernel void k(global int *x, local int *l) {
            local float tile[16];
            int p[4] = {x[0] * 0, 2, 3, 4};
            S s = {f(get_local_id(0), p), {1, 2, 3}};
            for (int n = 16; n > 0; n /= 2) {
              if (get_local_id(0) < n) tile[get_local_id(0)] = s.b[n % 3] + table[n % 3];
              barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            }
            x[get_global_id(0)] = tile[0] + p[1];
            atomic_add(&total, p[2]);
            printf("%d %d\\n", l[0] * 0, (int)get_global_id(0));
          }
          """,
          """
          kernel void k(global int *x, local int *l) {
            int i = get_local_id(0);
            l[i] = 0;
            for (int n = 0; n < (x[0] & 1) + 3; n++) {
              if (i < n + 100) barrier(CLK_LOCAL_MEM_FENCE);
              l[i] += sub_group_reduce_add(i) + work_group_scan_inclusive_add(n);
            }
            x[get_global_id(0)] = l[i] + work_group_any(i == 3);
          }
          """,
          """
          kernel void k(global int *x, local int *l) {
            global atomic_int *lock = (global atomic_int *)x;
            bool done = false;
            while (!done) {
              int none = 0;
              if (atomic_compare_exchange_strong_explicit(lock, &none, 1, memory_order_acq_rel,
                      memory_order_acquire, memory_scope_device)) {
                x[1]++;
                atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
                done = true;
              }
            }
          }
          """,
          large());

  /** A kernel that is cut into several methods. */
  private static String large() {
    String line = "if (a & %1$d) { a = a * %1$d + x[i]; } else { a ^= %1$d; }%n";
    return """
    kernel void k(global int *x, local int *l) {
      int i = get_global_id(0);
      int a = x[i];
      %s
      x[i] = a;
    }
    """
        .formatted(IntStream.range(0, 400).mapToObj(line::formatted).collect(Collectors.joining()));
  }

  /** What is kept, in memory. */
  private static final class Kept implements CodeStore {
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final List<String> found = new ArrayList<>();

    @Override
    public boolean has(String name) {
      return files.containsKey(name);
    }

    @Override
    public synchronized Optional<byte[]> read(String name) {
      Optional<byte[]> content = Optional.ofNullable(files.get(name));
      content.ifPresent(c -> found.add(name));
      return content;
    }

    @Override
    public void write(String name, byte[] content) {
      files.put(name, content);
    }

    /** Returns the name of the only kernel. */
    String kernel() {
      return files.entrySet().stream()
          .filter(e -> e.getValue().length > 0)
          .map(Map.Entry::getKey)
          .findFirst()
          .orElseThrow();
    }

    /** Returns what is kept of that kernel. */
    byte[] content() {
      return read(kernel()).orElseThrow();
    }
  }

  /** What a check found, whether it read the program, and the numbers that the kernel left. */
  private record Checked(Report report, boolean read, List<Integer> numbers) {}

  private final Kept kept = new Kept();

  @BeforeEach
  void thereIsACompileCache() {
    assumeFalse("off".equals(System.getenv("BARNACLE_COMPILE_CACHE")), "no compile cache");
    SOURCES.forEach(source -> checked(source, new Kept())); // from now on programs come from there
  }

  private static Checked checked(String source, CodeStore store) {
    WatchOptions options = WatchOptions.defaults();
    try (Context context =
            new Context(
                ContextEngine.watching(
                    new WatchEngine(options, (kernel, report) -> {}, store),
                    new ProgramReport((kernel, report) -> {})),
                new ClangCompiler(),
                text -> {},
                Set.of());
        Program program = context.build(source, "-cl-std=CL3.0");
        Buffer buffer = context.buffer(4 * ITEMS)) {
      Report report =
          program
              .kernel("k")
              .with(buffer, LocalMemory.bytes(64))
              .check(NDRange.of(ITEMS).local(16));
      int[] numbers = new int[ITEMS];
      buffer.read(numbers);
      return new Checked(
          report, program.module().isRead(), Arrays.stream(numbers).boxed().toList());
    }
  }

  @Test
  void equalProgramsAreCompiledToEqualClasses() {
    for (String source : SOURCES) {
      Kept other = new Kept();
      kept.files.clear();
      Checked one = checked(source, kept);
      Checked two = checked(source, other);
      assertEquals(one.report().findings(), two.report().findings(), source);
      assertEquals(2, kept.files.size(), source);
      assertEquals(kept.files.keySet(), other.files.keySet(), source);
      kept.files.forEach((name, file) -> assertArrayEquals(file, other.files.get(name), source));
    }
  }

  @Test
  void whatWasKeptRunsAsWhatWasMade() {
    for (String source : SOURCES) {
      Checked made = checked(source, kept);
      assertTrue(made.read(), source);
      assertEquals(List.of(), kept.found, source);
      Checked again = checked(source, kept);
      assertEquals(1, kept.found.size(), source);
      assertEquals(made.report().findings(), again.report().findings(), source);
      assertEquals(made.numbers(), again.numbers(), source);
      kept.found.clear();
    }
  }

  @Test
  void aCleanKernelIsNotReadAgain() {
    checked(CLEAN, kept);
    Checked again = checked(CLEAN, kept);
    assertTrue(again.report().isClean());
    assertFalse(again.read());
  }

  @Test
  void findingsNameWhatWasRead() {
    checked(RACY, kept);
    Checked again = checked(RACY, kept);
    assertTrue(again.read());
    assertEquals(
        "read races with write of another work-item",
        again.report().findings().getFirst().message());
  }

  @Test
  void damagedFilesAreMadeAgain() {
    checked(CLEAN, kept);
    byte[] whole = kept.content();
    for (int length : new int[] {1, 20, whole.length / 2, whole.length - 1}) {
      kept.files.put(kept.kernel(), Arrays.copyOf(whole, length));
      assertTrue(checked(CLEAN, kept).report().isClean());
      assertArrayEquals(whole, kept.content());
    }
  }

  @Test
  void filesOfAnotherProgramAreNoticed() {
    checked(RACY, kept);
    Kept others = new Kept();
    checked(RACY.replace("15", "14"), others);
    kept.files.put(kept.kernel(), others.content());
    assertThrows(IllegalStateException.class, () -> checked(RACY, kept));
  }
}
