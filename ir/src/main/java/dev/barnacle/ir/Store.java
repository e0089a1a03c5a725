package dev.barnacle.ir;

import java.util.List;

/** A non-atomic write to memory: of a value, or of some components of a vector. */
public final class Store extends Instruction {
  private final long alignment;
  private final boolean isVolatile;
  private final List<Integer> components;

  /** Makes a write of {@code value}. */
  public Store(Value value, Value pointer, long alignment, boolean isVolatile) {
    this(value, pointer, alignment, isVolatile, List.of());
  }

  /**
   * Makes a write of components of the vector {@code value} to their places in the vector at {@code
   * pointer}, whose other components stay untouched.
   *
   * @param components in rising order; none for the whole value
   */
  public Store(
      Value value, Value pointer, long alignment, boolean isVolatile, List<Integer> components) {
    super(Types.VOID, List.of(value, pointer));
    this.alignment = alignment;
    this.isVolatile = isVolatile;
    this.components = List.copyOf(components);
  }

  /** Returns what is written. */
  public Value value() {
    return operand(0);
  }

  /** Returns the address. */
  public Value pointer() {
    return operand(1);
  }

  /** Returns the alignment that the address has, in bytes. */
  public long alignment() {
    return alignment;
  }

  /** Returns whether the access is volatile. */
  public boolean isVolatile() {
    return isVolatile;
  }

  /** Returns the components that are written, in rising order; none where the whole value is. */
  public List<Integer> components() {
    return components;
  }

  /** Returns whether this component of the value is written. */
  public boolean writes(int component) {
    return components.isEmpty() || components.contains(component);
  }

  @Override
  public String mnemonic() {
    return "store";
  }
}
