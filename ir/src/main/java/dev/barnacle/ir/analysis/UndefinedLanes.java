package dev.barnacle.ir.analysis;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Constant;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.MemoryFill;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Phi;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.UndefConstant;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lanes of a function's values that may be undefined. They come from an undefined constant,
 * through operations that only move lanes. Such a constant is the value of a variable that has
 * become a value before anything was assigned to it.
 */
public final class UndefinedLanes {
  private final Map<Value, Long> lanes = new HashMap<>();

  private UndefinedLanes(Function function) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Instruction instruction : function.instructions()) {
        long moved = moved(instruction);
        if (moved != of(instruction)) {
          lanes.put(instruction, moved);
          changed = true;
        }
      }
    }
  }

  /** Returns whether some code of a program uses what may be undefined. */
  public static boolean areUsed(Module module) {
    return !module.hasDefinedLanes()
        && module.functions().stream().anyMatch(UndefinedLanes::areUsed);
  }

  private static boolean areUsed(Function function) {
    return !function.blocks().isEmpty() && new UndefinedLanes(function).areUsed(function.blocks());
  }

  private boolean areUsed(List<Block> blocks) {
    return blocks.stream()
        .flatMap(b -> b.instructions().stream())
        .anyMatch(i -> !moves(i) && !forgets(i) && i.operands().stream().anyMatch(o -> of(o) != 0));
  }

  /** Returns whether an instruction is where the lifetime of a variable begins or ends. */
  private static boolean forgets(Instruction instruction) {
    return instruction instanceof MemoryFill fill && fill.operand(1) instanceof UndefConstant;
  }

  /** Returns whether an instruction's result has the lanes of its operands as they are. */
  private static boolean moves(Instruction instruction) {
    return switch (instruction) {
      case Phi _, Select _, Shuffle _, InsertElement _, ExtractElement _ -> true;
      default -> false;
    };
  }

  private long moved(Instruction instruction) {
    return switch (instruction) {
      case Phi i -> i.operands().stream().mapToLong(this::of).reduce(0, (a, b) -> a | b);
      case Select i -> of(i.operand(1)) | of(i.operand(2));
      case Shuffle i -> shuffled(i);
      case InsertElement i -> inserted(i);
      case ExtractElement i -> extracted(i);
      default -> 0;
    };
  }

  private long shuffled(Shuffle shuffle) {
    int first = shuffle.operand(0).type().lanes();
    long result = 0;
    for (int lane = 0; lane < shuffle.mask().size(); lane++) {
      int from = shuffle.mask().get(lane);
      if (from >= 0) {
        long bit =
            from < first
                ? of(shuffle.operand(0)) >>> from
                : of(shuffle.operand(1)) >>> (from - first);
        result |= (bit & 1) << lane;
      }
    }
    return result;
  }

  private long inserted(InsertElement insert) {
    long vector = of(insert.operand(0));
    if (!(insert.operand(2) instanceof IntConstant index)) {
      return vector;
    }
    long lane = 1L << index.unsigned();
    return of(insert.operand(1)) == 0 ? vector & ~lane : vector | lane;
  }

  private long extracted(ExtractElement extract) {
    long vector = of(extract.operand(0));
    return extract.operand(1) instanceof IntConstant index
        ? vector >>> index.unsigned() & 1
        : vector == 0 ? 0 : 1;
  }

  private long of(Value value) {
    return switch (value) {
      case Instruction i -> lanes.getOrDefault(i, 0L);
      case UndefConstant c -> (1L << c.type().lanes()) - 1;
      case VectorConstant c -> elements(c.elements());
      default -> 0;
    };
  }

  private static long elements(List<Constant> elements) {
    long result = 0;
    for (int lane = 0; lane < elements.size(); lane++) {
      if (elements.get(lane) instanceof UndefConstant) {
        result |= 1L << lane;
      }
    }
    return result;
  }
}
