package dev.barnacle.simd.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.Argument;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Local, private, constant and program-scope memory, and generic pointers (OpenCL C, 6.7). */
class MemoryTest extends SimdKernelTests {
  /** Vectors of four and of eight bytes move in one piece where every lane has its own address. */
  @ParameterizedTest
  @MethodSource("ranges")
  void smallVectorsAnywhere(TestRange range) {
    int items = global(range);
    int[] in = new int[4 * items];
    Arrays.setAll(in, i -> i * 0x01030507);
    int[] out = new int[4 * items];
    run(
        """
        kernel void k(global const uchar4 *bytes, global uchar4 *out, global const short4 *shorts) {
          size_t i = get_global_id(0), n = get_global_size(0), at = n - 1 - i;
          if (i % 3 == 1) return;
          size_t from = bytes[0].x == 0 ? (at * 7) % n : 0;
          uchar4 b = bytes[from];
          short4 s = shorts[from];
          out[at] = b.wzyx;
          ((global short4 *)out)[(n + 1) / 2 + at] = s.ywxz;
        }\
        """,
        "k", range, in, out, in);
    for (int i = 0; i < items; i++) {
      int at = items - 1 - i;
      int from = (int) (at * 7L % items);
      int low = in[2 * from];
      int high = in[2 * from + 1];
      boolean runs = i % 3 != 1;
      assertEquals(runs ? Integer.reverseBytes(in[from]) : 0, out[at]);
      int place = 2 * ((items + 1) / 2 + at);
      assertEquals(runs ? (low >>> 16) | (high & 0xffff0000) : 0, out[place]);
      assertEquals(runs ? (low & 0xffff) | high << 16 : 0, out[place + 1]);
    }
  }

  /** A work-group may have all the local memory that the device says it has. */
  @Test
  void allOfTheLocalMemory() {
    long bytes = localMemBytes();
    int[] out = new int[4];
    run(
        """
        kernel void k(local int *scratch, int last, global int *out) {
          scratch[get_local_id(0) == 0 ? last : 0] = 5;
          barrier(CLK_LOCAL_MEM_FENCE);
          out[get_global_id(0)] = scratch[last];
        }
        """,
        "k",
        TestRange.of(4).local(4),
        new Argument.Local(bytes),
        (int) (bytes / Integer.BYTES) - 1,
        out);
    assertArrayEquals(new int[] {5, 5, 5, 5}, out);
  }

  /** Several local variables and arguments of different types do not overlap and are aligned. */
  @ParameterizedTest
  @MethodSource("ranges")
  void localVariablesAndArguments(TestRange range) {
    int[] out = new int[4 * global(range)];
    run(
        """
        kernel void locals(global int4 *out, local char *bytes, local double4 *wide, local short *shorts) {
          local int first;
          local char odd[3];
          local float8 vector;
          local struct { char c; long l; } record;
          int l = get_local_id(0), n = get_local_size(0);
          bytes[l] = l;
          wide[l] = (double4)(l + 0.5);
          shorts[l] = -l;
          if (l == 0) {
            first = get_group_id(0);
            odd[0] = 1; odd[1] = 2; odd[2] = 3;
            vector = (float8)(1, 2, 3, 4, 5, 6, 7, 8);
            record.c = 'x';
            record.l = 1l << 40;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
          int m = n - 1 - l;
          int misaligned = (int)((size_t)wide % 32 + (size_t)&vector % 32 + (size_t)shorts % 2 + (size_t)&record % 8);
          out[get_global_id(0)] = (int4)(bytes[m], (int)(wide[m].w * 2) + shorts[m],
              first + odd[0] + odd[1] + odd[2] + (int)vector.s7 + record.c + (int)(record.l >> 38), misaligned);
        }\
        """,
        "locals",
        range,
        out,
        new Argument.Local(local(range)),
        new Argument.Local(32L * local(range)),
        new Argument.Local(2L * local(range)));
    int[] expected = new int[out.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            int m = size - 1 - l;
            int[] values = {(byte) m, 2 * m + 1 - m, group + 6 + 8 + 'x' + 4, 0};
            System.arraycopy(values, 0, expected, 4 * (first + l), 4);
          }
        });
    assertArrayEquals(expected, out);
  }

  /** Each group has local memory of its own, however many run at once. */
  @Test
  void localMemoryIsTheGroups() {
    TestRange range = line(64 * 500, 64);
    int[] out = new int[global(range)];
    run(
        """
        kernel void own(global int *out) {
          local int sum, table[64];
          int l = get_local_id(0);
          if (l == 0)
            sum = 0;
          table[l] = get_group_id(0);
          barrier(CLK_LOCAL_MEM_FENCE);
          for (int i = 0; i < 50; i++) {
            if (table[(l + i) % 64] == get_group_id(0))
              atomic_inc(&sum);
            barrier(CLK_LOCAL_MEM_FENCE);
          }
          out[get_global_id(0)] = sum;
        }\
        """,
        "own", range, out);
    int[] expected = new int[out.length];
    Arrays.fill(expected, 64 * 50);
    assertArrayEquals(expected, out);
  }

  /** Large private arrays with run-time indices, before and after barriers. */
  @ParameterizedTest
  @MethodSource("ranges")
  void largePrivateArrays(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        kernel void large(global int *out) {
          int table[1000];
          short small[300];
          int g = get_global_id(0);
          for (int i = 0; i < 1000; i++)
            table[i] = i * g;
          for (int i = 0; i < 300; i++)
            small[(i * 7 + g) % 300] = i;
          barrier(CLK_LOCAL_MEM_FENCE);
          int at = g % 1000;
          for (int i = 0; i < 100; i++)
            at = (table[at] + small[at % 300] + 1) % 1000;
          barrier(CLK_LOCAL_MEM_FENCE);
          out[g] = at + table[(at + 1) % 1000];
        }\
        """,
        "large", range, out);
    int[] expected = new int[out.length];
    for (int g = 0; g < expected.length; g++) {
      int[] small = new int[300];
      for (int i = 0; i < 300; i++) {
        small[(i * 7 + g) % 300] = i;
      }
      int at = g % 1000;
      for (int i = 0; i < 100; i++) {
        at = (at * g + small[at % 300] + 1) % 1000;
      }
      expected[g] = at + (at + 1) % 1000 * g;
    }
    assertArrayEquals(expected, out);
  }

  /** Structs with arrays, pointers and nested structs: by value, by pointer, returned, assigned. */
  @ParameterizedTest
  @MethodSource("ranges")
  void structs(TestRange range) {
    int[] data = numbers(3 * global(range));
    int[] before = data.clone();
    run(
        """
        typedef struct { int a; char tag; long wide; } inner;
        typedef struct { inner parts[2]; global int *where; int *mine; } outer;
        inner make(int a, char tag) { inner i = {a, tag, (long)a << 32}; return i; }
        outer twist(outer o) {
          inner swap = o.parts[0];
          o.parts[0] = o.parts[1];
          o.parts[1] = swap;
          return o;
        }
        void bump(outer *o, int by) { o->parts[by & 1].a += by; *o->mine += by; }
        kernel void structs(global int *data) {
          int counter = 0, g = get_global_id(0);
          outer o;
          o.where = data + 3 * g;
          o.mine = &counter;
          o.parts[0] = make(o.where[0], 'a');
          o.parts[1] = make(o.where[1], 'b');
          for (int i = 0; i < g % 4; i++) {
            bump(&o, i + 1);
            o = twist(o);
          }
          o.where[0] = o.parts[0].a;
          o.where[1] = o.parts[1].a + o.parts[0].tag;
          o.where[2] = counter + (int)(o.parts[1].wide >> 32);
        }\
        """,
        "structs", range, data);
    int[] expected = new int[data.length];
    for (int g = 0; g < global(range); g++) {
      int[] a = {before[3 * g], before[3 * g + 1]};
      int[] original = a.clone();
      int counter = 0;
      for (int i = 1; i <= g % 4; i++) {
        a[i & 1] += i;
        counter += i;
        a = new int[] {a[1], a[0]};
        original = new int[] {original[1], original[0]};
      }
      expected[3 * g] = a[0];
      expected[3 * g + 1] = a[1] + (g % 4 % 2 == 0 ? 'a' : 'b');
      expected[3 * g + 2] = counter + original[1];
    }
    assertArrayEquals(expected, data);
  }

  /** Program-scope variables keep their values between the launches of a program. */
  @Test
  void programScopeVariables() {
    String source =
        """
        global int counter = 40;
        global int history[4] = {1, 2, 3};
        global int *global where = &history[2];
        constant int primes[] = {2, 3, 5, 7, 11};
        constant struct { int a; float f[2]; } settings = {6, {0.5f, 1.5f}};
        constant char text[] = "barnacle";
        kernel void next(global int *out) {
          counter += 2;
          history[3] += counter;
          *where += primes[counter % 5];
          where = where == history ? history + 2 : where - 1;
          out[0] = counter;
          for (int i = 0; i < 4; i++)
            out[1 + i] = history[i];
          out[5] = settings.a + (int)(settings.f[0] + settings.f[1]) + text[3] + sizeof(text);
        }\
        """;
    int[] out = new int[6];
    run(source, "next", line(1, 1), out);
    assertArrayEquals(new int[] {42, 1, 2, 3 + 5, 42, 6 + 2 + 'n' + 9}, out);
    run(source, "next", line(1, 1), out);
    assertArrayEquals(new int[] {44, 1, 2 + 11, 8, 86, 6 + 2 + 'n' + 9}, out);
    run(source, "next", line(1, 1), out);
    assertArrayEquals(new int[] {46, 1 + 3, 13, 8, 132, 6 + 2 + 'n' + 9}, out);
  }

  /** What an initialiser does not name is zero, also behind and between addresses. */
  @Test
  void theRestOfAnInitializerIsZero() {
    int[] out = new int[6];
    run(
        """
        constant int sparse[1000] = {[3] = 7};
        constant int none[64] = {0};
        constant int *constant pointers[10] = {[1] = none, [7] = sparse + 3};
        global int variable = 5;
        global int *global far[5000] = {[4000] = &variable};
        kernel void sums(global int *out) {
          for (int i = 0; i < 1000; i++)
            out[0] += sparse[i];
          for (int i = 0; i < 64; i++)
            out[1] += none[i];
          for (int i = 0; i < 10; i++)
            out[2] += pointers[i] != 0 ? 100 + *pointers[i] : 0;
          for (int i = 0; i < 5000; i++)
            out[3] += far[i] != 0 ? 1000 + *far[i] : 0;
          out[4] = far[4999] == 0;
          out[5] = sparse[out[1] + 999];
        }\
        """,
        "sums", line(1, 1), out);
    assertArrayEquals(new int[] {7, 0, 207, 1005, 1, 0}, out);
  }

  /** A generic pointer points to whatever it was made from (OpenCL C, 6.7.5). */
  @ParameterizedTest
  @MethodSource("ranges")
  void genericPointers(TestRange range) {
    int[] data = numbers(global(range));
    int[] before = data.clone();
    run(
        """
        int add(int *p, int by) { *p += by; return *p; }
        int kind(const int *p) { return to_global(p) ? 1 : to_local(p) ? 2 : to_private(p) ? 3 : 0; }
        kernel void through(global int *data, local int *tile) {
          int l = get_local_id(0), mine = 5;
          tile[l] = 10;
          int *p = l % 3 == 0 ? &mine : l % 3 == 1 ? (int *)(tile + l) : (int *)(data + get_global_id(0));
          int sum = 0;
          for (int i = 0; i < 4; i++)
            sum = add(p, i + l);
          data[get_global_id(0)] = sum * 10 + kind(p);
        }\
        """,
        "through", range, data, new Argument.Local(4L * local(range)));
    int[] expected = new int[data.length];
    forGroups(
        range,
        (group, first, size) -> {
          for (int l = 0; l < size; l++) {
            int start = l % 3 == 0 ? 5 : l % 3 == 1 ? 10 : before[first + l];
            int kind = l % 3 == 0 ? 3 : l % 3 == 1 ? 2 : 1;
            expected[first + l] = (start + 6 + 4 * l) * 10 + kind;
          }
        });
    assertArrayEquals(expected, data);
  }

  /** Pointers can be null, compared, subtracted and made from integers. */
  @Test
  void pointerArithmetic() {
    long[] out = new long[6];
    run(
        """
        kernel void pointers(global long *out) {
          global long *end = out + 6;
          global long *none = 0;
          out[0] = end - out;
          out[1] = none == NULL;
          out[2] = (global char *)end - (global char *)(out + 1);
          size_t address = (size_t)out;
          *(global long *)(address + 24) = 33;
          out[4] = (end > out) + (out <= &out[0]) * 2 + (out != end) * 4;
          long big = (1l << 40);
          *(out + big - (big - 5)) = 55;
        }\
        """,
        "pointers",
        line(1, 1),
        out);
    assertArrayEquals(new long[] {6, 1, 40, 33, 7, 55}, out);
  }

  /** An array of arrays, a union, and an enumeration. */
  @ParameterizedTest
  @MethodSource("ranges")
  void arraysOfArraysAndUnions(TestRange range) {
    int[] out = new int[global(range)];
    run(
        """
        enum colour { RED = 3, GREEN, BLUE = 10 };
        typedef union { float f; uint u; uchar bytes[4]; } bits;
        kernel void mixed(global int *out) {
          int g = get_global_id(0);
          int grid[3][4][2];
          for (int i = 0; i < 24; i++)
            grid[i / 8][i / 2 % 4][i % 2] = i + g;
          bits b;
          b.f = g;
          b.bytes[3] ^= 0x80;
          enum colour c = g % 2 ? GREEN : BLUE;
          out[g] = grid[g % 3][(g + 1) % 4][g % 2] + (int)b.f * 1000 + c;
        }\
        """,
        "mixed", range, out);
    int[] expected = new int[out.length];
    for (int g = 0; g < expected.length; g++) {
      int element = g % 3 * 8 + (g + 1) % 4 * 2 + g % 2;
      expected[g] = element + g - 1000 * g + (g % 2 != 0 ? 4 : 10);
    }
    assertArrayEquals(expected, out);
  }

  /** Types have the sizes and the padding that OpenCL C, 6.3.5 gives them. */
  @Test
  void sizesOfTypes() {
    int[] out = new int[8];
    run(
        """
        kernel void sizes(global int *out) {
          typedef struct { char c; float3 v; short s; } padded;
          typedef struct __attribute__((packed)) { char c; int i; } tight;
          out[0] = sizeof(size_t);
          out[1] = sizeof(float3);
          out[2] = sizeof(padded);
          out[3] = sizeof(tight);
          out[4] = sizeof(char16);
          out[5] = sizeof(long);
          out[6] = sizeof(double3);
          out[7] = sizeof(bool);
        }\
        """,
        "sizes",
        line(1, 1),
        out);
    assertArrayEquals(new int[] {8, 16, 48, 5, 16, 8, 32, 1}, out);
  }

  /** A private array larger than a stack frame usually is. */
  @Test
  void privateArrayOf64Kilobytes() {
    int[] out = new int[70];
    run(
        """
        kernel void huge(global int *out) {
          int table[16384];
          int g = get_global_id(0);
          for (int i = 0; i < 16384; i++)
            table[i ^ 85] = i + g;
          barrier(CLK_LOCAL_MEM_FENCE);
          out[g] = table[g * 200];
        }\
        """,
        "huge",
        line(70, 35),
        out);
    for (int g = 0; g < out.length; g++) {
      assertEquals((g * 200 ^ 85) + g, out[g]);
    }
  }
}
