package dev.barnacle.ir;

import java.util.List;

/** An atomic write. */
public final class AtomicStore extends Instruction {
  private final MemoryOrder order;
  private final MemoryScope scope;

  /** Makes a write of {@code value}. */
  public AtomicStore(Value value, Value pointer, MemoryOrder order, MemoryScope scope) {
    super(Types.VOID, List.of(value, pointer));
    this.order = order;
    this.scope = scope;
  }

  /** Returns what is written. */
  public Value value() {
    return operand(0);
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(1);
  }

  /** Returns the memory order. */
  public MemoryOrder order() {
    return order;
  }

  /** Returns the memory scope. */
  public MemoryScope scope() {
    return scope;
  }

  @Override
  public String mnemonic() {
    return "atomic.store";
  }
}
