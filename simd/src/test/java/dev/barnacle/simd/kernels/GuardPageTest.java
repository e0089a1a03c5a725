package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.engine.Argument;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No work-item's access touches more memory than the program says: arrays end, or start, where
 * pages without permission do. A stray access would kill the JVM.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GuardPageTest {
  private static final long PAGE = 4096;
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;

  private static MemorySegment page = MemorySegment.NULL;

  private final KernelRunner runner = KernelRunner.of("");

  @AfterAll
  void close() {
    runner.close();
  }

  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
  }

  @BeforeAll
  static void map() throws Throwable {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "mmap as Linux has it");
    MethodHandle mmap =
        function(
            "mmap",
            FunctionDescriptor.of(
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    MethodHandle mprotect =
        function(
            "mprotect",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
    MemorySegment start =
        (MemorySegment)
            mmap.invokeExact(MemorySegment.NULL, 3 * PAGE, 0, PRIVATE_AND_ANONYMOUS, -1, 0L);
    page = MemorySegment.ofAddress(start.address() + PAGE).reinterpret(PAGE);
    assertEquals(0, (int) mprotect.invokeExact(page, PAGE, READ_AND_WRITE));
  }

  @AfterAll
  static void unmap() throws Throwable {
    MethodHandle munmap =
        function(
            "munmap",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));
    MemorySegment start = MemorySegment.ofAddress(page.address() - PAGE);
    assertEquals(0, (int) munmap.invokeExact(start, 3 * PAGE));
  }

  /**
   * Work-item i below n reads and writes the values at these places of {@code p}; the last of n
   * work-items has the array's last value.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "uchar; 1; p[i] ; ;",
        "uchar; 1; p[n - 1 - i] ; ;",
        "uchar; 1; p[max(i - 1, 0)]; p[min(i + 1, n - 1)] ;",
        "uchar; 3; p[3 * i]; p[3 * i + 2] ;",
        "short; 1; p[i] ; ;",
        "short; 2; p[2 * i + 1] ; ;",
        "int; 1; p[i] ; ;",
        "int; 1; p[i ^ 1] ; ;",
        "int; 1; p[(i & ~(d - 1)) | (i & (d - 1))] ; ;",
        "int; 3; p[3 * i]; p[3 * i + 1]; p[3 * i + 2]",
        "int; 2; p[2 * i] ; ;",
        "long; 1; p[i] ; ;",
        "int4; 1; p[i].x; p[i].w ;",
        "uchar4; 1; p[i].x; p[i].w ;"
      })
  void arraysBetweenGuards(
      String type, int each, String first, @Nullable String second, @Nullable String third) {
    String value =
        Stream.of(first, second, third).filter(v -> v != null).collect(Collectors.joining(" + "));
    String source =
        """
        kernel void k(global TYPE *p, global int *out, int n, int d) {
          int i = get_global_id(0);
          if (i < n) out[i] = VALUE;
        }
        kernel void put(global TYPE *p, int n, int d) {
          int i = get_global_id(0);
          if (i < n) FIRST = i;
        }\
        """
            .replace("TYPE", type)
            .replace("VALUE", value)
            .replace("FIRST", first);
    int n = 34;
    int size = each * n * bytes(type);
    for (long offset : new long[] {PAGE - size, 0}) {
      page.fill((byte) 1);
      int[] out = new int[n];
      Argument p = new Argument.Memory(page.asSlice(offset, size));
      TestRange range = TestRange.of(128).local(64);
      runner.run("", source, "k", range, p, out, n, 16);
      runner.run("", source, "put", range, p, n, 16);
      int[] expected = new int[n];
      Arrays.fill(expected, ones(type) * count(value));
      assertArrayEquals(expected, out, value);
    }
  }

  /** Work-items walk along rows, the last of which ends with the array. */
  @ParameterizedTest
  @CsvSource({
    "int, 1",
    "int, 3",
    "int, 4",
    "int, 6",
    "int, 8",
    "int, 13",
    "short, 1",
    "short, 5",
    "short, 8",
    "uchar, 1",
    "uchar, 2",
    "uchar, 3",
    "uchar, 4",
    "uchar, 7",
    "uchar, 8"
  })
  void rowsBetweenGuards(String type, int n) {
    String source =
        """
        kernel void k(global const TYPE *a, global int *out, int n) {
          int i = get_global_id(0);
          int sum = 0;
          for (int k = 0; k < n + 2; k++) sum += k < n ? a[i * n + k] : 0;
          out[i] = sum;
        }\
        """
            .replace("TYPE", type);
    int items = 64;
    int size = bytes(type) * n * items;
    try (KernelRunner special = KernelRunner.of("versions=special")) {
      for (long offset : new long[] {PAGE - size, 0}) {
        page.fill((byte) 1);
        int[] out = new int[items];
        Argument a = new Argument.Memory(page.asSlice(offset, size));
        special.run("", source, "k", TestRange.of(items).local(32), a, out, n);
        int[] expected = new int[items];
        Arrays.fill(expected, n * ones(type));
        assertArrayEquals(expected, out);
      }
    }
  }

  private static int count(String value) {
    return value.split("p\\[", -1).length - 1;
  }

  private static int bytes(String type) {
    return switch (type) {
      case "uchar" -> 1;
      case "short" -> 2;
      case "long" -> 8;
      case "int4" -> 16;
      default -> 4;
    };
  }

  /** Returns the int that a value has whose bytes are all 1. */
  private static int ones(String type) {
    return switch (type) {
      case "uchar", "uchar4" -> 1;
      case "short" -> 0x0101;
      default -> 0x01010101;
    };
  }
}
