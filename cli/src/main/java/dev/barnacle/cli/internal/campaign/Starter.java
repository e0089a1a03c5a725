package dev.barnacle.cli.internal.campaign;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says how a worker is started. */
@FunctionalInterface
public interface Starter {
  /**
   * Returns the command of a worker.
   *
   * @param megabytes the most memory for the JVM's heap
   * @param word what its answers are marked with
   */
  List<String> command(int megabytes, String word);

  /**
   * Returns the start of a JVM like this one, whose main class makes a {@link Worker}. It has one
   * processor: tasks run beside each other, and what a task gives depends on no number of threads.
   */
  static Starter jvm(String mainClass) {
    return (megabytes, word) -> {
      List<String> words = new ArrayList<>();
      words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      words.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
              "-XX:+UseSerialGC",
              "-XX:ActiveProcessorCount=1",
              "-XX:+ExitOnOutOfMemoryError",
              "-XX:+SuppressFatalErrorMessage",
              "-XX:-UsePerfData",
              "-Xmx" + megabytes + "m",
              "-cp",
              classPath(),
              mainClass,
              word));
      return words;
    };
  }

  /** Returns all that this process runs from, be it modules or not. */
  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(System::getProperty)
        .filter(path -> path != null && !path.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
