package dev.barnacle.ir;

import java.util.Locale;

/**
 * A type whose values only built-in operations make and use (OpenCL C, "Other Built-in Data
 * Types").
 *
 * @param kind which
 */
public record OpaqueType(Kind kind) implements Type {
  /** The opaque types of OpenCL C. */
  public enum Kind {
    EVENT,
    SAMPLER,
    IMAGE,
    PIPE,
    RESERVE_ID,
    QUEUE,
    CLK_EVENT
  }

  @Override
  public long byteSize() {
    return 8;
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
