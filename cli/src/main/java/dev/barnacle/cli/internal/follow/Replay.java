package dev.barnacle.cli.internal.follow;

import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.check.CheckResult;
import dev.barnacle.cli.internal.check.Suppressions;
import dev.barnacle.cli.internal.replay.Bundle;
import dev.barnacle.cli.internal.replay.Reproducer;
import dev.barnacle.cli.internal.replay.Source;
import dev.barnacle.cli.internal.replay.Trials;
import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.command.input.InputException;
import dev.barnacle.watch.WatchOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Launches again what was recorded. */
public final class Replay implements AutoCloseable {
  private final Trials trials;
  private final Map<String, String> texts = new LinkedHashMap<>();
  private int count;

  /**
   * A launch that was done again.
   *
   * @param missing what to say where the recorded finding is not there
   */
  public record Again(
      String file,
      Reproducer reproducer,
      CheckResult result,
      Optional<String> missing,
      double seconds) {}

  /**
   * Makes one.
   *
   * @throws InputException if the options that say what follows ask for a source to be written
   */
  public Replay(WatchOptions options, FollowOptions following) {
    if (following.writes()) {
      throw new InputException("--fix=write is for files of kernels, not for --replay");
    }
    this.trials = new Trials(options);
  }

  /** Launches what a file says. */
  public Again run(Path file) {
    long start = System.nanoTime();
    Bundle bundle = Bundle.read(file, trials.folder("replay" + count++));
    Reproducer reproducer = bundle.reproducer();
    Source source = reproducer.source();
    texts.put(source.name(), source.text());
    texts.putAll(source.included());
    Trials.Outcome outcome = trials.run(reproducer);
    List<KernelParameter> parameters = outcome.parameters();
    CheckResult result =
        new CheckResult(
            Path.of(source.name()),
            String.valueOf(reproducer.launch().kernel()),
            parameters,
            "",
            Map.of(),
            "",
            List.of(),
            List.of(),
            List.of(),
            Suppressions.none().split("", outcome.report().findings()),
            outcome.report().benign(),
            null);
    boolean shown = reproducer.shows(outcome.report(), bundle.sign());
    String missing = file + ": the recorded " + bundle.sign().kind() + " is not found again";
    return new Again(
        file.toString(),
        reproducer,
        result,
        shown ? Optional.empty() : Optional.of(missing),
        (System.nanoTime() - start) / 1e9);
  }

  /** Returns the sources of all launches so far. */
  public Sources sources() {
    return new Sources(texts);
  }

  @Override
  public void close() {
    trials.close();
  }
}
