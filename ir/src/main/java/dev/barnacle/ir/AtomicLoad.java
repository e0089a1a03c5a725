package dev.barnacle.ir;

import java.util.List;

/** An atomic read. */
public final class AtomicLoad extends Instruction {
  private final MemoryOrder order;
  private final MemoryScope scope;

  /** Makes a read of a value of {@code type}. */
  public AtomicLoad(Type type, Value pointer, MemoryOrder order, MemoryScope scope) {
    super(type, List.of(pointer));
    this.order = order;
    this.scope = scope;
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(0);
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
    return "atomic.load";
  }
}
