package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import java.util.function.Supplier;

/** A program of an engine that checks nothing, and so need not know of shared virtual memory. */
final class RunningProgram extends EngineProgram {
  private final Executable executable;
  private final WatchedProgram watched;

  RunningProgram(Executable executable, WatchedProgram watched) {
    this.executable = executable;
    this.watched = watched;
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
    return executable.launch(launch.with(SvmBlocks.Held.NONE));
  }

  @Override
  public QueuedLaunch queued(LaunchMaker launch, Supplier<SvmBlocks.Held> shared) {
    Launch made = launch.with(SvmBlocks.Held.NONE);
    return _ -> executable.launch(made);
  }

  @Override
  public void close() {
    executable.close();
    watched.close();
  }
}
