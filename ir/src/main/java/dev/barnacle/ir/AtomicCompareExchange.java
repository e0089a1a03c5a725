package dev.barnacle.ir;

import java.util.List;

/**
 * An atomic compare-and-exchange; the result is the old value; it has succeeded when that equals
 * the expected value.
 */
public final class AtomicCompareExchange extends Instruction {
  private final MemoryOrder order;
  private final MemoryOrder failureOrder;
  private final MemoryScope scope;
  private final boolean weak;

  /**
   * Makes a compare-and-exchange.
   *
   * @param order the order when it succeeds
   * @param failureOrder the order of the read when it fails
   * @param weak it was asked for in its weak form, which may fail spuriously; engines may ignore
   *     this
   */
  public AtomicCompareExchange(
      Value pointer,
      Value expected,
      Value desired,
      MemoryOrder order,
      MemoryOrder failureOrder,
      MemoryScope scope,
      boolean weak) {
    super(expected.type(), List.of(pointer, expected, desired));
    this.order = order;
    this.failureOrder = failureOrder;
    this.scope = scope;
    this.weak = weak;
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(0);
  }

  /** Returns the value to compare with. */
  public Value expected() {
    return operand(1);
  }

  /** Returns the value to write. */
  public Value desired() {
    return operand(2);
  }

  /** Returns the memory order of a success. */
  public MemoryOrder order() {
    return order;
  }

  /** Returns the memory order of a failure. */
  public MemoryOrder failureOrder() {
    return failureOrder;
  }

  /** Returns the memory scope. */
  public MemoryScope scope() {
    return scope;
  }

  /** Returns whether the weak form was asked for. */
  public boolean weak() {
    return weak;
  }

  @Override
  public String mnemonic() {
    return "atomic.cmpxchg";
  }
}
