package dev.barnacle.cl.internal.program;

import dev.barnacle.engine.Engine;
import dev.barnacle.engine.PrintfSink;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchEngine;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The engine that checks kernels, for all of a context's: commands are watched too. */
final class WatchingEngine extends ContextEngine {
  private final WatchEngine engine;
  private final ProgramReport report;
  private final CommandWatch watch;

  WatchingEngine(WatchEngine engine, ProgramReport report) {
    this.engine = engine;
    this.report = report;
    this.watch = new CommandWatch(engine.unsetMemory(), report::commands);
  }

  @Override
  public Engine engine() {
    return engine;
  }

  @Override
  public CommandWatch commandWatch() {
    return watch;
  }

  @Override
  public Optional<Report> report() {
    return Optional.of(report.all(watch.findings()));
  }

  @Override
  public <T> T atOnce(String kernel, Function<@Nullable CommandNode, T> run) {
    if (!watch.hasQueues()) {
      return run.apply(null);
    }
    CommandNode command = watch.startedAtOnce("kernel '" + kernel + "'");
    try {
      T result = run.apply(command);
      watch.accessed(command);
      return result;
    } finally {
      watch.endedAtOnce(command);
    }
  }

  @Override
  boolean compilesForChecks() {
    return true;
  }

  @Override
  EngineProgram load(Module module, Supplier<Module> again, PrintfSink output) {
    return new WatchingProgram(this, module, engine.load(module));
  }

  @Override
  public void close() {
    engine.close();
  }
}
