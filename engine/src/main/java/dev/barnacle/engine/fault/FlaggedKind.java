package dev.barnacle.engine.fault;

/**
 * A fault that a memory model flags by a name of its own.
 *
 * @param keyword the name
 */
public record FlaggedKind(String keyword) implements FaultKind {
  @Override
  public String title() {
    return phrase();
  }
}
