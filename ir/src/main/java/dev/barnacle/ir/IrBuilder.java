package dev.barnacle.ir;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends instructions to a block. Each method returns the new instruction, so that its result can
 * be an operand of the next; {@link #setLocation} gives the place in the source of those that
 * follow.
 */
public final class IrBuilder {
  private Block block;
  private int position = -1;
  private @Nullable Location location;

  /** Makes a builder that appends to {@code block}. */
  public IrBuilder(Block block) {
    this.block = block;
  }

  /** Continues at the end of {@code target}. */
  public void setBlock(Block target) {
    this.block = target;
    this.position = -1;
  }

  /** Continues in {@code target} before the instruction number {@code index}. */
  public void setPosition(Block target, int index) {
    this.block = target;
    this.position = index;
  }

  /** Returns the block that is being built. */
  public Block block() {
    return block;
  }

  /** Sets the place in the source of the instructions that follow. */
  public void setLocation(@Nullable Location location) {
    this.location = location;
  }

  /** Adds any instruction. */
  public <T extends Instruction> T add(T instruction) {
    if (instruction.location() == null) {
      instruction.setLocation(location);
    }
    if (position < 0) {
      block.instructions().add(instruction);
    } else {
      block.instructions().add(position++, instruction);
    }
    return instruction;
  }

  /** Adds an operation without flags. */
  public Binary binary(Binary.Op op, Value left, Value right) {
    return add(new Binary(op, left, right));
  }

  /** Adds a comparison without flags. */
  public Compare compare(Compare.Predicate predicate, Value left, Value right) {
    return add(new Compare(predicate, left, right, Set.of()));
  }

  /** Adds a conversion. */
  public Cast cast(Cast.Op op, Value operand, Type type) {
    return add(new Cast(op, operand, type));
  }

  /** Adds a choice. */
  public Select select(Value condition, Value whenTrue, Value whenFalse) {
    return add(new Select(condition, whenTrue, whenFalse));
  }

  /** Adds a call of a pure function without flags. */
  public Intrinsic intrinsic(Intrinsic.Op op, Value... operands) {
    return add(new Intrinsic(op, List.of(operands), Set.of()));
  }

  /** Adds private memory. */
  public Alloca alloca(long byteSize, long alignment) {
    return add(new Alloca(byteSize, alignment));
  }

  /** Adds a pointer addition that stays in its object. */
  public PointerAdd pointerAdd(Value pointer, Value offset) {
    return add(new PointerAdd(pointer, offset, true));
  }

  /** Adds a naturally aligned read. */
  public Load load(Type type, Value pointer) {
    return add(new Load(type, pointer, type.byteSize(), false));
  }

  /** Adds a naturally aligned write. */
  public Store store(Value value, Value pointer) {
    return add(new Store(value, pointer, value.type().byteSize(), false));
  }

  /** Adds a query without a dimension. */
  public WorkItemQuery query(WorkItemQuery.Kind kind) {
    return add(new WorkItemQuery(kind));
  }

  /** Adds a query of the dimension {@code dimension} (from 0). */
  public WorkItemQuery query(WorkItemQuery.Kind kind, int dimension) {
    return add(new WorkItemQuery(kind, new IntConstant(Types.I32, dimension)));
  }

  /** Adds a call. */
  public Call call(Function callee, Value... arguments) {
    return add(new Call(callee, List.of(arguments)));
  }

  /** Adds a phi without edges. */
  public Phi phi(Type type) {
    return add(new Phi(type));
  }

  /** Ends the block with a jump. */
  public Branch branch(Block target) {
    return add(new Branch(target));
  }

  /** Ends the block with a conditional branch. */
  public ConditionalBranch branch(Value condition, Block whenTrue, Block whenFalse) {
    return add(new ConditionalBranch(condition, whenTrue, whenFalse));
  }

  /** Ends the function. */
  public Return ret() {
    return add(new Return());
  }
}
