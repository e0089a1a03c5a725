package dev.barnacle.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The services of the timed program that its API does not have. */
public interface Host {
  /**
   * Returns a folder for {@code OCL_ICD_VENDORS} that names Barnacle's own driver alone.
   *
   * @param err is told what is made the first time
   */
  Path driver(PrintWriter err);

  /** Returns the litmus tests among files and in folders. */
  List<Path> litmusTests(List<Path> paths);

  /**
   * Returns what answers litmus tests and tells how long that took; a test that it cannot answer is
   * an {@link dev.barnacle.command.input.InputException}.
   *
   * @param limit how long one answer may take
   */
  Function<Path, Answer> litmus(Duration limit);

  /**
   * An answer to a litmus test.
   *
   * @param seconds how long it took
   * @param stopped whether it took too long, and is partial
   */
  record Answer(double seconds, boolean stopped) {}
}
