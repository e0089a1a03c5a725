package dev.barnacle.ir;

import java.util.List;

/**
 * A wait for asynchronous copies ({@code wait_group_events}): an i32 count and a pointer to that
 * many events.
 */
public final class WaitEvents extends Instruction {
  /** Makes a wait. */
  public WaitEvents(Value count, Value events) {
    super(Types.VOID, List.of(count, events));
  }

  @Override
  public String mnemonic() {
    return "wait.events";
  }
}
