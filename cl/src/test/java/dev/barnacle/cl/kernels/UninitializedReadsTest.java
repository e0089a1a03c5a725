package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reads of what nobody has written, and what looks like one. */
class UninitializedReadsTest extends WatchedBodies {
  static Stream<Arguments> kernels() {
    return Stream.of(
        faulty("a variable that is never set", FindingKind.UNINITIALIZED_READ, "int x; o[i] = x;"),
        faulty(
            "a variable that one work-item does not set",
            FindingKind.UNINITIALIZED_READ,
            "int x; if (i != 7) x = 1; o[i] = x;"),
        clean("a variable that all set", "int x; if (i < 64) x = 1; o[i] = x;"),
        faulty(
            "an element that is not set",
            FindingKind.UNINITIALIZED_READ,
            "int a[2]; a[0] = 1; o[i] = a[1];"),
        faulty(
            "a component that is not set",
            FindingKind.UNINITIALIZED_READ,
            "int4 v[2]; v[i & 1].x = 1; o[i] = v[i & 1].z;"),
        faulty(
            "a component of a variable that is not set",
            FindingKind.UNINITIALIZED_READ,
            "int4 v; v.x = 1; v.y = 2; o[i] = v.x + v.z;"),
        clean(
            "all components of a variable, one by one",
            "int4 v; v.x = 1; v.yz = 2; v.w = 3; o[i] = dot(convert_float4(v), (float4)1);"),
        clean("the components of a variable that are set", "int3 v; v.xy = i; o[i] = v.x * v.y;"),
        clean("components one by one", "int4 v[2]; v[i & 1].x = 1; o[i] = v[i & 1].x;"),
        clean(
            "a vector of three in memory",
            "int3 v[2]; v[i & 1] = (int3)(1, 2, 3); int3 w = v[i & 1]; o[i] = w.x + w.z;"),
        faulty(
            "a variable that the iteration before has set",
            FindingKind.UNINITIALIZED_READ,
            "int s = 0; for (int k = 0; k < 4; k++) { int x; if (k > i) s += x; x = k; s += x; }"
                + " o[i] = s;"),
        faulty(
            "an array that the iteration before has set",
            FindingKind.UNINITIALIZED_READ,
            "int s = 0; for (int k = 0; k < 4; k++) { int x[4]; if (k > 0) s += x[i & 3];"
                + " for (int j = 0; j < 4; j++) x[j] = k; s += x[1]; } o[i] = s;"),
        clean(
            "variables that each iteration sets",
            "int s = 0; for (int k = 0; k < 4; k++) { int x; int y[4]; if (k > i) x = 1; else x ="
                + " 2; for (int j = 0; j < 4; j++) y[j] = k; s += x + y[i & 3]; } o[i] = s;"),
        clean(
            "a variable before the loop",
            "int x; int y[2]; int s = 0; for (int k = 0; k < 4; k++) { if (k > 0) s += x + y[1];"
                + " x = k; y[1] = k; } o[i] = s;"),
        faulty(
            "a field that is not set, copied with its struct",
            FindingKind.UNINITIALIZED_READ,
            "struct S { int a, b; } s; s.a = i; global struct S *p = (global struct S *)o;"
                + " p[i] = s; o[2 * i] = p[i].b;"),
        clean(
            "a field that is not set, copied with its struct, and not read",
            "struct S { int a, b; } s; s.a = i; global struct S *p = (global struct S *)o;"
                + " p[i] = s; p[i].a += 1; struct S t = p[i]; p[i] = t; o[2 * i] = t.a;"),
        clean(
            "a field that is set in the copy",
            "struct S { int a, b; } s; s.a = i; global struct S *p = (global struct S *)o;"
                + " p[i] = s; p[i].b = 3; o[2 * i] = p[i].b;"),
        faulty(
            "a field that is not set, in a copy of the copy",
            FindingKind.UNINITIALIZED_READ,
            "struct S { int a, b; } s; s.a = i; global struct S *p = (global struct S *)o;"
                + " p[i] = s; struct S t = p[i]; p[i].a = t.b;"),
        clean(
            "the padding of a struct, and what a union leaves",
            "struct S { char c; long l; } s; s.c = 1; s.l = i; union U { char c; int n[2]; } u; u.c"
                + " = 1; if (i < 8) { global struct S *p = (global struct S *)(o + 4 * i); *p = s;"
                + " struct S t = *p; global union U *q = (global union U *)(o + 80 + 2 * i); *q ="
                + " u; o[64 + i] = t.c + (int)p->l + q->c; }"),
        clean(
            "a vector of three in a struct",
            "struct S { int3 v; int n; } s; s.v = i; s.n = i;"
                + " global struct S *p = (global struct S *)(o + 8 * (i & 7));"
                + " if (i < 8) { *p = s; int3 w = p->v; o[128 + i] = w.x + w.z + p->n; }"),
        clean(
            "a vector of which the rest is not used",
            "int4 v; v.xyz = i; if (i < 16) { ((global int4 *)o)[i] = v; o[64 + i] = o[4 * i + 2];"
                + " }"),
        faulty(
            "a vector of which the rest is used in its copy",
            FindingKind.UNINITIALIZED_READ,
            "int4 v; v.xyz = i; if (i < 16) { ((global int4 *)o)[i] = v; o[64 + i] = o[4 * i + 3];"
                + " }"),
        faulty(
            "an event that is not set",
            FindingKind.UNINITIALIZED_READ,
            "local int t[4]; event_t e; if (i > 99) e = async_work_group_copy(t, o, 4, 0);"
                + " wait_group_events(1, &e); o[i] = 1;"),
        clean(
            "components that are set, computed together with others",
            "float4 v; v.x = i; v.y = 1; v *= 2.0f; o[i] = v.x + v.y;"),
        faulty(
            "a component that is computed from what is not set",
            FindingKind.UNINITIALIZED_READ,
            "float4 v; v.x = i; v.y = 1; v *= 2.0f; o[i] = v.z;"),
        faulty(
            "computed components that are not set, for others to see",
            FindingKind.UNINITIALIZED_READ,
            "float4 v; v.x = i; v.y = 1; if (i < 64) ((global float4 *)o)[i] = v * 2.0f;"),
        faulty(
            "a component of what is computed",
            FindingKind.UNINITIALIZED_READ,
            "float4 v; v.x = i; float4 w = v + 1.0f; o[i] = w.z;"),
        clean(
            "components that change places and are computed",
            "float4 v; v.xyz = (float3)(i); v = v.zyxw; v *= v; v.w = 0; o[i] = dot(v, v);"),
        faulty(
            "a component in the place of one that is not set",
            FindingKind.UNINITIALIZED_READ,
            "float4 v; v.x = i; v = v.yxzw; v.z = 1; o[i] = v.x;"),
        clean(
            "components converted, selected and summed up",
            "float4 v; v.xyz = (float3)(i); int4 n = convert_int4(v); n.w = 1; float4 s = 0;"
                + " for (int k = 0; k < 4; k++) { s += select(v, -v, v > 2.0f); v.x += 1; }"
                + " o[i] = n.x + n.w + s.y;"),
        faulty(
            "a sum of components of which one is not set",
            FindingKind.UNINITIALIZED_READ,
            "float4 u; u.x = i; float4 v = u; v *= u; v.y = 2; u = v + u; o[i] = u.y;"),
        clean(
            "elements of an array with components that are not set",
            "float4 v[2]; v[0].x = i; v[1].x = 1; float4 w = v[i & 1] + v[1]; o[i] = w.x;"),
        faulty(
            "an element of an array of which nothing is set, computed with",
            FindingKind.UNINITIALIZED_READ,
            "float4 v[2]; v[0].x = i; float4 w = v[0] + v[1]; o[i] = w.x;"),
        faulty(
            "a variable whose block has ended",
            FindingKind.UNINITIALIZED_READ,
            "int *p = 0; for (int k = 0; k < 3; k++) { if (p) o[i] += *p; int z = i + k; p = &z;"
                + " }"),
        faulty(
            "a variable of a statement that is over",
            FindingKind.UNINITIALIZED_READ,
            "int *p; if (i >= 0) { int z[3]; z[1] = i; p = z; } o[i] = p[1];"),
        clean(
            "a variable of a block that has not ended",
            "int *p = 0; int z; for (int k = 0; k < 3; k++) { if (p) o[i] += *p; z = i + k; p ="
                + " &z; }"),
        clean(
            "structs that functions give, and literals in the same block",
            "struct S { int a[4]; }; struct S s = *&(struct S){{1, 2, 3, 4}}; int *p = (int[]){i,"
                + " 7}; o[i] = p[1] + s.a[i & 3];"),
        faulty(
            "divisors that are not set",
            FindingKind.UNINITIALIZED_READ,
            "int4 v; v.x = i + 1; v = 7 / (v | 1); o[i] = v.x;"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void finds(String name, String body, List<FindingKind> kinds) {
    checkKinds(body, kinds);
  }

  @Test
  void aVariableOfAFunctionThatHasReturned() {
    String source =
        "int *leak(int x) { int v[4]; for (int i = 0; i < 4; i++) v[i] = x + i; int *p = v; return"
            + " p; } kernel void k(global int *o) { int i = get_global_id(0); o[i] = leak(i)[2]; }";
    try (Program program = context.build(source, OPTIONS);
        Buffer buffer = context.buffer(1024)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(64));
      assertEquals(
          List.of(FindingKind.UNINITIALIZED_READ),
          report.findings().stream().map(Finding::kind).toList(),
          report::toString);
    }
  }

  /** The first copy of what nobody has written is where to look, however often it is copied. */
  @ParameterizedTest
  @CsvSource({
    "*to = *from, t.b",
    "S u = *from; *to = u, t.b",
    "S u; u.a = 1; *to = u; *to = *to, t.b",
    "float4 v; v.x = 1; to->v = v, t.v.y",
    "l = *from; barrier(1); *to = l, l.b",
  })
  void aCopyOfWhatNobodyHasWrittenIsNamed(String copy, String read) {
    String source =
        """
        typedef struct { float a, b; float4 v; } S;
        kernel void k(global S *from, global float *o) {
          local S l;
          S t, *to = &t;
          COPY;
          o[get_global_id(0)] = READ;
        }
        """
            .replace("COPY", copy)
            .replace("READ", read);
    try (Program program = context.build(source, OPTIONS);
        Buffer from = context.buffer(1024);
        Buffer o = context.buffer(1024)) {
      from.undefineContents();
      Report report = program.kernel("k").with(from, o).check(NDRange.of(1));
      assertEquals(1, report.findings().size(), report::toString);
      Finding finding = report.findings().getFirst();
      assertEquals(FindingKind.UNINITIALIZED_READ, finding.kind());
      assertEquals(6, Objects.requireNonNull(finding.accesses().getFirst().location()).line());
      assertEquals("the copy in line 5 took what had not been written", finding.explanation());
    }
  }

  /** Functions take vectors whole, and look at some components. */
  @ParameterizedTest
  @CsvSource({"x, true", "y, true", "z, false"})
  void aFunctionMayLookAtTheComponentsThatAreSet(String component, boolean clean) {
    String source =
        "__attribute__((noinline)) float two(float4 v) { return v.x * v."
            + component
            + "; } kernel void k(global float *o) { float4 v; v.x = 1; v.y = 2;"
            + " o[get_global_id(0)] = two(v); }";
    try (Program program = context.build(source, OPTIONS);
        Buffer buffer = context.buffer(1024)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(64));
      assertEquals(clean, report.isClean(), report::toString);
    }
  }

  /** A function with a barrier returns a vector from a variable, whose life ends with that. */
  @ParameterizedTest
  @CsvSource({
    "v, x, true",
    "v, y, false",
    "v * 2, x, true",
    "v.xxxx, w, true",
    "v.yyxx, w, true",
    "v.yyxx, x, false",
  })
  void aFunctionWithABarrierReturnsTheComponentsThatAreSet(
      String result, String component, boolean clean) {
    String source =
        """
        static float4 first(float a) {
          float4 v;
          v.x = a;
          barrier(CLK_LOCAL_MEM_FENCE);
          return RESULT;
        }
        kernel void k(global float *o) {
          float4 r;
          for (int i = 0; i < 2; i++) {
            r = first(o[0]);
          }
          o[get_global_id(0)] = r.COMPONENT;
        }
        """
            .replace("RESULT", result)
            .replace("COMPONENT", component);
    try (Program program = context.build(source, OPTIONS);
        Buffer buffer = context.buffer(1024)) {
      Report report = program.kernel("k").with(buffer).check(NDRange.of(1));
      assertEquals(clean, report.isClean(), report::toString);
    }
  }
}
