package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.ObjectCode;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** A coverage-guided fuzzer of program binaries: each is read, or is {@code CL_INVALID_BINARY}. */
final class BinaryFuzzTest {
  static Stream<byte[]> seeds() {
    try (Context context = Context.create()) {
      return Stream.of(
          context
              .compile("k.cl", "kernel void k(global int *x) { x[0] = 1; }", Map.of(), "")
              .binary(),
          context.compile("f.cl", "int f(int x) { return x; }", Map.of(), "-g").binary());
    }
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "5m")
  void isReadOrRefused(byte[] data) {
    try {
      ObjectCode unused = ObjectCode.parse(data);
    } catch (ClException e) {
      if (e.code() != ErrorCode.CL_INVALID_BINARY) {
        throw new AssertionError("another error: " + e.getMessage(), e);
      }
    }
  }
}
