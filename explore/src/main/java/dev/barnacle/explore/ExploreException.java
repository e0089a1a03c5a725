package dev.barnacle.explore;

import dev.barnacle.ir.Location;
import org.jspecify.annotations.Nullable;

/** A program that cannot be explored, with the reason. */
public final class ExploreException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient @Nullable Location location;

  /** Makes one for an instruction at {@code location}, or for the whole program. */
  public ExploreException(String message, @Nullable Location location) {
    super(message);
    this.location = location;
  }

  /** The place in the source, if there is one to name. */
  public @Nullable Location location() {
    return location;
  }
}
