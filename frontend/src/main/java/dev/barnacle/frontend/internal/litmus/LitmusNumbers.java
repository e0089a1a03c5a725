package dev.barnacle.frontend.internal.litmus;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;

/** Reads the numbers of litmus tests: decimal or hexadecimal, with C's suffixes. */
final class LitmusNumbers {
  private LitmusNumbers() {}

  /** The value of a number. */
  static long integer(String text, ParserRuleContext at) {
    return integer(text, at.getStart());
  }

  /** The value of a number. */
  static long integer(String text, Token at) {
    String digits = text.replaceAll("[uUlL]+$", "");
    try {
      return digits.startsWith("0x") || digits.startsWith("0X")
          ? Long.parseUnsignedLong(digits.substring(2), 16)
          : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw LitmusErrors.at(at, "the number " + text + " is too big");
    }
  }

  /** The number of a thread: 1 or P1. */
  static int thread(String text, ParserRuleContext at) {
    long number = integer(text.startsWith("P") ? text.substring(1) : text, at);
    if (number > Integer.MAX_VALUE) {
      throw LitmusErrors.at(at, "there is no thread " + text);
    }
    return (int) number;
  }
}
