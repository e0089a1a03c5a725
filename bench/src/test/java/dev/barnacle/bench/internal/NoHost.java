package dev.barnacle.bench.internal;

import dev.barnacle.bench.Host;
import dev.barnacle.cl.Context;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A host that has nothing: the command line's driver and files are not there. */
class NoHost implements Host {
  @Override
  public Path driver(PrintWriter err) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Path> litmusTests(List<Path> paths) {
    return paths;
  }

  @Override
  public Function<Path, Answer> litmus(Duration limit) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Path> launchFiles(List<Path> paths) {
    return paths;
  }

  @Override
  public Launch launch(Path file, @Nullable Path root, Context context) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int report(Throwable error, PrintWriter err) {
    throw new UnsupportedOperationException();
  }
}
