package dev.barnacle.cl.internal.program;

import dev.barnacle.engine.Engine;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import dev.barnacle.watch.WatchExecutable;
import dev.barnacle.watch.WatchOptions;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An engine that checks nothing; beside it one that does, from the first kernel to be checked on.
 */
final class RunningEngine extends ContextEngine {
  private final Engine engine;
  private final WatchOptions checks;
  private @Nullable WatchEngine watch;

  RunningEngine(Engine engine, WatchOptions checks) {
    this.engine = engine;
    this.checks = checks;
  }

  @Override
  public Engine engine() {
    return engine;
  }

  private synchronized WatchEngine watch() {
    if (watch == null) {
      watch = new WatchEngine(checks, (kernel, report) -> {}, WatchedCode.ofUser());
    }
    return watch;
  }

  @Override
  public @Nullable CommandWatch commandWatch() {
    return null;
  }

  @Override
  public Optional<Report> report() {
    return Optional.empty();
  }

  @Override
  public <T> T atOnce(String kernel, Function<@Nullable CommandNode, T> run) {
    return run.apply(null);
  }

  @Override
  boolean compilesForChecks() {
    return false;
  }

  @Override
  EngineProgram load(Module module, Supplier<Module> again, PrintfSink output) {
    WatchedProgram watched =
        new WatchedProgram(
            () -> {
              Module checked = again.get();
              return constructed(checked, watch().load(checked), output);
            });
    return new RunningProgram(engine.load(module), watched);
  }

  private static WatchedProgram.Loaded constructed(
      Module module, WatchExecutable executable, PrintfSink output) {
    ProgramObjects.construct(module, output, executable::launch);
    return new WatchedProgram.Loaded(module, executable);
  }

  @Override
  public synchronized void close() {
    engine.close();
    if (watch != null) {
      watch.close();
    }
  }
}
