package dev.barnacle.cli.internal.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines are found by the names and numbers that the compiler knows them by. */
class SourcesTest {
  private static final Sources SOURCES =
      new Sources(
          Map.of(
              "program.cl",
              """
              #define N 4
              #line 7 "lib/blur.cl"
              kernel void blur() {
              }
              # 20 "lib/edge.cl" 2
              kernel void edge() {
              #line 90
              }
              """));

  @Test
  void aProgramsOwnLines() {
    assertEquals(Optional.of("#define N 4"), SOURCES.line("program.cl", 1));
    assertEquals(Optional.empty(), SOURCES.line("program.cl", 3));
  }

  @Test
  void linesOfTheFilesThatItWasPutTogetherFrom() {
    assertEquals(Optional.of("kernel void blur() {"), SOURCES.line("lib/blur.cl", 7));
    assertEquals(Optional.of("kernel void edge() {"), SOURCES.line("lib/edge.cl", 20));
    assertEquals(Optional.of("}"), SOURCES.line("lib/edge.cl", 90));
  }

  @Test
  void numbersBeyondAnyFileAreNoMemory() {
    Sources far = new Sources(Map.of("a.cl", "#line 999999999\nx\n"));
    assertEquals(Optional.empty(), far.line("a.cl", 999_999_999));
  }
}
