package dev.barnacle.cli;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusRun;
import dev.barnacle.command.input.InputException;
import dev.barnacle.explore.Explorer;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Serves {@code bench} with the command line's driver and its answers to litmus tests. */
final class BenchHost implements Host {
  @Override
  public Path driver(PrintWriter err) {
    return Drivers.prepare(Platform.cache(), err).vendors();
  }

  @Override
  public List<Path> litmusTests(List<Path> paths) {
    return LitmusRun.files(paths);
  }

  @Override
  public Function<Path, Answer> litmus(Duration limit) {
    LitmusRun run = new LitmusRun(null, false, Explorer.DEFAULT_UNROLL, false, limit);
    return file -> answer(run, file);
  }

  private static Answer answer(LitmusRun run, Path file) {
    LitmusRun.Answer answer = run.answer(file);
    InputException error = answer.error();
    if (error != null) {
      throw error;
    }
    LitmusResult result = Objects.requireNonNull(answer.result());
    return new Answer(result.seconds(), result.wasStopped());
  }
}
