package dev.barnacle.cli.internal.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.KernelOutcome;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions on final memory: x is {1, 2, 3, 4}, f is {0.5, -1.5}. */
class AssertionTest {
  private static final ExploredMemory MEMORY =
      new ExploredMemory(
          List.of(
              new KernelOutcome.Buffer("x", 16),
              new KernelOutcome.Buffer("f", 8),
              new KernelOutcome.Buffer("2", 4)),
          Map.of("f", new DataType(DataType.Scalar.FLOAT, 1)));

  private static KernelOutcome.State state() {
    ByteBuffer x = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer f = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 1; i <= 4; i++) {
      x.putInt(i);
    }
    f.putFloat(0.5f).putFloat(-1.5f);
    byte[] first = new byte[16];
    byte[] second = new byte[8];
    x.rewind().get(first);
    f.rewind().get(second);
    return new KernelOutcome.State(List.of(first, second, new byte[] {7, 0, 0, 0}), 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "x[0] == 1 && x[3] == 4; true",
        "x == 1; true",
        "arg2[0] == 7 && x[0] == 1; true",
        "x[i] >= 1; true",
        "x[i] > 1; false",
        "exists i: x[i] == 3; true",
        "forall i in 0..2: x[i] <= 3; true",
        "forall i in 0..3: x[i] <= 3; false",
        "forall i: x[i] == i + 1; true",
        "forall i in 0..2: x[i] < x[i + 1]; true",
        "x[0] == 2 ==> x[1] == 7; true",
        "x[0] + 2 * x[1] == 5; true",
        "-x[0] == ~0; true",
        "!(x[0] == 1) || (x[2] & 1) != 0; true",
        "f[0] == 0.5 && f[1] < -1.25; true",
        "0x10 >> 2 == x[3]; true"
      })
  void holds(String text, boolean expected) {
    assertEquals(
        expected, Assertion.read("--assert", text, MEMORY).holds(state(), new HashMap<>()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "y[0] == 1; there is no buffer 'y'",
        "x[0] = 1; '=' is not understood",
        "x[0] ==; something is missing at the end",
        "x[0] == 1); ')' is not expected here",
        "(x[0] == 1; ')' is expected",
        "x[9] == 1; x[9] is outside of x",
        "k == 1; there is no 'k'",
        "x[0] / 0 == 1; division by zero"
      })
  void isRefused(String text, String reason) {
    InputException error =
        assertThrows(
            InputException.class,
            () -> Assertion.read("--assert", text, MEMORY).holds(state(), new HashMap<>()));
    assertEquals("error: --assert '" + text + "': " + reason, error.diagnostic());
  }
}
