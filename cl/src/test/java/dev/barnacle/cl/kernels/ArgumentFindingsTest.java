package dev.barnacle.cl.kernels;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the engine that watches says of values for which built-in functions and operators define
 * nothing, and that it says nothing of their neighbours.
 */
class ArgumentFindingsTest extends WatchedBodies {
  /** The work-item with this global id does what is wrong, no other one. */
  private static final long CULPRIT = 5;

  private static Arguments wrong(String name, String message, String body) {
    return Arguments.of(name, message, body);
  }

  private static Arguments right(String name, String body) {
    return Arguments.of(name, "", body);
  }

  /** {@code z}: 0 that no compiler knows; {@code c}: 1 for the culprit, else 0. */
  static Stream<Arguments> commonFunctions() {
    return Stream.of(
        wrong(
            "bounds of ints in the wrong order",
            "clamp is given a lower bound of 4 and an upper one of 3",
            "o[i] = clamp(i, 3 + c, 3);"),
        right("equal bounds", "o[i] = clamp(i, 3 + z, 3);"),
        wrong(
            "a negative lower bound of unsigned ints",
            "clamp is given a lower bound of 4294967295 and an upper one of 3",
            "o[i] = clamp((uint)i, (uint)(0 - c), 3u);"),
        right("a negative lower bound of ints", "o[i] = clamp(i, -1 + z, 3);"),
        wrong(
            "bounds of unsigned chars",
            "clamp is given a lower bound of 200 and an upper one of 100",
            "o[i] = clamp((uchar)i, (uchar)(c * 200), (uchar)100);"),
        right(
            "a great upper bound of unsigned chars",
            "o[i] = clamp((uchar)i, (uchar)z, (uchar)200);"),
        wrong(
            "bounds of longs",
            "clamp is given a lower bound of 1 and an upper one of -4294967296",
            "o[i] = clamp((long)i, (long)c, c ? -4294967296l : 1l);"),
        right("bounds of longs", "o[i] = clamp((ulong)i, (ulong)z, ULONG_MAX);"),
        wrong(
            "bounds of floats in the wrong order",
            "clamp is given a lower bound of 1.0 and an upper one of 0.5",
            "o[i] = clamp(i / 64.0f, (float)c, 0.5f);"),
        right("a bound that is a NaN", "o[i] = clamp(i / 64.0f, NAN + z, 0.5f);"),
        wrong(
            "a component of vectors",
            "clamp is given a lower bound of 9 and an upper one of 7",
            "int4 v = clamp((int4)i, (int4)(0, 1, 9 * c, 3), 7); o[i] = v.x + v.y + v.z + v.w;"),
        right(
            "a component that nobody uses",
            "int4 v = clamp((int4)i, (int4)(0, 1, 9 + z, 3), 7); o[i] = v.x + v.y + v.w;"),
        right(
            "a component that has not been set",
            "float4 low; low.xy = z; float4 high; high.xy = 2.0f + z;"
                + " float4 v = clamp((float4)i, low, high); o[i] = v.x + v.y;"),
        right(
            "vectors of three",
            "float3 low = (float3)(z, 1, 2); float3 v = clamp((float3)i, low, low + 1);"
                + " o[i] = v.x + v.y + v.z;"),
        wrong(
            "a scalar bound for vectors",
            "clamp is given a lower bound of 2.0 and an upper one of 1.0",
            "float2 v = clamp((float2)i, 2.0f * c, 1.0f); o[i] = v.x;"),
        wrong(
            "a step down",
            "smoothstep is given edges of 1.0 and 0.0",
            "o[i] = 9 * smoothstep((float)c, c ? 0.0f : 1.0f, i / 64.0f);"),
        wrong(
            "no width to step over",
            "smoothstep is given edges of 1.0 and 1.0",
            "o[i] = 9 * smoothstep((float)c, 1.0f, i / 64.0f);"),
        wrong(
            "a step at a NaN",
            "smoothstep is given a NaN",
            "o[i] = 9 * smoothstep(0.0f, 1.0f, c ? NAN : 0.5f);"),
        right("a step up", "o[i] = 9 * smoothstep((float)z, 1.0f, i / 64.0f);"),
        wrong(
            "too great a weight",
            "mix is given a weight of 2.0",
            "o[i] = 9 * mix(1.0f, 2.0f, c * 2.0f);"),
        right("weights in their range", "o[i] = 9 * mix(1.0f, 2.0f, i / 63.0f);"));
  }

  static Stream<Arguments> otherFunctions() {
    return Stream.of(
        wrong(
            "a great angle",
            "half_sin, half_cos or half_tan is given 65537.0",
            "o[i] = 9 * half_cos(65536.0f + c);"),
        right("an angle in range, and any for sin", "o[i] = 9 * half_tan(i) * sin(1e9f * i);"),
        wrong(
            "a long vector",
            "fast_normalize is given a vector whose sum of squares is greater than FLT_MAX",
            "o[i] = 9 * fast_normalize((float2)(1e20f * c, 1)).x;"),
        right("a shorter vector", "o[i] = 9 * fast_normalize((float2)(1e19f, z)).x;"),
        wrong(
            "a factor of more than 24 bits",
            "mul24 or mad24 is given a factor of 8388608, which has more than 24 bits",
            "o[i] = mul24(0x7fffff + c, 2);"),
        right("factors of 24 bits", "o[i] = mul24(z - 0x800000, 2) + mad24(z - i, i, 1 << 30);"),
        wrong(
            "an unsigned factor of more than 24 bits",
            "mul24 or mad24 is given a factor of 16777216, which has more than 24 bits",
            "o[i] = mad24(2u, 0xffffffu + c, 5u);"),
        right("unsigned factors of 24 bits", "o[i] = mul24(0xffffffu - i, 0x1000000u - 1 - z);"),
        wrong(
            "a field behind the last bit",
            "bitfield_insert or bitfield_extract of 2 bits from bit 31 on, of 32",
            "o[i] = bitfield_insert(i, 3, 31, 1 + c);"),
        wrong(
            "a field of a short behind its last bit",
            "bitfield_insert or bitfield_extract of 16 bits from bit 1 on, of 16",
            "o[i] = bitfield_extract_signed((short)i, c, 16u);"),
        right("fields up to the last bit", "o[i] = bitfield_extract_unsigned(i, 16 + z, 16);"),
        wrong(
            "the least int by -1",
            "integer division of -2147483648 by -1",
            "o[i] = (INT_MIN + z) / (1 - 2 * c);"),
        wrong(
            "the remainder of the least long by -1",
            "integer division of -9223372036854775808 by -1",
            "o[i] = (LONG_MIN + z) % (1 - 2 * (long)c);"),
        wrong(
            "the least char by -1",
            "integer division of -128 by -1",
            "char2 v = (char2)(-128 + z) / (char2)(1 - 2 * c, 1); o[i] = v.x;"),
        right("another int by -1", "o[i] = (INT_MIN + 1 + z) / (z - 1) + (char)-128 / (z - 1);"));
  }

  static Stream<Arguments> formats() {
    return Stream.of(
        wrong(
            "no argument for a conversion",
            "printf: there is no argument for '%x'",
            "if (c) printf(\"%d %x\\n\", i);"),
        wrong(
            "a number for the text of a conversion",
            "printf: '%s' is given an integer of 32 bits, argument 2",
            "if (c) printf(\"%s\\n\", i);"),
        wrong(
            "a real number for an integer",
            "printf: '%d' is given a floating-point number of 64 bits, argument 3",
            "if (c) printf(\"%d %d\\n\", i, 1.0f);"),
        wrong(
            "an integer for a real number",
            "printf: '%.2f' is given an integer of 32 bits, argument 2",
            "if (c) printf(\"%%%.2f\\n\", i);"),
        wrong(
            "a vector of another length",
            "printf: '%v3hld' is given a vector of 4, each an integer of 32 bits, argument 2",
            "if (c) printf(\"%v3hld\\n\", (int4)i);"),
        wrong(
            "a vector of other components",
            "printf: '%v4hld' is given a vector of 4, each an integer of 16 bits, argument 2",
            "if (c) printf(\"%v4hld\\n\", (short4)i);"),
        wrong(
            "a vector for a number",
            "printf: '%d' is given a vector of 2, each an integer of 32 bits, argument 2",
            "if (c) printf(\"%d\\n\", (int2)i);"),
        wrong(
            "a conversion that OpenCL C has not got",
            "printf: '%n' begins no conversion of OpenCL C",
            "if (c) printf(\"%d%n\\n\", i, &i);"),
        wrong(
            "a width that is an argument",
            "printf: '%*d' begins no conversion of OpenCL C",
            "if (c) printf(\"%*d\\n\", 5, i);"),
        right(
            "what fits",
            "if (c) printf(\"%d %5.1f %c %s %p %#x %v4hld %v2lf %v4hhx %lu 100%%\", i, 1.0f, i,"
                + " \"s\", o, (char)i, (int4)i, (double2)1, (uchar4)i, get_global_id(0));"),
        right("more arguments than conversions", "if (c) printf(\"%d\", i, i);"),
        right(
            "integers of another width, as long as int and ids are the same on some devices",
            "if (c) printf(\"%d %ld %v4f\", get_global_id(0), i, (float4)1);"));
  }

  /** A computed order, scope or flag is not known before the kernel runs. */
  static Stream<Arguments> orders() {
    String atomic = "volatile global atomic_int *a = (volatile global atomic_int *)o + i; ";
    return Stream.of(
        wrong(
            "a load that releases",
            "the memory order is memory_order_release",
            atomic
                + "o[64 + i] = atomic_load_explicit(a, c ? memory_order_release :"
                + " memory_order_acquire, memory_scope_device);"),
        wrong(
            "a store that acquires",
            "the memory order is memory_order_acquire",
            atomic
                + "atomic_store_explicit(a, 1, c ? memory_order_acquire : memory_order_release,"
                + " memory_scope_device);"),
        wrong(
            "an order that does not exist",
            "the memory order is 7",
            atomic
                + "atomic_fetch_add_explicit(a, 1, (memory_order)(c * 7), memory_scope_device);"),
        right(
            "an order that is computed",
            atomic
                + "o[64 + i] = atomic_load_explicit(a, z ? memory_order_seq_cst :"
                + " memory_order_acquire, memory_scope_device);"),
        wrong(
            "an atomic operation on private memory",
            "atomic operation on private memory",
            "atomic_int own; atomic_init(&own, i); if (c) atomic_fetch_add(&own, 1);"),
        wrong(
            "a failure that acquires more than success",
            "a compare-and-exchange has memory_order_acquire where it fails, and"
                + " memory_order_relaxed where it succeeds",
            atomic
                + "int e = 1; if (c) atomic_compare_exchange_strong_explicit(a, &e, 1,"
                + " memory_order_relaxed, memory_order_acquire, memory_scope_device);"),
        right(
            "a failure that acquires, and success that releases",
            atomic
                + "int e = 1; atomic_compare_exchange_strong_explicit(a, &e, 1,"
                + " memory_order_release, memory_order_acquire, memory_scope_device);"),
        wrong(
            "a scope that does not exist",
            "the memory scope is 9",
            atomic
                + "atomic_fetch_add_explicit(a, 1, memory_order_relaxed,"
                + " (memory_scope)(c ? 9 : memory_scope_device));"),
        wrong(
            "flags that do not exist",
            "the memory fence flags are 9",
            "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | c << 3, memory_order_acq_rel,"
                + " memory_scope_work_group);"),
        right(
            "flags that are computed",
            "atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | c << 1, memory_order_acq_rel,"
                + " memory_scope_work_group);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"commonFunctions", "otherFunctions", "formats", "orders"})
  void finds(String name, String message, String body) {
    Report report = check(context, "int z = o[255]; int c = i == " + CULPRIT + ";\n" + body);
    if (message.isEmpty()) {
      assertEquals(List.of(), report.findings());
      return;
    }
    assertEquals(1, report.findings().size(), report::toString);
    Finding finding = report.findings().getFirst();
    assertEquals(FindingKind.INVALID_ARGUMENT, finding.kind());
    assertEquals(message, finding.message());
    Finding.Access access = finding.accesses().getFirst();
    assertEquals(2, requireNonNull(access.location()).line());
    assertEquals(List.of(CULPRIT), access.globalId());
  }

  @Test
  void findingsSayWhatIsAskedFor() {
    Finding finding = check(context, "o[i] = clamp(i, 8, o[255]);").findings().getFirst();
    assertEquals(
        "its result is undefined where minval > maxval (OpenCL C, 6.15.3)", finding.explanation());
    assertEquals(
        "Give it the lower bound first, and the upper one behind it.", finding.suggestion());
  }
}
