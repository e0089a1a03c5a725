package dev.barnacle.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An instruction. Its result, if it has one, is the instruction itself as a {@link Value}.
 *
 * <p>Operands are kept in one list, so that a pass can replace them without knowing the kind.
 */
public abstract sealed class Instruction implements Value
    permits Binary,
        Unary,
        Compare,
        Cast,
        Select,
        Intrinsic,
        ExtractElement,
        InsertElement,
        Shuffle,
        Alloca,
        PointerAdd,
        Load,
        Store,
        MemoryCopy,
        MemoryFill,
        AtomicLoad,
        AtomicStore,
        AtomicRmw,
        AtomicCompareExchange,
        Fence,
        Barrier,
        Yield,
        WorkItemQuery,
        GroupOperation,
        AsyncCopy,
        AsyncFence,
        WaitEvents,
        AddressSpaceTest,
        PipeOperation,
        Printf,
        QueueOperation,
        Trap,
        CycleCounter,
        Call,
        Phi,
        Terminator {
  private final Type type;
  private final List<Value> operands;
  private @Nullable Location location;
  private String name = "";

  Instruction(Type type, List<? extends Value> operands) {
    this.type = type;
    this.operands = new ArrayList<>(operands);
  }

  @Override
  public final Type type() {
    return type;
  }

  /** Returns the operands in order; read-only. */
  public final List<Value> operands() {
    return Collections.unmodifiableList(operands);
  }

  /** Returns the operand number {@code index}. */
  public final Value operand(int index) {
    return operands.get(index);
  }

  /** Replaces the operand number {@code index}. */
  public final void setOperand(int index, Value value) {
    operands.set(index, value);
  }

  /** Replaces each operand by what {@code mapping} makes of it. */
  public final void mapOperands(UnaryOperator<Value> mapping) {
    operands.replaceAll(mapping);
  }

  final void addOperand(Value value) {
    operands.add(value);
  }

  final void removeOperand(int index) {
    operands.remove(index);
  }

  /** Returns the place in the source, if known. */
  public final @Nullable Location location() {
    return location;
  }

  /** Sets the place in the source. */
  public final void setLocation(@Nullable Location location) {
    this.location = location;
  }

  /** Returns a name for the text form, such as the source variable's; empty where there is none. */
  public final String name() {
    return name;
  }

  /** Sets the name for the text form. */
  public final void setName(String name) {
    this.name = name;
  }

  /** Returns whether it has a result. */
  public final boolean hasResult() {
    return !(type instanceof VoidType);
  }

  /**
   * Returns the name of the instruction in the text form, such as {@code add} or {@code
   * atomic.rmw}.
   */
  public abstract String mnemonic();
}
