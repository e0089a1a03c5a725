package dev.barnacle.cli;

import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusTask;
import dev.barnacle.cli.internal.stress.Histogram;
import dev.barnacle.cli.internal.stress.RefusedException;
import dev.barnacle.cli.internal.stress.StressRun;
import dev.barnacle.cli.internal.stress.StressSettings;
import dev.barnacle.cli.internal.stress.StressTest;
import dev.barnacle.explore.ExploreException;
import dev.barnacle.explore.Explorer;
import dev.barnacle.explore.Outcome;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.litmus.LitmusReader;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.model.Model;

/** Runs litmus tests on Barnacle's device: 256 instances at least, in one launch. */
final class DeviceRuns {
  private DeviceRuns() {}

  /** Makes the test of a text, with what a shipped model allows. */
  static StressTest test(String model, String text) throws RefusedException {
    try {
      LitmusTest test = LitmusReader.parse("t.litmus", text);
      LitmusTask task = new LitmusTask(test);
      Explorer explorer = new Explorer(Model.shipped(model));
      Outcome outcome = task.run(explorer, false, Explorer.DEFAULT_UNROLL, () -> false);
      return StressTest.of(
          new LitmusResult("t.litmus", test, task, model, false, outcome, 0, null));
    } catch (FrontendException | ExploreException e) {
      throw new AssertionError(text + e, e);
    }
  }

  /** Runs a test. */
  static Histogram run(StressTest test) throws RefusedException {
    try (StressRun run = new StressRun(new StressSettings(1, 256, 1))) {
      return run.run(test, () -> false);
    }
  }

  /** Runs the test of a text. */
  static Histogram run(String model, String text) throws RefusedException {
    return run(test(model, text));
  }
}
