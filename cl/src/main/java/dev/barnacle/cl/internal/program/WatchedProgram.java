package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.internal.life.EngineErrors;
import dev.barnacle.engine.EngineException;
import dev.barnacle.ir.AtomicCompareExchange;
import dev.barnacle.ir.AtomicLoad;
import dev.barnacle.ir.AtomicRmw;
import dev.barnacle.ir.AtomicStore;
import dev.barnacle.ir.Cast;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntConstant;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.QueueOperation;
import dev.barnacle.ir.WorkItemQuery;
import dev.barnacle.ir.analysis.CallGraph;
import dev.barnacle.ir.analysis.DataAddresses;
import dev.barnacle.watch.WatchExecutable;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program as the engine that checks kernels has it: the context's own where that is the engine
 * that watches, else one that is made when a kernel is first checked.
 */
public final class WatchedProgram implements AutoCloseable {
  private static final int MOST_DIMENSIONS = 3;

  private final Supplier<Loaded> load;
  private @Nullable Loaded loaded;

  record Loaded(Module module, WatchExecutable executable) {}

  /** Makes one that is loaded when it is first asked for something. */
  WatchedProgram(Supplier<Loaded> load) {
    this.load = load;
  }

  private synchronized Loaded loaded() {
    if (loaded == null) {
      try {
        loaded = load.get();
      } catch (EngineException e) {
        throw EngineErrors.of(e);
      }
    }
    return loaded;
  }

  public WatchExecutable executable() {
    return loaded().executable();
  }

  /** Returns the kernel of that name in the program that is watched. */
  public Function kernel(String name) {
    return loaded().module().kernel(name).orElseThrow();
  }

  /** Returns whether operations of different memory scopes can have inclusive scopes. */
  public boolean scopesMayDiffer() {
    return loaded().module().options().scopesMayDiffer();
  }

  /** Returns whether a kernel, or a function that it calls, has atomic operations. */
  public boolean hasAtomics(String name) {
    return instructions(name)
        .anyMatch(
            i ->
                i instanceof AtomicLoad
                    || i instanceof AtomicStore
                    || i instanceof AtomicRmw
                    || i instanceof AtomicCompareExchange);
  }

  /** Returns whether a kernel, or a function that it calls, enqueues kernels on the device. */
  public boolean enqueuesKernels(String name) {
    return instructions(name)
        .anyMatch(i -> i instanceof QueueOperation q && q.op() == QueueOperation.Op.ENQUEUE_KERNEL);
  }

  /**
   * Returns whether a kernel, or a function that it calls, widens again what it has made 16 bits
   * wide, as it does with indices of a short type.
   */
  public boolean hasShortIndices(String name) {
    return instructions(name)
        .anyMatch(
            i ->
                i instanceof Cast wide
                    && (wide.op() == Cast.Op.SEXT || wide.op() == Cast.Op.ZEXT)
                    && wide.operand(0) instanceof Cast narrow
                    && narrow.op() == Cast.Op.TRUNC
                    && narrow.type() instanceof IntType type
                    && type.bits() == Short.SIZE);
  }

  /** Returns whether what a kernel reads decides where it writes: {@link DataAddresses}. */
  public boolean hasDataAddresses(String name) {
    return DataAddresses.areIn(functions(name));
  }

  /** Tells the same of the numbers that the kernel is given. */
  public boolean hasNumberAddresses(String name) {
    return DataAddresses.ofNumbersAreIn(functions(name));
  }

  /** Returns what a kernel, or a function that it calls, asks of a kind. */
  public IntStream dimensions(String name, Set<WorkItemQuery.Kind> kinds) {
    return instructions(name)
        .filter(i -> i instanceof WorkItemQuery query && kinds.contains(query.kind()))
        .mapToInt(WatchedProgram::dimension)
        .filter(dimension -> dimension < MOST_DIMENSIONS);
  }

  /**
   * Returns the dimension that a query is of, from 0; 0 where it has none, or it is not known, and
   * {@link #MOST_DIMENSIONS} where it is one that no NDRange has.
   */
  private static int dimension(Instruction query) {
    return !query.operands().isEmpty() && query.operand(0) instanceof IntConstant dimension
        ? (int) Math.min(dimension.value() & 0xffffffffL, MOST_DIMENSIONS)
        : 0;
  }

  private Set<Function> functions(String name) {
    return new CallGraph(loaded().module()).reachable(kernel(name));
  }

  private Stream<Instruction> instructions(String name) {
    return functions(name).stream()
        .flatMap(f -> f.blocks().stream())
        .flatMap(b -> b.instructions().stream());
  }

  @Override
  public synchronized void close() {
    if (loaded != null) {
      loaded.executable().close();
    }
  }
}
