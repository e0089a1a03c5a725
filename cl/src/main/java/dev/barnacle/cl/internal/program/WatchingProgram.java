package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.ir.Module;
import dev.barnacle.watch.WatchExecutable;
import dev.barnacle.watch.command.CommandNode;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program whose kernels all run under watch. */
final class WatchingProgram extends EngineProgram {
  private final WatchingEngine engine;
  private final WatchExecutable executable;
  private final WatchedProgram watched;

  WatchingProgram(WatchingEngine engine, Module module, WatchExecutable executable) {
    this.engine = engine;
    this.executable = executable;
    this.watched = new WatchedProgram(() -> new WatchedProgram.Loaded(module, executable));
  }

  @Override
  public Executable executable() {
    return executable;
  }

  @Override
  public WatchedProgram watched() {
    return watched;
  }

  @Override
  public LaunchResult launchAtOnce(
      String kernel, LaunchMaker launch, Supplier<SvmBlocks.Held> shared) {
    return engine.atOnce(kernel, command -> launch(launch, shared, command));
  }

  @Override
  public QueuedLaunch queued(LaunchMaker launch, Supplier<SvmBlocks.Held> shared) {
    return command -> {
      CommandNode node = Objects.requireNonNull(command);
      LaunchResult result = launch(launch, shared, node);
      engine.commandWatch().accessed(node);
      return result;
    };
  }

  /** Launches it; the shared virtual memory is only known when the launch's turn has come. */
  private LaunchResult launch(
      LaunchMaker launch, Supplier<SvmBlocks.Held> shared, @Nullable CommandNode command) {
    try (SvmBlocks.Held held = shared.get()) {
      return executable.launch(launch.with(held), command);
    }
  }

  @Override
  public void close() {
    executable.close();
  }
}
