package dev.barnacle.simd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long LLVM may take. */
class CompileLimitTest {
  private static CompileLimit of(String text) {
    return SimdOptions.defaults().with("compile-limit=" + text).limit();
  }

  @Test
  void itIsANumberOfSecondsOrNone() {
    assertEquals(Optional.of(Duration.ofSeconds(7)), of("7").of(1_000_000));
    assertEquals(Optional.empty(), of("off").of(1_000_000));
    assertEquals("7", of("7").toString());
    assertEquals("off", of("off").toString());
  }

  @Test
  void moreCodeHasMoreTimeWhereNothingIsSaid() {
    CompileLimit auto = SimdOptions.defaults().limit();
    assertEquals(auto, of("auto"));
    assertEquals(Duration.ofSeconds(20), auto.of(1000).orElseThrow());
    Duration large = auto.of(10_000_000).orElseThrow();
    assertTrue(large.compareTo(Duration.ofMinutes(20)) > 0, large::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "", "soon", "1.5"})
  void whatIsNoLimitIsNamed(String text) {
    IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> of(text));
    assertEquals(
        "compile-limit=" + text + ": expected auto, off or a number of seconds", e.getMessage());
  }
}
