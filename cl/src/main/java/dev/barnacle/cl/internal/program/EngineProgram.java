package dev.barnacle.cl.internal.program;

import dev.barnacle.cl.internal.memory.SvmBlocks;
import dev.barnacle.engine.Executable;
import dev.barnacle.engine.Launch;
import dev.barnacle.engine.LaunchResult;
import dev.barnacle.watch.command.CommandNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A program as the engine of its context has it. */
public abstract sealed class EngineProgram implements AutoCloseable
    permits BuiltInProgram, RunningProgram, WatchingProgram {
  /** Makes a launch with the shared virtual memory that the engine is to know of. */
  @FunctionalInterface
  public interface LaunchMaker {
    /** Makes it. */
    Launch with(SvmBlocks.Held shared);
  }

  /** Returns whether its kernels are built-in ones, which run on any device. */
  public boolean isBuiltIn() {
    return false;
  }

  /** Returns the engine's own. */
  public abstract Executable executable();

  /** Returns the program as kernels of it are checked. */
  public abstract WatchedProgram watched();

  /**
   * Runs a launch that the calling thread waits for.
   *
   * @param shared begins to use the context's shared virtual memory
   */
  public abstract LaunchResult launchAtOnce(
      String kernel, LaunchMaker launch, Supplier<SvmBlocks.Held> shared);

  /**
   * Returns what runs a launch as a command; what can be done now is done.
   *
   * @param shared begins to use the context's shared virtual memory
   */
  public abstract QueuedLaunch queued(LaunchMaker launch, Supplier<SvmBlocks.Held> shared);

  /** A launch that waits for its turn. */
  @FunctionalInterface
  public interface QueuedLaunch {
    /**
     * Runs it.
     *
     * @param command what the detector of races between commands knows it by; null without one
     */
    LaunchResult run(@Nullable CommandNode command);
  }

  /** Frees the code and the program-scope variables. */
  @Override
  public abstract void close();
}
