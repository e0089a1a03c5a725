package dev.barnacle.ir.pass;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes sums, differences and products in the width that their users take of them: {@code i +=
 * get_global_size(0)} widens an {@code int} only to cut off the sum. In its own width it is seen to
 * rise by one from lane to lane, and twice as many of it fit into a register.
 */
public final class NarrowArithmetic implements Pass {
  /** Operations between a result and the widened values that it is made of. */
  private static final int MOST_DEPTH = 8;

  @Override
  public String name() {
    return "narrow-arithmetic";
  }

  @Override
  public String summary() {
    return "computes in the width that is used";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= new Narrowing(function).run();
    }
    return changed;
  }

  /** The work on one function. */
  private static final class Narrowing {
    private final Function function;
    private final Map<Value, Integer> uses = new HashMap<>();

    Narrowing(Function function) {
      this.function = function;
    }

    boolean run() {
      for (Instruction instruction : function.instructions()) {
        instruction.operands().forEach(o -> uses.merge(o, 1, Integer::sum));
      }
      Map<Value, Value> replaced = new HashMap<>();
      for (Block block : function.blocks()) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction instruction : block.instructions()) {
          if (instruction instanceof Cast cast
              && cast.op() == Cast.Op.TRUNC
              && cast.type() instanceof IntType type
              && narrows(cast.operand(0), type, 0)
              && cast.operand(0) instanceof Binary wide) {
            Value narrow = narrow(wide, type, all);
            replaced.put(cast, narrow);
          } else {
            all.add(instruction);
          }
        }
        block.instructions().clear();
        block.instructions().addAll(all);
      }
      if (replaced.isEmpty()) {
        return false;
      }
      for (Block block : function.blocks()) {
        block.instructions().forEach(i -> i.mapOperands(v -> replaced.getOrDefault(v, v)));
      }
      return true;
    }

    /** Returns whether the low bits of a value are computed of values that were widened. */
    private boolean narrows(Value value, IntType type, int depth) {
      return switch (value) {
        case Cast cast -> isWidened(cast, type);
        case Binary binary ->
            depth < MOST_DEPTH
                && uses.getOrDefault(binary, 0) == 1
                && isModular(binary)
                && (narrows(binary.operand(0), type, depth + 1)
                    || narrows(binary.operand(1), type, depth + 1));
        default -> false;
      };
    }

    private static boolean isWidened(Cast cast, IntType type) {
      return (cast.op() == Cast.Op.SEXT || cast.op() == Cast.Op.ZEXT)
          && cast.operand(0).type().equals(type);
    }

    /** Returns whether the low bits of a result follow from those of the operands. */
    private static boolean isModular(Binary binary) {
      return binary.type() instanceof IntType
          && switch (binary.op()) {
            case ADD, SUB, MUL -> true;
            default -> false;
          };
    }

    /** Adds what computes the low bits of a value. */
    private Value narrow(Value value, IntType type, List<Instruction> to) {
      switch (value) {
        case IntConstant constant -> {
          return new IntConstant(type, constant.value());
        }
        case Cast cast when isWidened(cast, type) -> {
          return cast.operand(0);
        }
        case Binary binary when narrows(binary, type, 0) -> {
          Value left = narrow(binary.operand(0), type, to);
          Value right = narrow(binary.operand(1), type, to);
          return add(new Binary(binary.op(), left, right), binary, to);
        }
        default -> {
          return add(new Cast(Cast.Op.TRUNC, value, type), value, to);
        }
      }
    }

    private static Value add(Instruction made, Value like, List<Instruction> to) {
      if (like instanceof Instruction original) {
        made.setLocation(original.location());
      }
      to.add(made);
      return made;
    }
  }
}
