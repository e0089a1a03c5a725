package dev.barnacle.cli.internal.stress;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.flag;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.Spot;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The options of {@code litmus} that have devices run the tests, and what they ask for. */
public final class StressOptions implements AutoCloseable {
  private boolean run;
  private @Nullable Path programs;
  private int iterations = StressSettings.DEFAULT.iterations();
  private int instances = StressSettings.DEFAULT.instances();
  private int seed = (int) StressSettings.DEFAULT.seed();
  private @Nullable StressRun device;

  /** Returns the declared options. */
  public List<DeclaredOption> options() {
    return List.of(
        flag(
            "--run",
            () -> run = true,
            "Run many instances of each test on Barnacle's own device, and compare what is seen"
                + " with what the model allows."),
        text(
            "--programs",
            "DIR",
            value -> programs = Path.of(value),
            "Write each test there as a C program with its kernel, which does the same on any"
                + " OpenCL device."),
        count(
            "--iterations",
            "N",
            value -> iterations = value,
            "With --run: how many launches (" + iterations + ")."),
        count(
            "--instances",
            "N",
            value -> instances = value,
            "With --run: how many instances a launch has (" + instances + ")."),
        count("--seed", "N", value -> seed = value, "With --run: another way to launch."));
  }

  /** Returns whether devices are to run the tests. */
  public boolean isAsked() {
    return run || programs != null;
  }

  /**
   * Looks whether the options fit together.
   *
   * @param partial whether the model's answers may be partial
   */
  public void check(boolean partial) {
    if (isAsked() && partial) {
      throw new InputException("--run and --programs ask for every outcome: not --verdict-only");
    }
    if (iterations < 1 || instances < 1) {
      throw new InputException("--iterations and --instances are at least 1");
    }
  }

  /**
   * Does what is asked for with a test.
   *
   * @return what Barnacle's device showed, if it was to run it
   * @throws InputException if the test cannot be run
   */
  public Optional<Histogram> seen(LitmusResult result, BooleanSupplier stop) {
    if (!isAsked()) {
      return Optional.empty();
    }
    try {
      StressTest test = StressTest.of(result);
      if (programs != null) {
        StressProgram.ofFile(test).write(programs);
      }
      if (!run) {
        return Optional.empty();
      }
      if (device == null) {
        device = new StressRun(new StressSettings(iterations, instances, seed));
      }
      return Optional.of(device.run(test, stop));
    } catch (RefusedException e) {
      throw new InputException(
          Place.file(result.file()), "no device can run this test: " + e.getMessage());
    }
  }

  /** Returns the finding of outcomes that the model forbids. */
  public static List<Issue> issues(LitmusResult result, Histogram seen) {
    if (seen.forbidden().isEmpty()) {
      return List.of();
    }
    Spot file = new Spot(result.file(), 0, 0, "under " + result.model(), List.of());
    return List.of(
        new Issue(
            "forbidden-outcome",
            "forbidden outcome",
            String.join(" and ", seen.forbidden())
                + " was seen on the device, which "
                + result.model()
                + " forbids",
            List.of(file),
            List.of()));
  }

  @Override
  public void close() {
    if (device != null) {
      device.close();
    }
  }
}
