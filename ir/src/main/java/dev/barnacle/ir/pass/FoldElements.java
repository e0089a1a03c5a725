package dev.barnacle.ir.pass;

import dev.barnacle.ir.Binary;
import dev.barnacle.ir.Block;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Compare;
import dev.barnacle.ir.ExtractElement;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.InsertElement;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Intrinsic;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.Select;
import dev.barnacle.ir.Shuffle;
import dev.barnacle.ir.Unary;
import dev.barnacle.ir.Value;
import dev.barnacle.ir.VectorConstant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Uses an element that is taken out of a vector where it was put in, or computes it by itself where
 * it is computed from such elements. The coordinates of an image, or of a point in a grid, are put
 * into a vector only to be taken out again; what is known of one of them (that it is the same for a
 * whole row) is not known of the vector.
 */
public final class FoldElements implements Pass {
  /** Wider vectors are computed with as a whole. */
  private static final int MOST_LANES = 4;

  /** Operations between an element's origin and its use. */
  private static final int MOST_DEPTH = 16;

  @Override
  public String name() {
    return "fold-elements";
  }

  @Override
  public String summary() {
    return "uses elements of vectors where they come from";
  }

  @Override
  public boolean run(Module module) {
    boolean changed = false;
    for (Function function : module.functions()) {
      changed |= new Folding(function).run();
    }
    return changed;
  }

  private record Element(Value vector, int lane) {}

  /** The work on one function. */
  private static final class Folding {
    private final Function function;
    private final Map<Element, Optional<Value>> known = new HashMap<>();

    /** The instructions to insert before a vector operation. */
    private final Map<Instruction, List<Instruction>> added = new HashMap<>();

    Folding(Function function) {
      this.function = function;
    }

    boolean run() {
      Map<Value, Value> replaced = new HashMap<>();
      for (Instruction instruction : function.instructions()) {
        if (instruction instanceof ExtractElement extract) {
          origin(extract).ifPresent(v -> replaced.put(extract, v));
        }
      }
      if (replaced.isEmpty()) {
        return false;
      }
      for (Block block : function.blocks()) {
        List<Instruction> all = new ArrayList<>();
        for (Instruction instruction : block.instructions()) {
          all.addAll(added.getOrDefault(instruction, List.of()));
          all.add(instruction);
        }
        all.removeIf(replaced::containsKey);
        all.forEach(i -> i.mapOperands(v -> resolve(v, replaced)));
        block.instructions().clear();
        block.instructions().addAll(all);
      }
      return true;
    }

    /** An element may itself have been taken out of another vector. */
    private static Value resolve(Value value, Map<Value, Value> replaced) {
      Value now = value;
      while (replaced.containsKey(now)) {
        now = replaced.get(now);
      }
      return now;
    }

    private Optional<Value> origin(ExtractElement extract) {
      return extract.operand(1) instanceof IntConstant lane
              && Long.compareUnsigned(lane.unsigned(), extract.operand(0).type().lanes()) < 0
          ? find(extract.operand(0), (int) lane.unsigned(), 0)
          : Optional.empty();
    }

    private Optional<Value> find(Value vector, int lane, int depth) {
      Element element = new Element(vector, lane);
      Optional<Value> before = known.get(element);
      if (before != null || depth > MOST_DEPTH) {
        return before == null ? Optional.empty() : before;
      }
      Optional<Value> found =
          switch (vector) {
            case VectorConstant constant -> Optional.of(constant.elements().get(lane));
            case InsertElement insert when insert.operand(2) instanceof IntConstant at ->
                at.unsigned() == lane
                    ? Optional.of(insert.operand(1))
                    : find(insert.operand(0), lane, depth + 1);
            case Shuffle shuffle -> ofShuffle(shuffle, lane, depth + 1);
            case Instruction operation when operation.type().lanes() <= MOST_LANES ->
                ofOperation(operation, lane, depth + 1);
            default -> Optional.empty();
          };
      known.put(element, found);
      return found;
    }

    private Optional<Value> ofShuffle(Shuffle shuffle, int lane, int depth) {
      int from = shuffle.mask().get(lane);
      int lanes = shuffle.operand(0).type().lanes();
      if (from < 0) {
        return Optional.empty();
      }
      return from < lanes
          ? find(shuffle.operand(0), from, depth)
          : find(shuffle.operand(1), from - lanes, depth);
    }

    /** Finds the element of a result of an operation that works element by element. */
    private Optional<Value> ofOperation(Instruction operation, int lane, int depth) {
      if (!isElementwise(operation)) {
        return Optional.empty();
      }
      List<Value> operands = new ArrayList<>();
      for (Value operand : operation.operands()) {
        Optional<Value> element =
            operand.type().lanes() == 1 ? Optional.of(operand) : find(operand, lane, depth);
        if (element.isEmpty()) {
          return Optional.empty();
        }
        operands.add(element.get());
      }
      Instruction one = InstructionCopy.ofElement(operation, operands);
      added.computeIfAbsent(operation, o -> new ArrayList<>()).add(one);
      return Optional.of(one);
    }

    private static boolean isElementwise(Instruction operation) {
      int lanes = operation.type().lanes();
      boolean same =
          operation.operands().stream()
              .allMatch(
                  o ->
                      o.type().lanes() == lanes
                          || (operation instanceof Select
                              && o.equals(operation.operand(0))
                              && o.type().lanes() == 1));
      return same
          && switch (operation) {
            case Binary _, Unary _, Compare _, Cast _, Select _, Intrinsic _ -> true;
            default -> false;
          };
    }
  }
}
