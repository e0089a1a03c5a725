package dev.barnacle.frontend.internal.reader.context;

import dev.barnacle.frontend.internal.reader.type.GepOffsets;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.frontend.internal.reader.type.TypeReader;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Location;
import dev.barnacle.ir.NullConstant;
import dev.barnacle.ir.PointerAdd;
import dev.barnacle.ir.PointerType;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.llvm.view.LlvmConstant;
import dev.barnacle.llvm.view.LlvmFunction;
import dev.barnacle.llvm.view.LlvmGlobalVariable;
import dev.barnacle.llvm.view.LlvmType;
import dev.barnacle.llvm.view.LlvmValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shared state of the readers of one function's instructions: the function that is being built,
 * and what LLVM's values have become so far.
 */
public final class FunctionContext {
  private static final PointerType GENERIC = new PointerType(AddressSpace.GENERIC);

  private final ReaderContext module;
  private final Function function;
  private final Map<LlvmValue, List<Value>> values = new HashMap<>();
  private final List<Alloca> allocas = new ArrayList<>();
  private final IrBuilder builder;
  private final List<Block> added = new ArrayList<>();
  private final Set<Instruction> spare = new HashSet<>();
  private @Nullable Location location;
  private int serial;

  public FunctionContext(ReaderContext module, Function function) {
    this.module = module;
    this.function = function;
    this.builder = new IrBuilder(new Block("none"));
  }

  public ReaderContext module() {
    return module;
  }

  public TypeReader types() {
    return module.types();
  }

  public Function function() {
    return function;
  }

  /** Says where in the source the instructions that follow come from. */
  public void setLocation(@Nullable Location location) {
    this.location = location;
    builder.setLocation(location);
  }

  /** Returns the place in the source of the present instruction, if known. */
  public @Nullable Location location() {
    return location;
  }

  /** Returns the builder that instructions go to at present. */
  public IrBuilder builder() {
    return builder;
  }

  /** The IR type of a type that is no aggregate. */
  public Type type(LlvmType type) {
    return module.types().type(type);
  }

  /** Says what an LLVM value that is no aggregate has become. */
  public void define(LlvmValue source, Value value) {
    values.put(source, List.of(value));
  }

  /** Says what the leaves of an LLVM value have become. */
  public void defineParts(LlvmValue source, List<? extends Value> parts) {
    values.put(source, List.copyOf(parts));
  }

  /** Makes an LLVM value undefined, after an error in it was reported. */
  public void defineUndefined(LlvmValue source) {
    List<Value> parts = new ArrayList<>();
    for (TypeReader.Leaf leaf : types().leaves(source.type())) {
      parts.add(new UndefConstant(leaf.type()));
    }
    values.put(source, parts);
  }

  /**
   * Returns the value in the IR of an LLVM value that is no aggregate; may add instructions for
   * addresses.
   */
  public Value value(LlvmValue source) {
    List<Value> parts = parts(source);
    if (parts.size() != 1) {
      throw UnsupportedException.of("a value of the LLVM type '" + source.type() + "' here");
    }
    return parts.getFirst();
  }

  /** Returns the leaves in the IR of an LLVM value; may add instructions for addresses. */
  public List<Value> parts(LlvmValue source) {
    List<Value> found = values.get(source);
    if (found != null) {
      boolean isMissing = found.isEmpty() && types().countLeaves(source.type()) > 0;
      if (isMissing && !module.errors().isEmpty()) {
        throw UnsupportedException.followUp();
      }
      return found;
    }
    return switch (source) {
      case LlvmGlobalVariable variable -> List.of(module.globals().read(variable));
      case LlvmFunction callee -> List.of(addressOf(callee));
      case LlvmConstant constant -> constantParts(constant);
      default -> throw UnsupportedException.of("the operand '" + source + "'");
    };
  }

  /**
   * A function's address is only ever stored in a block's literal: calls are direct, and others are
   * errors, so nothing can read it.
   */
  private Value addressOf(LlvmFunction callee) {
    return new NullConstant((PointerType) type(callee.type()));
  }

  private List<Value> constantParts(LlvmConstant constant) {
    if (constant.kind() == LlvmConstant.Kind.EXPRESSION) {
      return List.of(expression(constant));
    }
    if (IntegerWidths.isWide(constant.type())) {
      return module.constants().readWide(constant);
    }
    if (!TypeReader.isAggregate(constant.type())) {
      return List.of(module.constants().read(constant));
    }
    types().checkLeaves(constant.type());
    List<Value> parts = new ArrayList<>();
    if (types().countLeaves(constant.type()) == 0) {
      return parts;
    }
    for (int i = 0; i < constant.type().count(); i++) {
      parts.addAll(parts(constant.element(i)));
    }
    return parts;
  }

  private Value expression(LlvmConstant constant) {
    return switch (constant.opcode()) {
      case GETELEMENTPTR -> {
        GepOffsets offsets =
            GepOffsets.of(types().layout(), constant.gepSourceType(), constant.operands());
        yield address(value(constant.operand(0)), offsets, true);
      }
      case ADDRSPACECAST -> castExpression(Cast.Op.ADDRSPACECAST, constant);
      case PTRTOINT -> castExpression(Cast.Op.PTRTOINT, constant);
      case INTTOPTR -> castExpression(Cast.Op.INTTOPTR, constant);
      case BITCAST -> castExpression(Cast.Op.BITCAST, constant);
      case TRUNC -> castExpression(Cast.Op.TRUNC, constant);
      case ADD -> binaryExpression(Binary.Op.ADD, constant);
      case SUB -> binaryExpression(Binary.Op.SUB, constant);
      case XOR -> binaryExpression(Binary.Op.XOR, constant);
      default -> throw UnsupportedException.of("the constant '" + constant + "'");
    };
  }

  private Value castExpression(Cast.Op op, LlvmConstant constant) {
    IntegerWidths.refuse(constant.type());
    return builder.cast(op, value(constant.operand(0)), type(constant.type()));
  }

  private Value binaryExpression(Binary.Op op, LlvmConstant constant) {
    IntegerWidths.refuse(constant.type());
    return builder.binary(op, value(constant.operand(0)), value(constant.operand(1)));
  }

  /**
   * The pointer that a generic pointer was just made from, where that can be seen; else the pointer
   * itself. Accesses through it name the address space that the program names.
   */
  public static Value specific(Value pointer) {
    return pointer instanceof Cast cast
            && cast.op() == Cast.Op.ADDRSPACECAST
            && GENERIC.equals(cast.type())
        ? cast.operand(0)
        : pointer;
  }

  /** Adds what a getelementptr adds to {@code pointer}. */
  public Value address(Value pointer, GepOffsets offsets, boolean inBounds) {
    Value base = specific(pointer);
    Value moved = moved(base, offsets, inBounds);
    return base == pointer ? moved : builder.cast(Cast.Op.ADDRSPACECAST, moved, pointer.type());
  }

  private Value moved(Value pointer, GepOffsets offsets, boolean inBounds) {
    Value sum = null;
    for (GepOffsets.Scaled scaled : offsets.variables()) {
      Value offset = scaledIndex(scaled, inBounds);
      sum = sum == null ? offset : sum(sum, offset, inBounds);
    }
    long constant = offsets.constant();
    if (sum == null) {
      return constant == 0 ? pointer : pointerAdd(pointer, offset(constant), inBounds);
    }
    return pointerAdd(
        pointer, constant == 0 ? sum : sum(sum, offset(constant), inBounds), inBounds);
  }

  private Value scaledIndex(GepOffsets.Scaled scaled, boolean inBounds) {
    Value index = value(scaled.index());
    if (!(index.type() instanceof IntType width)) {
      throw UnsupportedException.of("a vector of addresses");
    }
    IntegerWidths.refuse(scaled.index().type());
    Value wide = width.bits() == Long.SIZE ? index : builder.cast(Cast.Op.SEXT, index, Types.I64);
    return scaled.bytes() == 1
        ? wide
        : builder.add(
            new Binary(Binary.Op.MUL, wide, offset(scaled.bytes()), Set.of(), inBounds, false));
  }

  private Value sum(Value left, Value right, boolean inBounds) {
    return builder.add(new Binary(Binary.Op.ADD, left, right, Set.of(), inBounds, false));
  }

  private PointerAdd pointerAdd(Value pointer, Value offset, boolean inBounds) {
    return builder.add(new PointerAdd(pointer, offset, inBounds));
  }

  private static IntConstant offset(long bytes) {
    return new IntConstant(Types.I64, bytes);
  }

  /** The pointer moved by a known number of bytes inside its object. */
  public Value addressAt(Value pointer, long bytes) {
    return bytes == 0 ? pointer : pointerAdd(pointer, offset(bytes), true);
  }

  /** Reserves private memory for the time of the function's call. */
  public Alloca alloca(long byteSize, long alignment) {
    Alloca alloca = new Alloca(byteSize, alignment);
    alloca.setLocation(location);
    allocas.add(alloca);
    return alloca;
  }

  /** All private memory that was reserved, to stand at the head of the entry block. */
  public List<Alloca> allocas() {
    return allocas;
  }

  /** Makes a block that follows the present one in the text. */
  public Block newBlock(String hint) {
    Block block = new Block(hint + "." + serial++);
    added.add(block);
    return block;
  }

  /** Says that an instruction may go if nobody uses its result. */
  public void mayGo(Instruction instruction) {
    spare.add(instruction);
  }

  /** The instructions that may go if nobody uses their results. */
  public Set<Instruction> spare() {
    return spare;
  }

  /** The blocks that were added since this was last asked. */
  public List<Block> takeAddedBlocks() {
    List<Block> taken = List.copyOf(added);
    added.clear();
    return taken;
  }
}
