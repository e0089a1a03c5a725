package dev.barnacle.icd.internal.handle;

import dev.barnacle.cl.Program;
import dev.barnacle.icd.LaunchCount;
import dev.barnacle.icd.RecordedLaunch;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The findings of the engine that watches kernels, in the file that {@code BARNACLE_REPORT} names.
 * {@code barnacle check --} makes it, and reads it when the program has ended. A finding is written
 * once, when it is first met.
 */
public final class Reports {
  private static final Pattern SOURCE = Pattern.compile("program(-\\d+)?\\.cl");
  private static final @Nullable String FILE = System.getenv("BARNACLE_REPORT");
  private static final Set<String> WRITTEN = new HashSet<>();
  private static final Map<String, String> RECORDED = new HashMap<>();
  private static final Map<String, LaunchCount> LAUNCHES = new HashMap<>();
  private static final Set<String> STARTED = new HashSet<>();
  private static final AtomicInteger SOURCES = new AtomicInteger();
  private static volatile int part = 1;
  private static boolean lost;

  private Reports() {}

  private interface Step {
    void write(ReportFile file) throws IOException;
  }

  private static synchronized void write(Step step) {
    if (FILE == null) {
      return;
    }
    try {
      step.write(new ReportFile(Path.of(FILE)));
    } catch (IOException e) {
      lose(Path.of(FILE), e);
    }
  }

  /**
   * Says that findings are lost, and takes the report away, so that nobody takes it for the whole:
   * whoever waits for it misses it.
   */
  private static void lose(Path file, IOException cause) {
    if (!lost) {
      System.err.println("barnacle: error: findings are lost: " + cause);
      lost = true;
    }
    try {
      if (Files.isRegularFile(file)) {
        Files.delete(file);
      }
    } catch (IOException e) {
      System.err.println("barnacle: error: the report is not whole: " + e);
    }
  }

  /**
   * Returns what diagnostics and findings call a program's source: {@code program.cl}, and where
   * there is a report, which shows it, a name of its own.
   */
  static String source(String text) {
    if (FILE == null) {
      return "program.cl";
    }
    int number = SOURCES.incrementAndGet();
    String name = number == 1 ? "program.cl" : "program-" + number + ".cl";
    write(file -> file.source(name, text));
    return name;
  }

  /** Returns whether a file's name is one that a program's source gets. */
  static boolean isSource(String file) {
    return SOURCE.matcher(file).matches();
  }

  /** Returns whether there is a report. */
  public static boolean isWritten() {
    return FILE != null;
  }

  /**
   * Writes what the kernels of a program take.
   *
   * @param source the program's name, or empty
   * @param options what it was built with
   */
  static void built(String source, String options, Program program) {
    write(
        file -> {
          if (Recordings.isWanted() && !source.isEmpty()) {
            file.options(source, options);
          }
          for (String name : program.kernelNames()) {
            file.kernel(source, program.kernel(name));
          }
        });
  }

  /** Writes, once in a part, that a kernel of a program is put into a queue. */
  static synchronized void started(String program, String kernel) {
    if (FILE != null && STARTED.add(program + '\0' + kernel)) {
      write(file -> file.started(program, kernel));
    }
  }

  private static synchronized void count(String kernel) {
    LaunchCount known = LAUNCHES.get(kernel);
    if (known != null) {
      known.add();
      return;
    }
    write(
        file -> {
          LaunchCount made = file.launches(kernel);
          made.add();
          LAUNCHES.put(kernel, made);
        });
  }

  /**
   * Waits until what was enqueued has ended; tells again of kernels and findings that are met
   * again, and counts launches from 0 on.
   */
  public static void finish(long milliseconds) {
    OccupiedQueues.await(milliseconds);
    synchronized (Reports.class) {
      WRITTEN.clear();
      RECORDED.clear();
      LAUNCHES.values().forEach(LaunchCount::close);
      LAUNCHES.clear();
      STARTED.clear();
      part++;
    }
  }

  /** Returns how often {@link #finish} has ended, and 1. */
  static int part() {
    return part;
  }

  /** Writes a launch that shows what no other one has. */
  static void record(String kernel, Report report, RecordedLaunch launch) {
    write(
        file -> {
          List<String> fresh =
              report.findings().stream()
                  .map(finding -> key(kernel, finding))
                  .filter(key -> !WRITTEN.contains(key) && !RECORDED.containsKey(key))
                  .toList();
          if (!fresh.isEmpty()) {
            file.launch(launch);
            fresh.forEach(key -> RECORDED.put(key, launch.id()));
          }
        });
  }

  private static String key(String kernel, Finding finding) {
    return kernel
        + finding.kind()
        + (kernel.isEmpty() || finding.accesses().isEmpty() ? finding.message() : "")
        + finding.accesses().stream().map(a -> a.location() + a.access()).toList();
  }

  /** Writes what a launch of a kernel found; an empty name is for what is between commands. */
  static void add(String kernel, Report report) {
    OccupiedQueues.progressed();
    if (!kernel.isEmpty() && kernel.indexOf('.') < 0) { // program.initialization is no kernel
      count(kernel);
    }
    if (report.isClean() && report.benign() == 0) {
      return;
    }
    write(
        file -> {
          if (report.benign() > 0) {
            file.benign(kernel, report.benign());
          }
          for (Finding finding : report.findings()) {
            String key = key(kernel, finding);
            if (WRITTEN.add(key)) {
              file.finding(kernel, finding, RECORDED.getOrDefault(key, ""));
            }
          }
        });
  }
}
