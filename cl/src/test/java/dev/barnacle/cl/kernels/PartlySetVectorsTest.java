package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Vectors with a component that nobody has set may be passed on, returned, chosen and computed
 * with; using that component of what comes out is a fault.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PartlySetVectorsTest {
  private static final String FUNCTIONS =
      "int4 grid(int i) { int4 g; g.x = i; g.y = i + 1; g.z = i + 2; return g; }"
          + " int hash(int4 g) { return g.x + g.y * g.z; }"
          + " int all(int4 g) { return g.x + g.y + g.z + g.w; }"
          + " int first(int4 g) { return hash(g) + g.x; }"
          + " int4 twice(int4 g, int n) { while (n--) { int4 h = g + g; g = h; } return g; }"
          + " kernel void k(global int *o) { int i = get_global_id(0); ";

  private Context context;

  @BeforeAll
  void open() {
    context = Context.builder().watched().create();
  }

  @AfterAll
  void close() {
    context.close();
  }

  private static Arguments clean(String body) {
    return Arguments.of(body, List.of());
  }

  private static Arguments faulty(String body) {
    return Arguments.of(body, List.of(FindingKind.UNINITIALIZED_READ));
  }

  static Stream<Arguments> kernels() {
    return Stream.of(
        clean("int4 g = grid(i); o[i] = hash(g);"),
        faulty("int4 g = grid(i); o[i] = all(g);"),
        clean("o[i] = first(grid(i)) + hash(grid(i));"),
        faulty("o[i] = grid(i).w;"),
        clean("int4 g = grid(i); int4 h = grid(i + 1); g += h * 2; o[i] = g.z;"),
        faulty("int4 g = grid(i); int4 h = (int4)(i); g += h * 2; o[i] = g.z + g.w;"),
        clean("int4 g = grid(i); int4 h = i < 9 ? g : grid(-i); o[i] = h.x + hash(h);"),
        faulty("int4 g = grid(i); int4 h = i < 9 ? g : (int4)(0); o[i] = h.w;"),
        clean("int4 g = grid(i); o[i] = convert_float4(g).y;"),
        faulty("int4 g = grid(i); o[i] = dot(convert_float4(g), (float4)(1));"),
        clean("int4 g = grid(i); g = twice(g, i & 3); o[i] = g.x;"),
        faulty("int4 g = grid(i); g = twice(g, i & 3); o[i] = g.x + g.w;"),
        faulty("int4 g = grid(i); ((global int4 *)o)[i & 31] = g / 3;"),
        faulty("int4 g = grid(i); o[i] = any(g == 5);"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kernels")
  void isFaultyOnlyWhereTheComponentIsUsed(String body, List<FindingKind> kinds) {
    try (Program program = context.build(FUNCTIONS + body + " }");
        Buffer buffer = context.buffer(1024)) {
      var report = program.kernel("k").with(buffer).check(NDRange.of(32).local(32));
      assertEquals(
          kinds,
          report.findings().stream().map(Finding::kind).distinct().toList(),
          report::toString);
    }
  }
}
