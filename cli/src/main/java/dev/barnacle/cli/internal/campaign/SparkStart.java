package dev.barnacle.cli.internal.campaign;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Says how the application of Spark that does a campaign's tasks is started: by {@code
 * spark-submit}, or, where no Spark is installed but the module {@code spark} is built, from the
 * jars that it was built with.
 *
 * @param master where it runs
 * @param configuration further settings, {@code KEY=VALUE}
 * @param environment variables of this process
 * @param place where Barnacle's classes are; its clone is a folder above that
 */
record SparkStart(
    String master, List<String> configuration, Map<String, String> environment, Path place) {
  private static final String MAIN = "dev.barnacle.spark.CampaignJob";
  private static final String JAR = "spark/target/barnacle-spark.jar";
  private static final String CLASS_PATH = "barnacle-spark.classpath";
  private static final Pattern LOCAL = Pattern.compile("local(\\[(\\d+|\\*)(,\\d+)?])?");
  private static final Pattern OTHER = Pattern.compile("(spark|k8s)://.+|yarn");
  private static final Pattern SETTING = Pattern.compile("spark\\.[^=\\s]+=.*", Pattern.DOTALL);

  /** The most times that a task is begun, as the name of a local master has it. */
  private static final String TRIES = ",4]";

  SparkStart {
    if (!LOCAL.matcher(master).matches() && !OTHER.matcher(master).matches()) {
      throw new InputException(
          "--spark " + master + ": expected local[N], spark://HOST:PORT, k8s://URL or yarn");
    }
    for (String setting : configuration) {
      if (!SETTING.matcher(setting).matches()) {
        throw new InputException("--spark-conf " + setting + ": expected spark.KEY=VALUE");
      }
    }
  }

  /** Returns whether executors are on this machine, in the process of the driver. */
  boolean isLocal() {
    return LOCAL.matcher(master).matches();
  }

  /** Returns the command, to which the application's arguments are added. */
  List<String> command() {
    Path jar = jar();
    Optional<Path> submit = submit();
    if (submit.isPresent()) {
      return submitted(submit.get(), jar);
    }
    Path list = jar.resolveSibling(CLASS_PATH);
    boolean direct = isLocal() || master.startsWith("spark://");
    if (!direct || !Files.isReadable(list)) {
      throw new InputException(
          "--spark "
              + master
              + ": there is no spark-submit: install Spark 4.2, and set SPARK_HOME or add its bin"
              + " folder to the PATH");
    }
    return direct(jar, list);
  }

  private Path jar() {
    String named = environment.get("BARNACLE_SPARK_JAR");
    if (named != null && !named.isEmpty()) {
      Path jar = Path.of(named).toAbsolutePath();
      if (!Files.isReadable(jar)) {
        throw new InputException("BARNACLE_SPARK_JAR=" + named + ": no such file");
      }
      return jar;
    }
    return Stream.<Path>iterate(place.toAbsolutePath(), p -> p != null, Path::getParent)
        .map(folder -> folder.resolve(JAR))
        .filter(Files::isReadable)
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "--spark: barnacle-spark.jar is missing: make it in a clone of Barnacle (mvn"
                        + " -DskipTests package -pl spark -am), and name it by"
                        + " BARNACLE_SPARK_JAR"));
  }

  private Optional<Path> submit() {
    String home = environment.getOrDefault("SPARK_HOME", "");
    if (!home.isEmpty()) {
      Path submit = Path.of(home, "bin", "spark-submit");
      if (!Files.isExecutable(submit)) {
        throw new InputException("SPARK_HOME=" + home + ": there is no bin/spark-submit in it");
      }
      return Optional.of(submit);
    }
    return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "spark-submit"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private List<String> submitted(Path submit, Path jar) {
    List<String> words = new ArrayList<>(List.of(submit.toString(), "--master", retried()));
    words.addAll(List.of("--deploy-mode", "client", "--name", "barnacle campaign"));
    for (String setting : configuration) {
      words.addAll(List.of("--conf", setting));
    }
    words.addAll(List.of("--class", MAIN, jar.toString()));
    return words;
  }

  private List<String> direct(Path jar, Path list) {
    String path = InputFiles.access(list, () -> Files.readString(list)).strip();
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("--enable-native-access=ALL-UNNAMED");
    words.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")); // processors are for tasks
    words.add("-Dspark.master=" + retried());
    words.add("-Dspark.app.name=barnacle campaign");
    words.add("-Dspark.ui.enabled=false");
    words.add("-Dspark.jars=" + jar.toUri());
    configuration.forEach(setting -> words.add("-D" + setting));
    words.addAll(List.of("-cp", jar + File.pathSeparator + path, MAIN));
    return words;
  }

  /** Returns the master; one that is local tries tasks no second time unless it says so. */
  private String retried() {
    return isLocal() && master.endsWith("]") && !master.contains(",")
        ? master.substring(0, master.length() - 1) + TRIES
        : master.equals("local") ? "local[1" + TRIES : master;
  }
}
