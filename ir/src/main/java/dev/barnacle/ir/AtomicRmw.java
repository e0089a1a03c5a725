package dev.barnacle.ir;

import java.util.List;
import java.util.Locale;

/** An atomic read-modify-write; the result is the old value. */
public final class AtomicRmw extends Instruction {
  /** The operations that make a new value of the old one and the operand. */
  public enum Op {
    XCHG,
    ADD,
    SUB,
    AND,
    OR,
    XOR,
    MIN,
    MAX,
    UMIN,
    UMAX,
    FADD,
    FSUB,
    FMIN,
    FMAX;

    /** Returns the name in the text form. */
    public String keyword() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether several operands may be combined before what is in memory, bit for bit. */
    public boolean isAssociative() {
      return switch (this) {
        case ADD, SUB, AND, OR, XOR, MIN, MAX, UMIN, UMAX -> true;
        case XCHG, FADD, FSUB, FMIN, FMAX -> false;
      };
    }

    /** Returns how the operands of several of these are put together into one operand. */
    public Op inner() {
      return this == SUB ? ADD : this;
    }

    /**
     * Returns the value of {@code type} that leaves the other operand as it is.
     *
     * @throws IllegalArgumentException if there is none
     */
    public long identity(IntType type) {
      long least = type.bits() == 64 ? Long.MIN_VALUE : -(1L << (type.bits() - 1));
      return switch (inner()) {
        case ADD, OR, XOR, UMAX -> 0;
        case AND, UMIN -> -1;
        case MAX -> least;
        case MIN -> ~least;
        default -> throw new IllegalArgumentException(this + " has no identity");
      };
    }
  }

  private final Op op;
  private final MemoryOrder order;
  private final MemoryScope scope;

  /** Makes a read-modify-write. */
  public AtomicRmw(Op op, Value pointer, Value value, MemoryOrder order, MemoryScope scope) {
    super(value.type(), List.of(pointer, value));
    this.op = op;
    this.order = order;
    this.scope = scope;
  }

  /** Returns the operation. */
  public Op op() {
    return op;
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(0);
  }

  /** Returns the operand. */
  public Value value() {
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
    return "atomic.rmw";
  }
}
