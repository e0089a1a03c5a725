package dev.barnacle.cli.internal.icd;

import dev.barnacle.cli.ExitStatus;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.icd.DriverLibrary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An existing OpenCL program, run with Barnacle as its only platform: {@code barnacle run --
 * COMMAND} and {@code barnacle check -- COMMAND}.
 */
public final class OpenClProgram {
  private final DriverLibrary driver;
  private final PrintWriter err;

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

  /**
   * Runs it with all kernels watched, and then writes what was found.
   *
   * @return {@link ExitStatus#FINDINGS} if there are findings; else its exit status
   */
  public int check(List<String> command) {
    try {
      Path report = Files.createTempFile("barnacle-report", ".txt");
      try {
        ProcessBuilder builder = builder(command);
        builder.environment().put("BARNACLE_ENGINE", "watch");
        builder.environment().put("BARNACLE_REPORT", report.toString());
        int status = start(builder);
        String text = Files.readString(report);
        err.print(text);
        err.flush();
        return text.isEmpty() ? status : ExitStatus.FINDINGS;
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
    return builder;
  }

  private int start(ProcessBuilder builder) {
    err.flush();
    try {
      return builder.start().waitFor();
    } catch (IOException e) {
      throw new InputException(builder.command().getFirst() + ": cannot be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted");
    }
  }
}
