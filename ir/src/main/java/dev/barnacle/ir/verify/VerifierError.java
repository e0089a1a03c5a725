package dev.barnacle.ir.verify;

import dev.barnacle.ir.Location;
import org.jspecify.annotations.Nullable;

/**
 * A broken invariant of a module.
 *
 * @param invariant which
 * @param place the function, block and instruction in text form, as far as it is about one
 * @param detail what exactly is wrong
 * @param location in the user's source, if known
 */
public record VerifierError(
    Invariant invariant, String place, String detail, @Nullable Location location) {
  /** Returns the error in one line: name, detail, rule, place and location. */
  @Override
  public String toString() {
    String text = invariant + ": " + detail + " (" + invariant.rule() + "), in " + place;
    return location == null ? text : text + ", from " + location;
  }
}
