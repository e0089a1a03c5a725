package dev.barnacle.cli.internal.icd;

import dev.barnacle.command.input.InputException;
import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.icd.ReportFile;
import dev.barnacle.watch.WatchOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An existing OpenCL program, run with Barnacle as its only platform: {@code barnacle run --
 * COMMAND} and {@code barnacle check -- COMMAND}.
 */
public final class OpenClProgram {
  /** The seconds that a program may take to end when it is told to. */
  private static final int GRACE_SECONDS = 2;

  private final DriverLibrary driver;
  private final PrintWriter err;
  private volatile @Nullable Process running;
  private volatile boolean stopped;

  /** The result of a check: the program's exit status, and what was found. */
  public record Checked(int status, ReportFile.Contents report) {}

  /** Makes one that is run with a driver. */
  public OpenClProgram(DriverLibrary driver, PrintWriter err) {
    this.driver = driver;
    this.err = err;
  }

  /**
   * Runs it.
   *
   * @return its exit status
   */
  public int run(List<String> command) {
    return start(builder(command));
  }

  /** Ends it soon, also where it is yet to start; what it had found by then is its report. */
  public void stop() {
    stopped = true;
    Process process = running;
    if (process == null) {
      return;
    }
    process.destroy();
    try {
      if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs it with all kernels and commands watched.
   *
   * @param quiet whether its standard output goes to standard error
   * @param options how its kernels are watched
   * @param records whether launches that show findings are recorded
   */
  public Checked check(List<String> command, boolean quiet, WatchOptions options, boolean records) {
    try {
      Path report = Files.createTempFile("barnacle-report", ".bin");
      try {
        ProcessBuilder builder = builder(command);
        builder.environment().put("BARNACLE_ENGINE", "watch");
        builder.environment().put("BARNACLE_REPORT", report.toString());
        builder.environment().put("BARNACLE_WATCH", options.text());
        if (records) {
          builder.environment().put("BARNACLE_RECORD", "1");
        }
        if (quiet) {
          builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        int status = start(builder);
        if (!Files.exists(report)) {
          throw new InputException("the program's findings are lost: its report has gone");
        }
        return new Checked(status, new ReportFile(report).read());
      } finally {
        Files.deleteIfExists(report);
      }
    } catch (IOException e) {
      throw new InputException("cannot keep a report: " + e.getMessage());
    }
  }

  private ProcessBuilder builder(List<String> command) {
    if (command.isEmpty()) {
      throw new InputException("no command after --");
    }
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("OCL_ICD_VENDORS", driver.vendors() + "/");
    // Intel's runtime, which the loader may load as well (OCL_ICD_FILENAMES), would put LLVM's
    // handlers of crashes over those of a JVM: its next null check would end the program.
    builder.environment().putIfAbsent("CL_DISABLE_STACK_TRACE", "1");
    return builder;
  }

  private int start(ProcessBuilder builder) {
    err.flush();
    try {
      Process process = builder.start();
      running = process;
      if (stopped) {
        stop();
      }
      if (builder.redirectOutput().equals(ProcessBuilder.Redirect.PIPE)) {
        process.getInputStream().transferTo(System.err);
      }
      return process.waitFor();
    } catch (IOException e) {
      throw new InputException(builder.command().getFirst() + ": cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted");
    }
  }
}
