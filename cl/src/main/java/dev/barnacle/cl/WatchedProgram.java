package dev.barnacle.cl;

import dev.barnacle.engine.EngineException;
import dev.barnacle.engine.Executable;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.watch.WatchExecutable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program as the engine that checks kernels has it: the context's own where that is the engine
 * that watches, else one that is made when a kernel is first checked.
 */
final class WatchedProgram implements AutoCloseable {
  private static final int MOST_DIMENSIONS = 3;

  private final Context context;
  private final Supplier<Module> again;
  private final boolean shared;
  private @Nullable Loaded loaded;

  private record Loaded(Module module, WatchExecutable executable) {}

  WatchedProgram(Context context, Module module, Executable executable, Supplier<Module> again) {
    this.context = context;
    this.again = again;
    this.shared = executable instanceof WatchExecutable;
    this.loaded = executable instanceof WatchExecutable w ? new Loaded(module, w) : null;
  }

  private synchronized Loaded loaded() {
    if (loaded == null) {
      try {
        Module module = again.get();
        loaded = new Loaded(module, context.watchEngine().load(module));
      } catch (EngineException e) {
        throw Errors.of(e);
      }
    }
    return loaded;
  }

  WatchExecutable executable() {
    return loaded().executable();
  }

  /** Returns the kernel of that name in the program that is watched. */
  Function kernel(String name) {
    return loaded().module().function(name).orElseThrow();
  }

  /** Tells whether a kernel, or a function that it calls, has atomic operations. */
  boolean hasAtomics(String name) {
    return instructions(name)
        .anyMatch(
            i ->
                i instanceof AtomicLoad
                    || i instanceof AtomicStore
                    || i instanceof AtomicRmw
                    || i instanceof AtomicCompareExchange);
  }

  /** Returns how many dimensions a kernel, or a function that it calls, asks ids of; at least 1. */
  int idDimensions(String name) {
    return instructions(name).mapToInt(WatchedProgram::dimensions).reduce(1, Math::max);
  }

  private static int dimensions(Instruction instruction) {
    boolean asks =
        instruction instanceof WorkItemQuery query
            && (query.kind() == WorkItemQuery.Kind.GLOBAL_ID
                || query.kind() == WorkItemQuery.Kind.LOCAL_ID
                || query.kind() == WorkItemQuery.Kind.GROUP_ID);
    if (!asks || !(instruction.operand(0) instanceof IntConstant dimension)) {
      return 1;
    }
    return Math.clamp(dimension.value() + 1, 1, MOST_DIMENSIONS);
  }

  private Stream<Instruction> instructions(String name) {
    return new CallGraph(loaded().module())
        .reachable(kernel(name)).stream()
            .flatMap(f -> f.blocks().stream())
            .flatMap(b -> b.instructions().stream());
  }

  @Override
  public synchronized void close() {
    if (loaded != null && !shared) {
      loaded.executable().close();
    }
  }
}
