package dev.barnacle.watch.internal.words;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.analysis.ControlFlow;
import dev.barnacle.ir.analysis.Uniformity;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the ways from one instruction of a function to another one. */
final class Reachability {
  private final ControlFlow flow;
  private final Map<Instruction, Block> blocks = new HashMap<>();
  private volatile @Nullable Uniformity uniformity;

  Reachability(Function function) {
    flow = new ControlFlow(function);
    for (Block block : flow.reversePostOrder()) {
      block.instructions().forEach(i -> blocks.put(i, block));
    }
  }

  /** Returns whether an instruction is one of the function's that can be reached. */
  boolean has(Instruction instruction) {
    return blocks.containsKey(instruction);
  }

  /** Returns whether a way leads there that stops nowhere. */
  boolean leads(Instruction from, Instruction to, Predicate<Instruction> stop) {
    return walk(from, to, stop, false);
  }

  /** Returns whether such a way leads there in one iteration of the loops around both. */
  boolean isForward(Instruction from, Instruction to, Predicate<Instruction> stop) {
    return walk(from, to, stop, true);
  }

  /** Returns whether some work-items of a work-group may not come by an instruction. */
  boolean isConditional(Instruction instruction) {
    return !uniformity().isRunByAll(block(instruction));
  }

  /** Returns the instructions of the innermost loop that has both, with a place in the source. */
  Stream<Instruction> loopAround(Instruction a, Instruction b) {
    return uniformity().loops().containing(block(a)).stream()
        .filter(loop -> loop.contains(block(b)))
        .min(Comparator.comparingInt(loop -> loop.blocks().size()))
        .stream()
        .flatMap(loop -> loop.blocks().stream())
        .flatMap(block -> block.instructions().stream())
        .filter(i -> i.location() != null && i.location().line() > 0);
  }

  private Uniformity uniformity() {
    Uniformity known = uniformity;
    if (known == null) {
      known = new Uniformity(flow.function());
      uniformity = known;
    }
    return known;
  }

  private boolean walk(
      Instruction from, Instruction to, Predicate<Instruction> stop, boolean forward) {
    Block start = block(from);
    List<Instruction> all = start.instructions();
    Deque<Block> next = new ArrayDeque<>();
    Set<Block> seen = new HashSet<>();
    Block at = start;
    List<Instruction> part = all.subList(all.indexOf(from) + 1, all.size());
    while (at != null) {
      Instruction end = first(part, to, stop);
      if (end == to) {
        return true;
      }
      if (end == null) {
        for (Block successor : flow.successors(at)) {
          if (!(forward && isNextIteration(at, successor, to)) && seen.add(successor)) {
            next.add(successor);
          }
        }
      }
      at = next.poll();
      part = at == null ? List.of() : at.instructions();
    }
    return false;
  }

  /**
   * Returns whether an edge leads back in a loop; one that is left before an instruction is none.
   */
  private boolean isNextIteration(Block from, Block next, Instruction to) {
    return flow.orderOf(next) <= flow.orderOf(from)
        && uniformity().loops().all().stream()
            .noneMatch(loop -> loop.header() == next && !loop.contains(block(to)));
  }

  private Block block(Instruction instruction) {
    Block block = blocks.get(instruction);
    if (block == null) {
      throw new IllegalArgumentException("not of this function: " + instruction);
    }
    return block;
  }

  private static @Nullable Instruction first(
      List<Instruction> all, Instruction to, Predicate<Instruction> stop) {
    for (Instruction instruction : all) {
      if (instruction == to || stop.test(instruction)) {
        return instruction;
      }
    }
    return null;
  }
}
