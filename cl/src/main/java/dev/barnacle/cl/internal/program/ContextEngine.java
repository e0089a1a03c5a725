package dev.barnacle.cl.internal.program;

import dev.barnacle.engine.Engine;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import dev.barnacle.watch.WatchOptions;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The engine that a context's kernels run on, and all that depends on which one it is: how programs
 * are compiled for it, who checks kernels, and whether races between commands are looked for.
 */
public abstract sealed class ContextEngine implements AutoCloseable
    permits RunningEngine, WatchingEngine {
  /**
   * Returns that of a context whose kernels run on an engine that checks nothing.
   *
   * @param checks how kernels are watched that are to be checked
   */
  public static ContextEngine running(Engine engine, WatchOptions checks) {
    return new RunningEngine(engine, checks);
  }

  /**
   * Returns that of a context whose kernels all run under watch.
   *
   * @param report what the engine tells of its launches
   */
  public static ContextEngine watching(WatchEngine engine, ProgramReport report) {
    return new WatchingEngine(engine, report);
  }

  /** Returns the engine. */
  public abstract Engine engine();

  /** Returns the detector of races between commands; null where nothing is watched. */
  public abstract @Nullable CommandWatch commandWatch();

  /** Returns what was found so far; nothing where nothing is watched. */
  public abstract Optional<Report> report();

  /**
   * Runs a launch that the calling thread waits for, as a command where commands are watched.
   * Without queues only other threads' launches could race with it, which is not looked for.
   *
   * @param run is given the command, or null
   */
  public abstract <T> T atOnce(String kernel, Function<@Nullable CommandNode, T> run);

  /** Returns whether programs are compiled for checks from the beginning. */
  abstract boolean compilesForChecks();

  /**
   * Prepares a program.
   *
   * @param again makes its IR for the engine that checks kernels
   * @param output where constructors and destructors of its objects print
   */
  abstract EngineProgram load(Module module, Supplier<Module> again, PrintfSink output);

  /** Ends the threads of engines. */
  @Override
  public abstract void close();
}
