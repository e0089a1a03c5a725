package dev.barnacle.frontend.internal.reader.operation;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.type.IntegerWidths;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Type;
import dev.barnacle.ir.Types;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorType;
import dev.barnacle.llvm.view.LlvmInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads what takes vectors and aggregates apart, puts them together and chooses between values. */
public final class VectorReader {
  private final FunctionContext context;

  public VectorReader(FunctionContext context) {
    this.context = context;
  }

  private IrBuilder builder() {
    return context.builder();
  }

  /** Reads an extractelement. */
  public Value extractElement(LlvmInstruction source) {
    Value vector = context.value(source.operand(0));
    Value index = context.value(source.operand(1));
    return vector.type() instanceof VectorType
        ? builder().add(new ExtractElement(vector, index))
        : vector;
  }

  /** Reads an insertelement. */
  public Value insertElement(LlvmInstruction source) {
    Value vector = context.value(source.operand(0));
    Value element = context.value(source.operand(1));
    Value index = context.value(source.operand(2));
    return vector.type() instanceof VectorType
        ? builder().add(new InsertElement(vector, element, index))
        : element;
  }

  /** Reads a shufflevector. */
  public Value shuffle(LlvmInstruction source) {
    Value first = context.value(source.operand(0));
    Value second = context.value(source.operand(1));
    List<Integer> mask = source.shuffleMask();
    if (!(first.type() instanceof VectorType)) {
      return shuffleScalars(first, second, mask);
    }
    if (mask.size() == 1) {
      return lane(first, second, mask.getFirst());
    }
    return builder().add(new Shuffle(first, second, mask));
  }

  private Value lane(Value first, Value second, int index) {
    int lanes = first.type().lanes();
    if (index < 0) {
      return new UndefConstant(first.type().scalar());
    }
    Value vector = index < lanes ? first : second;
    return builder().add(new ExtractElement(vector, new IntConstant(Types.I32, index % lanes)));
  }

  /** A shuffle of two vectors of one lane, which are scalars in the IR. */
  private Value shuffleScalars(Value first, Value second, List<Integer> mask) {
    Type type = first.type().withLanes(mask.size());
    if (mask.size() == 1) {
      return mask.getFirst() == 1 ? second : first;
    }
    Value vector = new UndefConstant(type);
    for (int i = 0; i < mask.size(); i++) {
      if (mask.get(i) >= 0) {
        Value element = mask.get(i) == 0 ? first : second;
        vector = builder().add(new InsertElement(vector, element, new IntConstant(Types.I32, i)));
      }
    }
    return vector;
  }

  /** Reads a select of scalars, vectors or aggregates. */
  public List<Value> select(LlvmInstruction source) {
    Value condition = context.value(source.operand(0));
    List<Value> whenTrue = context.parts(source.operand(1));
    List<Value> whenFalse = context.parts(source.operand(2));
    List<Value> parts = new ArrayList<>();
    for (int i = 0; i < whenTrue.size(); i++) {
      parts.add(part(source, new Select(condition, whenTrue.get(i), whenFalse.get(i))));
    }
    return parts;
  }

  private Value part(LlvmInstruction source, Instruction made) {
    if (IntegerWidths.isWide(source.type())) {
      context.mayGo(made);
    }
    return builder().add(made);
  }

  /** Reads a freeze of a scalar, vector or aggregate. */
  public List<Value> freeze(LlvmInstruction source) {
    List<Value> parts = new ArrayList<>();
    for (Value part : context.parts(source.operand(0))) {
      parts.add(part(source, new Unary(Unary.Op.FREEZE, part, Set.of())));
    }
    return parts;
  }

  /** Reads an extractvalue. */
  public List<Value> extractValue(LlvmInstruction source) {
    List<Value> aggregate = context.parts(source.operand(0));
    int from = context.types().leafIndex(source.operand(0).type(), source.aggregateIndices());
    int count = context.types().leaves(source.type()).size();
    return aggregate.subList(from, from + count);
  }

  /** Reads an insertvalue. */
  public List<Value> insertValue(LlvmInstruction source) {
    List<Value> aggregate = new ArrayList<>(context.parts(source.operand(0)));
    List<Value> member = context.parts(source.operand(1));
    int from = context.types().leafIndex(source.operand(0).type(), source.aggregateIndices());
    for (int i = 0; i < member.size(); i++) {
      aggregate.set(from + i, member.get(i));
    }
    return aggregate;
  }
}
