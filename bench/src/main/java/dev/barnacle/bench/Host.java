package dev.barnacle.bench;

import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.NDRange;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  /** Returns the launch files among files and in folders. */
  List<Path> launchFiles(List<Path> paths);

  /**
   * Returns the launch of a launch file; what cannot be built or passed is an {@link
   * dev.barnacle.command.input.InputException} or a {@link dev.barnacle.cl.ClException}.
   *
   * @param root the folder that its file names are relative to; null for its own
   * @param context builds the program, which says what its parameters are
   */
  Launch launch(Path file, @Nullable Path root, Context context);

  /** Tells the user of an error, and returns the exit status that it has. */
  int report(Throwable error, PrintWriter err);

  /**
   * A launch that every OpenCL platform takes.
   *
   * @param source the program's text
   * @param options the build options, with the version of the language and the program's folder
   * @param arguments one for each parameter
   */
  record Launch(
      String kernel, String source, String options, NDRange range, List<Argument> arguments) {
    public Launch {
      arguments = List.copyOf(arguments);
    }
  }

  /** An argument of such a launch. */
  sealed interface Argument {
    /**
     * A buffer.
     *
     * @param type of its elements' parts
     * @param first what it holds before the launch
     */
    record Memory(DataType.Scalar type, MemorySegment first) implements Argument {}

    /** The buffer of another argument, by its index. */
    record Same(int other) implements Argument {}

    /** Local memory. */
    record Local(long byteSize) implements Argument {}

    /** The bytes of a scalar, vector or structure. */
    record Value(MemorySegment bytes) implements Argument {}

    /** A null pointer. */
    record Null() implements Argument {}
  }

  /**
   * An answer to a litmus test.
   *
   * @param seconds how long it took
   * @param stopped whether it took too long, and is partial
   */
  record Answer(double seconds, boolean stopped) {}
}
