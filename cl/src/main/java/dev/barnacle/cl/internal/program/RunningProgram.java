package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.engine.RepeatedLaunch;
import dev.barnacle.watch.command.CommandNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
    return new Once(launch.with(SvmBlocks.Held.NONE));
  }

  /** A launch that is run once, or, if its command is recorded, again and again. */
  private final class Once implements QueuedLaunch {
    private final Launch launch;
    private volatile boolean ran;
    private volatile @Nullable RepeatedLaunch repeated;

    Once(Launch launch) {
      this.launch = launch;
    }

    @Override
    public LaunchResult run(@Nullable CommandNode command) {
      RepeatedLaunch known = repeated;
      if (known != null) {
        return known.run();
      }
      if (!ran) {
        ran = true;
        return executable.launch(launch);
      }
      known = executable.repeated(launch);
      repeated = known;
      return known.run();
    }
  }

  @Override
  public void close() {
    executable.close();
    watched.close();
  }
}
