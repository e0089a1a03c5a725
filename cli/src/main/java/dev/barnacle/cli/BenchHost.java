package dev.barnacle.cli;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.icd.Drivers;
import dev.barnacle.cli.internal.launch.LaunchFile;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.launch.SourceFolder;
import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.cli.internal.litmus.LitmusRun;
import dev.barnacle.cli.internal.run.PlainLaunch;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import dev.barnacle.explore.Explorer;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code bench} with the command line's driver, launch files and answers to litmus tests.
 */
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
    LitmusRun run = new LitmusRun(null, false, Explorer.DEFAULT_UNROLL, false, limit, List.of());
    return file -> answer(run, file);
  }

  @Override
  public List<Path> launchFiles(List<Path> paths) {
    return paths.stream().flatMap(path -> launchFiles(path).stream()).toList();
  }

  private static List<Path> launchFiles(Path path) {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    List<Path> files = SourceFolder.launches(path);
    if (files.isEmpty()) {
      throw new InputException(Place.file(path.toString()), "holds no launch file (*.json)");
    }
    return files;
  }

  @Override
  public Launch launch(Path file, @Nullable Path root, Context context) {
    LaunchSpec spec =
        root == null ? LaunchFile.read(file.toString()) : LaunchFile.read(file.toString(), root);
    return new PlainLaunch(context, spec).read();
  }

  @Override
  public int report(Throwable error, PrintWriter err) {
    return new Errors(err).report(error);
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
