package dev.barnacle.cli;

import dev.barnacle.cl.KernelCrashException;
import dev.barnacle.cli.internal.ShellWords;
import dev.barnacle.cli.internal.run.LaunchRun;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.Place;
import dev.barnacle.simd.KernelFaults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Explains a crash of a kernel that leaves its memory: which one, and how to see where. */
final class KernelCrashes {
  /** The place of the JVM's reports of crashes; null where none are wanted. */
  private static final @Nullable String REPORTS = System.getProperty("barnacle.reports");

  private final List<String> launch;

  /**
   * Makes one for a launch.
   *
   * @param launch what describes it on the command line
   */
  KernelCrashes(List<String> launch) {
    this.launch = List.copyOf(launch);
  }

  /**
   * Has kernels that leave their memory end in an exception. Where memory is short, who calls abort
   * may have had too little, so that is left to the launcher.
   */
  static void prepare() {
    boolean limited = Boolean.getBoolean("barnacle.limited");
    KernelFaults.recover(!limited, REPORTS != null && !limited);
    KernelFaults.lastWords(
        "error: a bug in Barnacle: the JVM crashed" + report() + "\n", "", ExitStatus.BUG);
  }

  private static String report() {
    return REPORTS == null
        ? " (BARNACLE_DEBUG=1 keeps a report)"
        : "; the JVM's report goes to "
            + REPORTS
            + "/hs_err_pid"
            + ProcessHandle.current().pid()
            + ".log";
  }

  /** Returns the line for a kernel that was stopped. */
  String text(LaunchRun run, KernelCrashException e) {
    return place(run) + "error: " + e.detail() + "; this shows where: " + command();
  }

  /**
   * Sets what is said where a launch damages the process, which then ends.
   *
   * @param json what it prints on standard output besides, for a message
   */
  void lastWords(LaunchRun run, UnaryOperator<String> json) {
    String text =
        place(run)
            + "error: the process is damaged: kernel "
            + run.kernelName()
            + " left its memory, or one before it; this shows where: "
            + command()
            + (REPORTS == null ? "" : report());
    String line = json.apply(text);
    KernelFaults.lastWords(text + "\n", line.isEmpty() ? "" : line + "\n", ExitStatus.FINDINGS);
  }

  private static String place(LaunchRun run) {
    Path source = run.source();
    return source == null ? "" : Place.file(source.toString()) + ": ";
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("barnacle", "check"));
    words.addAll(launch);
    return ShellWords.quote(words);
  }
}
