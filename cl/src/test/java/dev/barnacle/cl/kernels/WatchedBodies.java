package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Runs bodies of small kernels under the engine that watches, with {@code o}: 256 ints of zero, and
 * {@code i}: the global id, below 64, in groups of 32.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WatchedBodies {
  static final String OPTIONS = "-cl-std=CL3.0";

  final Context context =
      Context.builder()
          .watched()
          .watch(WatchOptions.defaults().withTimeout(Duration.ofMinutes(2)))
          .create();

  @AfterAll
  void close() {
    context.close();
  }

  static Arguments clean(String name, String body) {
    return Arguments.of(name, body, List.of());
  }

  static Arguments faulty(String name, FindingKind kind, String body) {
    return Arguments.of(name, body, List.of(kind));
  }

  /** Checks that a body has findings of these kinds, in this order, and no others. */
  final void checkKinds(String body, List<FindingKind> kinds) {
    Report report = check(context, body);
    assertEquals(
        kinds, report.findings().stream().map(Finding::kind).distinct().toList(), report::toString);
  }

  static Report check(Context context, String body) {
    String source = "kernel void k(global int *o) { int i = get_global_id(0); " + body + " }";
    try (Program program = context.build(source, OPTIONS);
        Buffer buffer = context.buffer(1024)) {
      return program.kernel("k").with(buffer).check(NDRange.of(64).local(32));
    }
  }
}
