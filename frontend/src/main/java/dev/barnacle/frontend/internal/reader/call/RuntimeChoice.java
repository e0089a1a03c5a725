package dev.barnacle.frontend.internal.reader.call;

import dev.barnacle.frontend.internal.reader.context.FunctionContext;
import dev.barnacle.frontend.internal.reader.type.UnsupportedException;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.IrBuilder;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Switch;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VoidType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Operands that the IR wants known, such as a memory order. A constant picks its meaning at once;
 * for another value a switch is made with the operation once for each meaning.
 */
final class RuntimeChoice {
  private final FunctionContext context;
  private final ExpectReader expectations;

  RuntimeChoice(FunctionContext context, ExpectReader expectations) {
    this.context = context;
    this.expectations = expectations;
  }

  /**
   * The meanings that an operand may have.
   *
   * @param expectation what a program that is watched says of an operand that is no constant
   * @param describe what messages call the operand with a value
   * @param meanings by the operand's value; the last one also stands for run-time values that are
   *     none of these, for which OpenCL C defines nothing
   */
  record Meanings<T>(
      Intrinsic.Op expectation, LongFunction<String> describe, LinkedHashMap<Long, T> meanings) {
    T of(long value) {
      T meaning = meanings.get(value);
      if (meaning == null) {
        throw new UnsupportedException(describe.apply(value) + " is not allowed here");
      }
      return meaning;
    }

    /** Returns what the expectation has for its second operand: a bit for each order or scope. */
    private long allowed() {
      long bits = 0;
      for (long value : meanings.keySet()) {
        bits |= expectation == Intrinsic.Op.EXPECT_FLAGS ? value : 1L << value;
      }
      return bits;
    }
  }

  /**
   * Makes an operation.
   *
   * @param operation makes the operation for one meaning and returns its result
   */
  <T> Value choose(Value operand, Meanings<T> allowed, Function<T, Value> operation) {
    if (operand instanceof IntConstant constant) {
      return operation.apply(allowed.of(constant.value()));
    }
    IrBuilder builder = context.builder();
    IntConstant mask = new IntConstant((IntType) operand.type(), allowed.allowed());
    Value expected = expectations.expect(allowed.expectation(), List.of(operand, mask));
    Block head = builder.block();
    List<Long> cases = new ArrayList<>(allowed.meanings().keySet());
    List<Block> targets = new ArrayList<>();
    List<Block> ends = new ArrayList<>();
    List<Value> results = new ArrayList<>();
    for (Map.Entry<Long, T> meaning : allowed.meanings().entrySet()) {
      Block target = context.newBlock("choice");
      targets.add(target);
      builder.setBlock(target);
      results.add(operation.apply(meaning.getValue()));
      ends.add(builder.block());
    }
    Block join = context.newBlock("chosen");
    for (Block end : ends) {
      builder.setBlock(end);
      builder.branch(join);
    }
    builder.setBlock(head);
    int last = cases.size() - 1;
    builder.add(
        new Switch(expected, targets.get(last), cases.subList(0, last), targets.subList(0, last)));
    builder.setBlock(join);
    return join(builder, results, ends);
  }

  private static Value join(IrBuilder builder, List<Value> results, List<Block> ends) {
    Value first = results.getFirst();
    if (first.type() instanceof VoidType) {
      return first;
    }
    Phi phi = builder.phi(first.type());
    for (int i = 0; i < results.size(); i++) {
      phi.addIncoming(results.get(i), ends.get(i));
    }
    return phi;
  }
}
