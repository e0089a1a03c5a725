package dev.barnacle.watch.internal.run.kernel;

import dev.barnacle.ir.Block;
import dev.barnacle.ir.Call;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.Parameter;
import dev.barnacle.ir.Return;
import dev.barnacle.ir.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The functions that a kernel calls, and from where. */
public final class KernelCallGraph {
  private final Set<Function> functions = new LinkedHashSet<>();
  private final List<Call> calls = new ArrayList<>();

  /** Follows the calls of a kernel. */
  public KernelCallGraph(Function kernel) {
    Deque<Function> work = new ArrayDeque<>(List.of(kernel));
    while (!work.isEmpty()) {
      Function function = work.remove();
      if (functions.add(function)) {
        instructions(function)
            .filter(Call.class::isInstance)
            .map(Call.class::cast)
            .forEach(
                call -> {
                  calls.add(call);
                  work.add(call.callee());
                });
      }
    }
  }

  private static Stream<Instruction> instructions(Function function) {
    return function.blocks().stream().map(Block::instructions).flatMap(List::stream);
  }

  /** Returns all instructions of the kernel and the functions. */
  public Stream<Instruction> instructions() {
    return functions.stream().flatMap(KernelCallGraph::instructions);
  }

  /** Returns the kernel's or the called function that has an instruction; null for neither. */
  public @Nullable Function functionOf(Instruction instruction) {
    return functions.stream()
        .filter(f -> instructions(f).anyMatch(i -> i == instruction))
        .findFirst()
        .orElse(null);
  }

  /** Returns what a function's parameter is given, where that is one value; else null. */
  public @Nullable Value given(Parameter parameter) {
    List<Call> ofIt =
        calls.stream().filter(c -> c.callee().parameters().contains(parameter)).toList();
    return ofIt.size() == 1 ? ofIt.getFirst().operand(parameter.index()) : null;
  }

  /** Returns what a function gives back, where that is one value; else null. */
  public static @Nullable Value result(Function function) {
    List<Instruction> returns =
        instructions(function).filter(Return.class::isInstance).limit(2).toList();
    return returns.size() == 1 && !returns.getFirst().operands().isEmpty()
        ? returns.getFirst().operand(0)
        : null;
  }
}
