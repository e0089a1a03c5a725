package dev.barnacle.watch.internal.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;

/**
 * Traces for the precise detector, of three work-groups of four work-items in sub-groups of two.
 * Byte 0 is data; the flags are from 64 on.
 */
final class ClockChecks {
  static final int LOCAL = 1;
  static final int GLOBAL = 2;
  static final int BOTH = 3;
  static final int FLAG = 64;

  private ClockChecks() {}

  static Trace trace() {
    return new Trace(3, 4, 2);
  }

  static void assertRacy(Trace trace) {
    check(trace);
    assertFalse(trace.underClocks().isEmpty(), () -> "no race is reported:\n" + trace);
  }

  static void assertClean(Trace trace) {
    check(trace);
    assertEquals(List.of(), trace.underClocks(), trace::toString);
  }

  static void check(Trace trace) {
    assertEquals(
        ModelOracle.racyBytes(trace, true), Trace.bytes(trace.underClocks(true)), trace::toString);
    assertEquals(
        ModelOracle.racyBytes(trace, false),
        Trace.bytes(trace.underClocks(false)),
        trace::toString);
  }
}
