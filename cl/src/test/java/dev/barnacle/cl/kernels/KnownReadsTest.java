package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads in loops that others have made before, which are not looked at again, and such as are. */
class KnownReadsTest extends WatchedBodies {
  /** All work-items read 32 elements of local memory, which each of them has written one of. */
  private static final String TILE =
      "local int l[64]; int s = 0; l[get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE); ";

  /** They write the other 32, too. */
  private static final String FULL =
      TILE + "l[32 + get_local_id(0)] = i; barrier(CLK_LOCAL_MEM_FENCE); ";

  private static final String READS = "for (int k = 0; k < 32; k++) s += l[k]; ";

  static Stream<Arguments> kernels() {
    return Stream.of(
        clean("reads of all", TILE + READS + "o[i] = s;"),
        clean(
            "reads of all twice, in both directions",
            TILE + READS + "for (int k = 31; k >= 0; k--) s -= l[k]; o[i] = s;"),
        faulty(
            "a write behind the reads",
            FindingKind.DATA_RACE,
            TILE + READS + "if (i == 20) l[3] = 1; o[i] = s;"),
        faulty(
            "a write between reads",
            FindingKind.DATA_RACE,
            TILE + "if (i == 20) l[3] = 1; " + READS + "o[i] = s;"),
        faulty(
            "a write in the loop",
            FindingKind.DATA_RACE,
            TILE + "for (int k = 0; k < 32; k++) { s += l[k]; if (k == i) l[k] = 1; } o[i] = s;"),
        faulty(
            "an atomic write behind the reads",
            FindingKind.DATA_RACE,
            TILE + READS + "if (i == 20) atomic_add(&l[3], 1); o[i] = s;"),
        clean(
            "a write behind the reads and a barrier",
            TILE
                + READS
                + "barrier(CLK_LOCAL_MEM_FENCE); l[get_local_id(0)] = 1;"
                + " barrier(CLK_LOCAL_MEM_FENCE); "
                + READS
                + "o[i] = s;"),
        faulty(
            "a read behind what has been written",
            FindingKind.UNINITIALIZED_READ,
            TILE + "for (int k = 0; k < (i == 20 ? 33 : 32); k++) s += l[k]; o[i] = s;"),
        faulty(
            "a read behind the object",
            FindingKind.OUT_OF_BOUNDS,
            FULL + "for (int k = 0; k < (i == 60 ? 65 : 64); k++) s += l[k]; o[i] = s;"),
        faulty(
            "a read in front of the object",
            FindingKind.OUT_OF_BOUNDS,
            FULL + "for (int k = 63; k >= (i == 60 ? -1 : 0); k--) s += l[k]; o[i] = s;"),
        faulty(
            "a misaligned read among others",
            FindingKind.MISALIGNED,
            TILE
                + "for (int k = 0; k < 31; k++) s += *(local int *)((local char *)l + 4 * k"
                + " + (k == 9)); o[i] = s;"),
        faulty(
            "writes of another work-group",
            FindingKind.DATA_RACE,
            "int s = 0; for (int k = 0; k < 32; k++) s += o[k]; if (i == 50) o[7] = s;"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void finds(String name, String body, List<FindingKind> kinds) {
    checkKinds(body, kinds);
  }

  /** The kernel writes no {@code a}, of 64 ints, and reads of it are known from the first on. */
  @ParameterizedTest
  @CsvSource({
    "'for (int k = 0; k < 64; k++) s += a[k];',",
    "'for (int k = 0; k < (i == 60 ? 65 : 64); k++) s += a[k];', OUT_OF_BOUNDS",
    "'for (int k = 63; k >= (i == 60 ? -1 : 0); k--) s += a[k];', OUT_OF_BOUNDS",
    "'for (int k = 0; k < 15; k++) s += vload4(k, a + (k == 14 ? 5 : 0)).w;', OUT_OF_BOUNDS",
    "'for (int r = 0; r < 4; r++) for (int k = 0; k < 15; k++) s += *(global int *)((global char"
        + " *)a + 4 * k + (r == 3 && k == 9));', MISALIGNED",
    "'for (int k = 0; k < 64; k++) s += (k == i ? o : a)[k]; if (i == 3) o[40] = s;', DATA_RACE",
    "'for (int k = 0; k < 64; k++) s += (k == i ? o : a)[k]; o[i] = s;',",
    "'for (int k = 0; k < 64; k++) s += (k == 40 ? o : a)[k]; o[i] = s;', DATA_RACE",
  })
  void findsInWhatIsOnlyRead(String reads, @Nullable FindingKind kind) {
    String source =
        "kernel void k(global int *a, global int *o) { int i = get_global_id(0); int s = 0; "
            + reads
            + " o[64 + i] = s; }";
    try (Program program = context.build(source, OPTIONS);
        Buffer in = context.buffer(new int[64]);
        Buffer out = context.buffer(512)) {
      Report report = program.kernel("k").with(in, out).check(NDRange.of(64).local(32));
      assertEquals(
          kind == null ? Set.of() : Set.of(kind),
          report.findings().stream().map(Finding::kind).collect(Collectors.toSet()),
          report::toString);
    }
  }

  /** Runs of reads with steps of all sizes, of ints and vectors, from two objects at one place. */
  @Test
  void readsWhatIsThere() {
    String source =
        """
        kernel void k(global const int *a, global const int *b, global int *o) {
          local int4 l[64];
          int i = get_global_id(0), m = get_local_id(0), s = 0;
          l[m] = (int4)(a[m], b[m], a[m] + 1, b[m] + 1);
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int step = 1; step < 16; step++) {
            global const int *from = step % 3 ? a : b;
            for (int k = 0; k < 64; k += step)
              s = 31 * s + from[k] + l[63 - k].y + l[(k * step + i) % 64].z;
          }
          o[i] = s;
        }
        """;
    int[] a = new int[64];
    int[] b = new int[64];
    for (int i = 0; i < 64; i++) {
      a[i] = i * 7919;
      b[i] = ~i * 104729;
    }
    try (Program program = context.build(source, OPTIONS);
        Buffer first = context.buffer(a);
        Buffer second = context.buffer(b);
        Buffer out = context.buffer(512 * Integer.BYTES)) {
      Report report = program.kernel("k").with(first, second, out).check(NDRange.of(512).local(64));
      assertTrue(report.isClean(), report::toString);
      int[] read = new int[512];
      out.read(read);
      assertArrayEquals(sums(a, b), read);
    }
  }

  private static int[] sums(int[] a, int[] b) {
    int[] sums = new int[512];
    for (int i = 0; i < sums.length; i++) {
      for (int step = 1; step < 16; step++) {
        int[] from = step % 3 != 0 ? a : b;
        for (int k = 0; k < 64; k += step) {
          sums[i] = 31 * sums[i] + from[k] + b[63 - k] + a[(k * step + i) % 64] + 1;
        }
      }
    }
    return sums;
  }
}
