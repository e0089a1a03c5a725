package dev.barnacle.cli.internal.report;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.ByteTextWriter;
import dev.barnacle.command.input.InputFiles;
import java.io.BufferedOutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one way out for what engines say: gives each answer to the formats that are asked for,
 * compares findings with the baseline, and knows what fails the run.
 */
public final class Outputs implements AutoCloseable {
  /** Is given each answer too, where a command runs within another. */
  public static final ScopedValue<Consumer<Answer>> LISTENER = ScopedValue.newInstance();

  private final List<Sink> sinks = new ArrayList<>();
  private final Fingerprints fingerprints;
  private final Baseline baseline;
  private final Baseline written;
  private final @Nullable Path writtenFile;
  private final boolean compares;
  private final Set<String> failOn;
  private final String command;
  private final List<String> arguments;
  private final Instant start = Instant.now();

  private record Sink(Output output, PrintWriter out, boolean owned) {}

  /**
   * Findings, taken apart.
   *
   * @param fresh what to report, with what is told of it
   * @param known what the baseline knows
   */
  public record Split<T>(List<T> fresh, List<Issue> issues, List<Issue> known) {}

  /**
   * Opens what options ask for.
   *
   * @param command the command's name
   * @param arguments its arguments as they were given
   * @param out standard output
   * @param own what the command itself makes of a format, if it does
   */
  public Outputs(
      ReportOptions options,
      String command,
      List<String> arguments,
      PrintWriter out,
      Sources sources,
      Function<Format, Optional<Output>> own) {
    this.command = command;
    this.arguments = Stream.concat(Stream.of(command), arguments.stream()).toList();
    this.fingerprints = new Fingerprints(sources);
    Path known = options.baseline();
    this.compares = known != null;
    this.baseline = known == null ? Baseline.none() : Baseline.read(known);
    this.written = Baseline.none();
    this.writtenFile = options.writtenBaseline();
    this.failOn = options.failOn();
    for (ReportOptions.Target target : options.targets()) {
      Output output =
          own.apply(target.format()).orElseGet(() -> output(target.format(), sources, compares));
      Path file = target.file();
      sinks.add(file == null ? new Sink(output, out, false) : new Sink(output, open(file), true));
    }
  }

  /**
   * Returns a page like that of other commands, with figures before all else.
   *
   * @param figures gives them, as HTML, when all answers are there
   */
  public static Output html(Sources sources, Supplier<String> figures) {
    return new HtmlOutput(sources, figures);
  }

  private static Output output(Format format, Sources sources, boolean compares) {
    return switch (format) {
      case TEXT -> new TextOutput();
      case JSON -> new JsonOutput();
      case HTML -> new HtmlOutput(sources);
      case SARIF -> new SarifOutput(sources, compares);
      case JUNIT -> new JunitOutput();
      case GITHUB -> new GithubOutput();
      case GITLAB -> new GitlabOutput();
    };
  }

  private static PrintWriter open(Path file) {
    return InputFiles.access(
        file,
        () ->
            new PrintWriter(
                new ByteTextWriter(new BufferedOutputStream(Files.newOutputStream(file)))));
  }

  /** Names findings and parts those that the baseline knows from the others. */
  public <T> Split<T> split(String kernel, List<T> findings, Function<T, Issue> issue) {
    List<T> fresh = new ArrayList<>();
    List<Issue> issues = new ArrayList<>();
    List<Issue> known = new ArrayList<>();
    for (T finding : findings) {
      Issue named = named(kernel, issue.apply(finding));
      written.isKnown(kernel, named);
      if (baseline.isKnown(kernel, named)) {
        known.add(named);
      } else {
        fresh.add(finding);
        issues.add(named);
      }
    }
    return new Split<>(fresh, issues, known);
  }

  /** Returns an issue with its fingerprint. */
  public Issue named(String kernel, Issue issue) {
    return issue.named(fingerprints.next(kernel, issue));
  }

  /** Gives an answer to all formats. */
  public void answer(Answer answer) {
    if (LISTENER.isBound()) {
      LISTENER.get().accept(answer);
    }
    sinks.forEach(sink -> sink.output().answer(answer, sink.out()));
  }

  /** Returns whether issues fail the run. */
  public boolean isFailing(List<Issue> issues) {
    return writtenFile == null
        && issues.stream().anyMatch(i -> failOn.isEmpty() || failOn.contains(i.rule()));
  }

  /**
   * Writes what is left.
   *
   * @param summary how much of what in all; empty where nothing was checked
   */
  public void end(int exitStatus, String summary) {
    RunFacts run =
        new RunFacts(
            command,
            arguments,
            Platform.release(),
            start,
            Instant.now(),
            exitStatus,
            summary,
            compares ? baseline.gone() : List.of());
    for (Sink sink : sinks) {
      sink.output().end(run, sink.out());
      sink.out().flush();
    }
    if (writtenFile != null) {
      written.write(writtenFile);
    }
  }

  /** Closes the files. */
  @Override
  public void close() {
    sinks.stream().filter(Sink::owned).forEach(sink -> sink.out().close());
  }
}
