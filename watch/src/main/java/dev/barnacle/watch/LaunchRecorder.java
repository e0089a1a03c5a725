package dev.barnacle.watch;

import dev.barnacle.engine.Launch;
import java.util.function.Consumer;

/** Keeps what a launch is given, as the launch may write over it. */
@FunctionalInterface
public interface LaunchRecorder {
  /** Keeps nothing. */
  LaunchRecorder NONE = launch -> report -> {};

  /**
   * Is called on the thread that launches, before a kernel begins.
   *
   * @return is told what was found when the kernel has ended, before the engine's listener is
   */
  Consumer<Report> begin(Launch launch);
}
