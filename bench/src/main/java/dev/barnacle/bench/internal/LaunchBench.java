package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.ClException;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times the launches of launch files. Each timed run is one launch, with its buffers as the file
 * gives them; afterwards all buffers are compared: floating-point numbers within the tolerance of
 * {@link Data.Check}, all else bit for bit.
 */
final class LaunchBench {
  private final Host host;
  private final BarnaclePlatform ours;
  private final BenchRunner runner;
  private final @Nullable Path root;

  /**
   * Makes one.
   *
   * @param root the folder that file names in launch files are relative to; null for their own
   */
  LaunchBench(Host host, BarnaclePlatform ours, BenchRunner runner, @Nullable Path root) {
    this.host = host;
    this.ours = ours;
    this.runner = runner.patient();
    this.root = root;
  }

  /** Reports a row for each file that can be launched, and returns the worst exit status. */
  int run(List<Path> files, BenchReport report, PrintWriter err) {
    int status = ExitStatus.OK;
    GeometricMeans means = new GeometricMeans();
    for (Path file : files) {
      try {
        Row row = runner.time(workload(file));
        report.row(row);
        means.add(row);
        status = Math.max(status, row.failures().isEmpty() ? ExitStatus.OK : ExitStatus.FINDINGS);
      } catch (InputException | ClException e) {
        status = Math.max(status, host.report(e, err));
      }
    }
    means.report(report);
    return status;
  }

  private Workload workload(Path file) {
    return LaunchWorkload.of(file.toString(), host.launch(file, root, ours.context()));
  }
}
