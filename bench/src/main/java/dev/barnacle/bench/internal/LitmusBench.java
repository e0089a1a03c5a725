package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Times litmus tests: given files in this process and warm, and the families of {@link
 * LitmusFamilies} in a process of their own each, from its start to its end, with {@code
 * --verdict-only}. Beside them stand the published times of herd7 and Dartagnan, measured on a
 * machine with two cores; where a range was published, its lower end.
 */
final class LitmusBench {
  private static final String HERD = "herd7";
  private static final String DARTAGNAN = "Dartagnan";
  private static final String MAIN = "dev.barnacle.cli.Main";

  private record Family(String name, int n, String text, List<Timing> published) {}

  private final Host host;
  private final PrintWriter out;
  private final boolean json;
  private final int repeats;

  private final Duration limit;

  /**
   * Makes one.
   *
   * @param limit how long one answer to a test of the set may take
   */
  LitmusBench(Host host, PrintWriter out, boolean json, int repeats, Duration limit) {
    this.host = host;
    this.limit = limit;
    this.out = out;
    this.json = json;
    this.repeats = repeats;
  }

  /**
   * Times the tests among some files and folders, if there are any, and then the families.
   *
   * @return why tests could not be answered
   */
  List<InputException> run(List<Path> paths) {
    if (!json) {
      out.println("Files: the median test, in process and warm. Families: a cold process each,");
      out.println("--verdict-only. herd7, Dartagnan: published times, '-' where there is none.");
      out.printf(
          Locale.ROOT,
          "%-17s %-21s %11s %11s %11s %13s%n",
          "bench",
          "size",
          "best ms",
          "median ms",
          "herd7 ms",
          "Dartagnan ms");
    }
    List<Path> files = host.litmusTests(paths);
    List<InputException> errors = set(files);
    for (Family family : families()) {
      family(family);
    }
    return errors;
  }

  private static Timing published(String tool, double ms) {
    return new Timing(tool, ms, ms);
  }

  private static List<Family> families() {
    List<Family> all = new ArrayList<>();
    all.add(fetchAdd(5, published(HERD, 7000)));
    all.add(fetchAdd(8, published(DARTAGNAN, 33500)));
    all.add(writers(5, published(HERD, 72000)));
    all.add(writers(10, published(DARTAGNAN, 1500)));
    all.add(
        new Family(
            "store_buffering",
            12,
            LitmusFamilies.storeBuffering(12),
            List.of(published(HERD, 6800))));
    all.add(ticketLock(3, published(HERD, 15600)));
    all.add(ticketLock(5, published(DARTAGNAN, 2200)));
    return all;
  }

  private static Family fetchAdd(int n, Timing published) {
    return new Family("fetch_add", n, LitmusFamilies.fetchAdd(n), List.of(published));
  }

  private static Family writers(int n, Timing published) {
    return new Family("writers", n, LitmusFamilies.writers(n), List.of(published));
  }

  private static Family ticketLock(int n, Timing published) {
    return new Family("ticket_lock", n, LitmusFamilies.ticketLock(n), List.of(published));
  }

  /** Times a set of tests; those that it can't answer are errors, and not in the row. */
  List<InputException> set(List<Path> files) {
    Function<Path, Host.Answer> litmus = host.litmus(limit);
    List<InputException> errors = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    for (Path file : files) {
      Sample sample = new Sample(file, litmus, new long[repeats]);
      try {
        sample.answer(0);
        samples.add(sample);
      } catch (InputException e) {
        errors.add(e);
      }
    }
    for (int i = 1 - repeats; i < repeats; i++) {
      for (Sample sample : samples) {
        if (!sample.stopped) {
          sample.answer(Math.max(i, 0));
        }
      }
    }
    if (!samples.isEmpty()) {
      row(samples);
    }
    return errors;
  }

  private void row(List<Sample> samples) {
    List<Timing> tests = samples.stream().map(Sample::timing).toList();
    double best = median(tests.stream().mapToDouble(Timing::bestMs).toArray());
    double middle = median(tests.stream().mapToDouble(Timing::medianMs).toArray());
    long stopped = samples.stream().filter(s -> s.stopped).count();
    String size = tests.size() + (tests.size() == 1 ? " test" : " tests");
    List<Timing> others = List.of(published(HERD, 195.0 / 135), published(DARTAGNAN, 14));
    print(
        new Row(
            "litmus_test",
            stopped == 0 ? size : size + ", " + stopped + " stopped",
            1,
            "test",
            new Timing("Barnacle", best, middle),
            others));
    if (!json) {
      slowest(samples);
    }
  }

  /** Prints the slowest test and those that were stopped, which the median doesn't show. */
  private void slowest(List<Sample> samples) {
    Sample slowest =
        samples.stream().max(Comparator.comparingDouble(s -> s.timing().medianMs())).orElseThrow();
    out.printf(
        Locale.ROOT,
        "  slowest: %s, %.3f ms in the median%n",
        slowest.file,
        slowest.timing().medianMs());
    for (Sample s : samples) {
      if (s.stopped) {
        out.printf("  stopped after %s s: %s%n", limit.toMillis() / 1e3, s.file);
      }
    }
    out.flush();
  }

  /** One test, and how long its answers took. */
  private static final class Sample {
    private final Path file;
    private final Function<Path, Host.Answer> litmus;
    private final long[] nanos;

    /** True if the test took too long; then only the time that it was run for is known. */
    private boolean stopped;

    Sample(Path file, Function<Path, Host.Answer> litmus, long[] nanos) {
      this.file = file;
      this.litmus = litmus;
      this.nanos = nanos;
    }

    /** Answers the test once more, and keeps the time. */
    void answer(int number) {
      Host.Answer answer = litmus.apply(file);
      nanos[number] = (long) (answer.seconds() * 1e9);
      if (answer.stopped()) {
        stopped = true;
        Arrays.fill(nanos, nanos[number]);
      }
    }

    Timing timing() {
      return Timing.of("Barnacle", nanos);
    }
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return (values[(n - 1) / 2] + values[n / 2]) / 2;
  }

  private void family(Family family) {
    Path file =
        InputFiles.access(
            Path.of(family.name()), () -> Files.createTempFile(family.name(), ".litmus"));
    try {
      InputFiles.access(file, () -> Files.writeString(file, family.text()));
      long[] nanos = new long[repeats];
      for (int i = 0; i < repeats; i++) {
        long start = System.nanoTime();
        process(file);
        nanos[i] = System.nanoTime() - start;
      }
      print(
          new Row(
              family.name(),
              "n=" + family.n(),
              1,
              "test",
              Timing.of("Barnacle", nanos),
              family.published()));
    } finally {
      InputFiles.access(file, () -> Files.deleteIfExists(file));
    }
  }

  /** Answers a test in a process of its own; its answer is to be right and complete. */
  private static void process(Path file) {
    List<String> command = new ArrayList<>(java());
    command.addAll(List.of("litmus", "--verdict-only", "--json", file.toString()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String answer =
          new String(
              process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
      int status = process.waitFor();
      if (status != 0
          || !answer.contains("\"condition_holds\":true")
          || !answer.contains("\"race_free\":true")
          || !answer.contains("\"complete\":true")) {
        throw new IllegalStateException("a wrong answer (exit status " + status + "): " + answer);
      }
    } catch (IOException e) {
      throw new InputException(Place.file(command.get(0)), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns the command that started this process, up to the main class. */
  private static List<String> java() {
    ProcessHandle.Info info = ProcessHandle.current().info();
    List<String> arguments = List.of(info.arguments().orElse(new String[0]));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(info.command().orElse(java)));
    int main = arguments.indexOf(MAIN);
    if (main >= 0) {
      command.addAll(arguments.subList(0, main + 1));
    } else {
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    }
    return command;
  }

  private void print(Row row) {
    if (json) {
      new JsonReport(out).row(row);
      return;
    }
    out.printf(
        Locale.ROOT,
        "%-17s %-21s %11.3f %11.3f %11s %13s%n",
        row.bench(),
        row.size(),
        row.ours().bestMs(),
        row.ours().medianMs(),
        cell(row, HERD),
        cell(row, DARTAGNAN));
    out.flush();
  }

  private static String cell(Row row, String tool) {
    return row.others().stream()
        .filter(t -> t.platform().equals(tool))
        .map(t -> String.format(Locale.ROOT, "%.3f", t.bestMs()))
        .findFirst()
        .orElse("-");
  }
}
