package dev.barnacle.cli.internal.campaign;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says how a worker is started. */
@FunctionalInterface
public interface Starter {
  /** The properties by which the launcher says what is where, for each JVM of ours. */
  List<String> PLACES =
      List.of("barnacle.build", "barnacle.llvm", "barnacle.tree", "barnacle.start");

  /**
   * The property by which the launcher names the AOT cache. It has what methods did in training
   * (JEP 515), so that the second compiler need not wait and see in each worker.
   */
  String AOT = "barnacle.aot";

  /**
   * The options of HotSpot's compilers. The second one is kept from what is not truly hot: most
   * tasks take a tenth of a second, and a worker's first ones would pay for it in vain. Threads
   * wait for what is compiled, so that a job is one processor: otherwise compilers run beside it,
   * on a processor that another job could have.
   */
  List<String> COMPILERS =
      List.of(
          "-XX:-BackgroundCompilation",
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000");

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
    return jvm(mainClass, System.getProperties());
  }

  /**
   * Returns the start of a JVM from what another one has.
   *
   * @param own the properties of that one
   */
  static Starter jvm(String mainClass, Properties own) {
    return (megabytes, word) -> {
      List<String> words = new ArrayList<>();
      words.add(Path.of(own.getProperty("java.home"), "bin", "java").toString());
      words.addAll(
          List.of(
              "--enable-native-access=ALL-UNNAMED",
              "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
              "-XX:+UseSerialGC",
              "-XX:ActiveProcessorCount=1",
              "-XX:+ExitOnOutOfMemoryError",
              "-XX:+SuppressFatalErrorMessage",
              "-XX:-UsePerfData",
              "-Xlog:disable",
              "-Xmx" + megabytes + "m"));
      words.addAll(COMPILERS);
      words.addAll(inherited(own));
      words.addAll(List.of("-cp", classPath(own), mainClass, word));
      return words;
    };
  }

  /** The class path is the same, so that the cache of classes holds here as well. */
  private static List<String> inherited(Properties own) {
    List<String> words = new ArrayList<>();
    for (String name : PLACES) {
      String value = own.getProperty(name, "");
      if (!value.isEmpty()) {
        words.add("-D" + name + "=" + value);
      }
    }
    String cache = own.getProperty(AOT, "");
    if (!cache.isEmpty()) {
      words.addAll(List.of("-D" + AOT + "=" + cache, "-XX:AOTCache=" + cache));
    }
    return words;
  }

  /** Returns all that this process runs from, be it modules or not. */
  private static String classPath(Properties own) {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(own::getProperty)
        .filter(path -> path != null && !path.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
