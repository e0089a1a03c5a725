package dev.barnacle.cli.internal.replay;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cli.internal.Printed;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.LanguageVersion;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.store.Folders;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs reproducers, each in its one order on one thread, so that it gives the same each time. What
 * kernels print is not shown.
 */
public final class Trials implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Path folder;
  private final WatchOptions options;
  private final Map<Integer, Context> contexts = new HashMap<>();
  private @Nullable Built built;

  /** A program that is kept for the next trial, of the same text. */
  private record Built(Source source, String options, Context context, Program program) {}

  /**
   * The outcome of a trial.
   *
   * @param contents a sum over what the buffers hold at the end
   * @param parameters the kernel's
   */
  public record Outcome(Report report, String contents, List<KernelParameter> parameters) {}

  /**
   * Makes trials.
   *
   * @param options the time limit and what is benign are taken from these
   */
  public Trials(WatchOptions options) {
    this.options = options.withThreads(1);
    try {
      this.folder = Files.createTempDirectory("barnacle-trials");
    } catch (IOException e) {
      throw new InputException("no folder for trials can be made: " + e.getMessage());
    }
  }

  /** Returns a folder for files of a launch, which goes when this is closed. */
  public Path folder(String name) {
    return InputFiles.access(folder, () -> Files.createDirectories(folder.resolve(name)));
  }

  /**
   * Runs a reproducer.
   *
   * @throws RuntimeException if it cannot be built or launched
   */
  public Outcome run(Reproducer reproducer) {
    NDRange range = Launches.range(reproducer.launch());
    return bound(
        reproducer,
        (bound, arguments) -> {
          Report report = bound.check(range, Set.of(FindingKind.TIMEOUT), LIMIT);
          return new Outcome(report, arguments.contents(), bound.kernel().parameters());
        });
  }

  private <T> T bound(Reproducer reproducer, BiFunction<BoundKernel, Arguments, T> action) {
    Kernel kernel = Launches.kernel(program(reproducer), reproducer.launch());
    Context context = context(reproducer.order());
    List<LaunchSpec.Given> given = reproducer.launch().arguments();
    try (Arguments arguments = Arguments.make(context, kernel, given, (Place) null)) {
      return action.apply(kernel.with(arguments.values()), arguments);
    }
  }

  /**
   * Explores every execution of a reproducer that the memory model allows.
   *
   * @return what was found; empty where it cannot be explored, or not wholly before the stop
   */
  public Optional<KernelOutcome> explored(Reproducer reproducer, BooleanSupplier stop) {
    try {
      NDRange range = Launches.range(reproducer.launch());
      KernelOutcome outcome = bound(reproducer, (bound, _) -> bound.explore(range, stop));
      return outcome.complete() || !outcome.faults().isEmpty()
          ? Optional.of(outcome)
          : Optional.empty();
    } catch (InputException | ClException e) {
      return Optional.empty();
    }
  }

  /** Returns a sum over what the buffers of a reproducer hold at first. */
  public String initial(Reproducer reproducer) {
    return bound(reproducer, (_, arguments) -> arguments.contents());
  }

  /** Runs a reproducer; empty where it cannot be built or launched. */
  public Optional<Outcome> attempt(Reproducer reproducer) {
    try {
      return Optional.of(run(reproducer));
    } catch (InputException | ClException e) {
      return Optional.empty();
    }
  }

  /** Returns whether a reproducer shows a finding. */
  public boolean shows(Reproducer reproducer, Sign sign) {
    return attempt(reproducer).filter(o -> reproducer.shows(o.report(), sign)).isPresent();
  }

  private Context context(int order) {
    return contexts.computeIfAbsent(
        order,
        number -> {
          Context context =
              Context.builder()
                  .output(new Printed(text -> {}))
                  .watch(options.withOnly(number))
                  .watched()
                  .create();
          context.deviceQueues().setDefault(context.deviceQueues().create());
          return context;
        });
  }

  private Program program(Reproducer reproducer) {
    Context context = context(reproducer.order());
    Source source = reproducer.source();
    String buildOptions = reproducer.launch().options();
    Built last = built;
    if (last != null
        && last.context() == context
        && last.options().equals(buildOptions)
        && last.source().equals(source)) {
      return last.program();
    }
    close(last);
    built = null;
    Path file = source.write(folder);
    String all = ("-I" + folder + " " + Source.withoutFolders(buildOptions)).strip();
    Program program = Launches.placed(null, () -> new LanguageVersion(context, file, all).build());
    built = new Built(source, buildOptions, context, program);
    return program;
  }

  private static void close(@Nullable Built last) {
    if (last != null) {
      last.program().close();
    }
  }

  @Override
  public void close() {
    close(built);
    contexts.values().forEach(Context::close);
    InputFiles.access(
        folder,
        () -> {
          Folders.delete(folder);
          return folder;
        });
  }
}
