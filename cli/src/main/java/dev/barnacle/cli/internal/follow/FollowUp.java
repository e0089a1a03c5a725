package dev.barnacle.cli.internal.follow;

import dev.barnacle.cl.Platform;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.check.CheckResult;
import dev.barnacle.cli.internal.check.ProgramCheck;
import dev.barnacle.cli.internal.check.Totals;
import dev.barnacle.cli.internal.fix.Fixer;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.replay.Bundle;
import dev.barnacle.cli.internal.replay.Goal;
import dev.barnacle.cli.internal.replay.Reproducer;
import dev.barnacle.cli.internal.replay.Shrinker;
import dev.barnacle.cli.internal.replay.Sign;
import dev.barnacle.cli.internal.replay.Source;
import dev.barnacle.cli.internal.replay.SourceShrinker;
import dev.barnacle.cli.internal.replay.Trials;
import dev.barnacle.cli.internal.report.Issue;
import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.WatchOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Records findings, makes their launches small, and looks for edits: what the options ask for. */
public final class FollowUp implements AutoCloseable {
  /** Orders of which one is looked for that shows a finding. */
  private static final int MOST_ORDERS = 512;

  private static final long SMALL_NANOS = 3_000_000_000L;
  private static final long SHRINK_NANOS = 20_000_000_000L;
  private static final long FIX_NANOS = 60_000_000_000L;

  private final FollowOptions options;
  private final WatchOptions watch;
  private final BooleanSupplier interrupted;
  private final Map<String, Offered> offered = new LinkedHashMap<>();
  private final Map<String, Integer> files = new HashMap<>();
  private @Nullable Trials trials;

  /** The edits that were offered for a file, and what tries them together. */
  private record Offered(Source source, Fixer fixer, Set<SourceFix> fixes) {}

  /** Makes one. */
  public FollowUp(FollowOptions options, WatchOptions watch, BooleanSupplier interrupted) {
    this.options = options;
    this.watch = watch;
    this.interrupted = interrupted;
  }

  private Trials trials() {
    Trials made = trials;
    if (made == null) {
      made = new Trials(watch);
      trials = made;
    }
    return made;
  }

  private BooleanSupplier limit(long nanos) {
    long end = System.nanoTime() + nanos;
    return () -> interrupted.getAsBoolean() || System.nanoTime() > end;
  }

  /**
   * Returns a result with what is known of its findings then.
   *
   * @param all all results of the run, on which edits are tried
   */
  public CheckResult of(CheckResult result, List<CheckResult> all) {
    LaunchSpec launch = result.launched();
    if (!options.isAny() || result.isClean() || launch == null) {
      return result;
    }
    Reproducer whole = reproducer(result, launch);
    Fixer fixer = options.fixes() ? fixer(result, all) : null;
    List<Issue> issues =
        each(result, (finding, issue) -> followed(new Shown(whole, finding), issue, fixer));
    if (fixer != null) {
      others(whole, result, issues, fixer);
    }
    return result.with(issues);
  }

  /**
   * Returns a result of a program's with what is known of its findings then: of those that a launch
   * was recorded for.
   *
   * @param origins where the findings come from
   */
  public CheckResult ofProgram(
      CheckResult result, Map<Finding, ProgramCheck.Origin> origins, ReportFile.Contents report) {
    if (!options.isAny() || result.isClean()) {
      return result;
    }
    RecordedProgram program = new RecordedProgram(report, trials().folder("of-" + result.kernel()));
    return result.with(
        each(result, (finding, issue) -> ofProgram(finding, issue, origins, program)));
  }

  private static List<Issue> each(CheckResult result, BiFunction<Finding, Issue, Issue> followed) {
    List<Issue> issues = new ArrayList<>();
    for (int i = 0; i < result.findings().size(); i++) {
      issues.add(followed.apply(result.findings().get(i), result.issues().get(i)));
    }
    return issues;
  }

  /** Returns the result of a replay with what is known of its findings then. */
  public CheckResult ofReplay(CheckResult result, Reproducer whole) {
    if (!options.isAny()) {
      return result;
    }
    Fixer fixer = fixer(whole);
    return result.with(
        each(result, (finding, issue) -> followed(new Shown(whole, finding), issue, fixer)));
  }

  /** Of what is recorded one launch is known. */
  private @Nullable Fixer fixer(Reproducer whole) {
    return options.fixes() ? new Fixer(trials(), List.of(whole), limit(FIX_NANOS)) : null;
  }

  private Issue ofProgram(
      Finding finding,
      Issue issue,
      Map<Finding, ProgramCheck.Origin> origins,
      RecordedProgram program) {
    ProgramCheck.Origin origin = origins.get(finding);
    if (origin == null || origin.entry().kernel().isEmpty()) {
      return issue; // between commands there is no one launch
    }
    try {
      Reproducer whole = program.reproducer(origin);
      return followed(new Shown(whole, origin.entry().finding()), issue, fixer(whole));
    } catch (RecordedProgram.NotRecordedException e) {
      return issue.with(new Issue.Row("note", "its launch is not recorded: " + e.getMessage()));
    }
  }

  /** A finding with a launch that shows it. */
  private record Shown(Reproducer whole, Finding finding) {}

  /**
   * Gives findings without an edit one that makes another finding go away, where it removes them
   * too.
   */
  private static void others(
      Reproducer whole, CheckResult result, List<Issue> issues, Fixer fixer) {
    List<SourceFix> found = issues.stream().flatMap(issue -> issue.fixes().stream()).toList();
    for (int i = 0; i < issues.size(); i++) {
      Issue issue = issues.get(i);
      Sign sign = whole.sign(result.findings().get(i));
      if (issue.fixes().isEmpty()) {
        found.stream()
            .filter(fix -> fixer.removes(whole, sign, fix))
            .findFirst()
            .ifPresent(fix -> issues.set(issues.indexOf(issue), issue.fixedBy(fix)));
      }
    }
  }

  private static Reproducer reproducer(CheckResult result, LaunchSpec launch) {
    Source source = Source.read(result.source(), launch.options());
    return new Reproducer(source, launch, WatchOptions.ALL_ORDERS);
  }

  private Fixer fixer(CheckResult result, List<CheckResult> all) {
    List<Reproducer> launches = new ArrayList<>();
    for (CheckResult one : all) {
      LaunchSpec launch = one.launched();
      if (one.source().equals(result.source()) && launch != null) {
        launches.add(reproducer(one, launch));
      }
    }
    return new Fixer(trials(), launches, limit(FIX_NANOS));
  }

  private Issue followed(Shown shown, Issue issue, @Nullable Fixer fixer) {
    Reproducer whole = shown.whole();
    Sign sign = whole.sign(shown.finding());
    Optional<Reproducer> found = inOneOrder(whole, sign);
    if (found.isEmpty()) {
      return issue.with(new Issue.Row("note", "no single order of work-items shows it again"));
    }
    Issue followed = issue;
    Reproducer small = found.get();
    if (options.shrinks()) {
      small = shrunk(small, sign);
      followed = followed.with(new Issue.Row("shrunk", LaunchWords.of(small.launch())));
      if (options.shrinksSource()) {
        followed = followed.with(new Issue.Row("source", "\n" + text(small.source())));
      }
    }
    Path folder = options.record();
    if (folder != null) {
      Path file = file(folder, whole.launch().kernel(), sign.kind());
      Bundle.of(small, sign, Platform.release()).write(file);
      followed = followed.with(new Issue.Row("replay", "barnacle check --replay " + file));
    }
    if (fixer == null) {
      return followed;
    }
    Goal goal = new Goal(trials(), found.get(), sign, limit(SMALL_NANOS));
    Reproducer explored = new Shrinker(goal).shrink(small).with(whole.source());
    return fixed(followed, found.get(), explored, shown.finding(), fixer);
  }

  private static String text(Source source) {
    return source.text().stripTrailing();
  }

  /** Returns the launch in the first order that shows a finding. */
  private Optional<Reproducer> inOneOrder(Reproducer whole, Sign sign) {
    BooleanSupplier over = limit(SHRINK_NANOS);
    for (int order = 0; order < MOST_ORDERS && !over.getAsBoolean(); order++) {
      Reproducer candidate = whole.inOrder(order);
      if (trials().shows(candidate, sign)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private Reproducer shrunk(Reproducer shown, Sign sign) {
    Goal goal = new Goal(trials(), shown, sign, limit(SHRINK_NANOS));
    Reproducer small = new Shrinker(goal).shrink(shown);
    if (options.shrinksSource()) {
      small = new SourceShrinker(goal).shrink(small);
      small = new Shrinker(goal).shrink(small);
    }
    return small;
  }

  private Path file(Path folder, @Nullable String kernel, String kind) {
    String name = kernel + "-" + kind;
    int number = files.merge(name, 1, Integer::sum);
    return InputFiles.access(
        folder,
        () -> {
          Files.createDirectories(folder);
          return folder.resolve(name + (number == 1 ? "" : "-" + number) + ".json");
        });
  }

  private Issue fixed(
      Issue issue, Reproducer shown, Reproducer small, Finding finding, Fixer fixer) {
    int before = fixer.tried();
    Optional<SourceFix> fix = fixer.fix(shown, small, finding);
    int tried = fixer.tried() - before;
    if (fix.isEmpty()) {
      return issue.with(
          new Issue.Row("fix", "none of " + tried + " edits that were tried makes it go away"));
    }
    String on = Totals.counted(fixer.launches(), "launch").replace("launchs", "launches");
    SourceFix told =
        new SourceFix(
            fix.get().description() + " (of " + tried + " edits tried, on " + on + ")",
            fix.get().changes());
    offered
        .computeIfAbsent(
            shown.source().name(),
            name -> new Offered(shown.source(), fixer, new LinkedHashSet<>()))
        .fixes()
        .add(new SourceFix("", fix.get().changes()));
    return issue.with(List.of(told));
  }

  /**
   * Makes the edits in the sources, where that is asked for.
   *
   * @return what was done, a line each
   * @throws InputException if those of a file are worse together than alone, or it can't be written
   */
  public List<String> write() {
    List<String> done = new ArrayList<>();
    if (!options.writes()) {
      return done;
    }
    for (Map.Entry<String, Offered> entry : offered.entrySet()) {
      Offered offer = entry.getValue();
      Source edited = Fixer.applied(offer.source(), List.copyOf(offer.fixes()));
      if (offer.fixes().size() > 1 && !offer.fixer().isGood(edited)) {
        throw new InputException(
            Place.file(entry.getKey()),
            "the edits do not go together; it is not written: make one, and check again");
      }
      Path file = Path.of(entry.getKey());
      InputFiles.access(file, () -> Files.write(file, SourceEncoding.encode(edited.text())));
      done.add(file + ": written with " + Totals.counted(offer.fixes().size(), "edit"));
    }
    return done;
  }

  @Override
  public void close() {
    if (trials != null) {
      trials.close();
    }
  }
}
