package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.ClException;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import java.io.PrintWriter;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times the launches of launch files. Each timed run is one launch, with its buffers as the file
 * gives them; afterwards all buffers are compared: floating-point numbers within the tolerance of
 * {@link Data.Check}, all else bit for bit.
 */
final class LaunchBench {
  private static final double MILLION = 1e6;

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
    Host.Launch launch = host.launch(file, root, ours.context());
    List<Data> buffers = new ArrayList<>();
    List<Workload.Operand> own =
        launch.arguments().stream().map(argument -> operand(argument, buffers)).toList();
    List<Workload.Operand> operands = new ArrayList<>();
    for (int i = 0; i < own.size(); i++) {
      int other = launch.arguments().get(i) instanceof Host.Argument.Same same ? same.other() : i;
      operands.add(own.get(other));
    }
    double items = launch.range().global().stream().reduce(1L, (a, b) -> a * b);
    return new Workload(
        file.toString(),
        launch.kernel() + " " + launch.range(),
        launch.source(),
        launch.options(),
        buffers,
        List.of(new Workload.Step(launch.kernel(), launch.range(), operands)),
        Workload.Submission.TOGETHER,
        items / MILLION,
        "Mitem");
  }

  private static Workload.Operand operand(Host.Argument argument, List<Data> buffers) {
    return switch (argument) {
      case Host.Argument.Memory memory -> {
        buffers.add(Data.given(memory.first().toArray(ValueLayout.JAVA_BYTE), memory.type()));
        yield new Workload.Operand.BufferRef(buffers.size() - 1);
      }
      case Host.Argument.Local(long bytes) -> new Workload.Operand.LocalBytes(bytes);
      case Host.Argument.Value value ->
          new Workload.Operand.Bytes(value.bytes().asByteBuffer().asReadOnlyBuffer());
      case Host.Argument.Null _, Host.Argument.Same _ -> new Workload.Operand.Null();
    };
  }
}
