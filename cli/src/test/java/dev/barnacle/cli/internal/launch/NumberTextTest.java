package dev.barnacle.cli.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.DataType.Scalar;
import java.math.BigInteger;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers as users write them. */
class NumberTextTest {
  @ParameterizedTest
  @CsvSource({
    "42, INT, 42",
    "-1, INT, -1",
    "+7, INT, 7",
    "0xff, INT, 255",
    "0xFFFFFFFF, INT, -1",
    "0b101, UCHAR, 5",
    "255, UCHAR, 255",
    "-1, UINT, -1",
    "4294967295u, UINT, 4294967295",
    "18446744073709551615ul, ULONG, 18446744073709551615",
    "0x8000000000000000, LONG, -9223372036854775808",
    "010, INT, 10",
    "99, CHAR, 99",
    "9999999999999999, LONG, 9999999999999999",
    "00000000000000000000000000042, UINT, 42",
  })
  void integers(String text, Scalar type, BigInteger value) {
    assertEquals(
        Optional.of(value), NumberText.parse(text, type).map(n -> new BigInteger(n.toString())));
  }

  @ParameterizedTest
  @CsvSource({
    "256, UCHAR", "128, CHAR", "-129, CHAR", "2147483648, INT", "4294967296, UINT",
    "0x1ffffffff, INT", "1.0, INT", "1e3, LONG", "inf, INT", "-0x80000001, INT",
    "1e39, FLOAT", "70000, HALF", "1e400, DOUBLE", "x, FLOAT", "'', INT",
  })
  void notOfTheType(String text, Scalar type) {
    assertEquals(Optional.empty(), NumberText.parse(text, type));
  }

  @ParameterizedTest
  @CsvSource({
    "1.5f, FLOAT, 1.5",
    "0.1, FLOAT, 0.1",
    "3, FLOAT, 3",
    "-0, FLOAT, -0.0",
    ".5, FLOAT, 0.5",
    "2., FLOAT, 2",
    "1e-3, FLOAT, 0.001",
    "0x1.8p1, FLOAT, 3",
    "0x1p-1f, FLOAT, 0.5",
    "inf, FLOAT, Infinity",
    "-INF, FLOAT, -Infinity",
    "nan, FLOAT, NaN",
    "16777217, FLOAT, 16777216",
    "0.1, HALF, 0.099975586",
    "1.0h, HALF, 1",
    "2e5f, FLOAT, 200000",
  })
  void floats(String text, Scalar type, float value) {
    assertEquals(Optional.of(value), NumberText.parse(text, type));
  }

  @Test
  void doublesAreNotRoundedToFloats() {
    assertEquals(Optional.of(0.1), NumberText.parse("0.1", Scalar.DOUBLE));
    assertEquals(Optional.of(-0.0), NumberText.parse("-0", Scalar.DOUBLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "1x", "0x", "1.5.", "--1", "1,2", "e5", ".", "0b2", "1 2"})
  void noNumbers(String text) {
    assertFalse(NumberText.isNumber(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5f", "0x1p3", "NaN", "1UL"})
  void numbers(String text) {
    assertTrue(NumberText.isNumber(text));
  }
}
