package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/**
 * A place where an engine may put a work-item aside, so that others run that it waits for. No
 * program has one: engines insert it.
 */
public final class Yield extends Instruction {
  /** Why work-items are put aside. */
  public enum Kind {
    /** The work-item may wait here, in a loop, for what another one does. */
    WAIT,
    /** The work-items of a sub-group that come here are to go on together, whoever comes. */
    GATHER;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Kind kind;

  /** Makes a yield. */
  public Yield(Kind kind) {
    super(Types.VOID, List.of());
    this.kind = kind;
  }

  /** Returns why work-items are put aside. */
  public Kind kind() {
    return kind;
  }

  @Override
  public String mnemonic() {
    return "yield";
  }
}
