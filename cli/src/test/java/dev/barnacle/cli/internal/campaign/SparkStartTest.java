package dev.barnacle.cli.internal.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How Spark is started, and what is said where that can't be. */
class SparkStartTest {
  @TempDir private Path folder;

  private SparkStart start(String master, Map<String, String> environment) {
    return new SparkStart(
        master, List.of("spark.a=b"), environment, folder.resolve("cli/target/cli.jar"));
  }

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text);
  }

  private Path jar() throws IOException {
    return file("spark/target/barnacle-spark.jar", "");
  }

  private Path submit() throws IOException {
    Path submit = file("home/bin/spark-submit", "");
    assertTrue(submit.toFile().setExecutable(true));
    return submit;
  }

  private static void error(String expected, SparkStart start) {
    InputException e = assertThrows(InputException.class, start::command);
    assertTrue(e.diagnostic().startsWith("error: " + expected), e.diagnostic());
  }

  @Test
  void sparkSubmitIsTakenWhereItIs() throws IOException {
    Path jar = jar();
    Path submit = submit();
    List<String> expected =
        List.of(
            submit.toString(),
            "--master",
            "yarn",
            "--deploy-mode",
            "client",
            "--name",
            "barnacle campaign",
            "--conf",
            "spark.a=b",
            "--class",
            "dev.barnacle.spark.CampaignJob",
            jar.toString());
    String bin = submit.resolveSibling("").toString();
    assertEquals(
        expected, start("yarn", Map.of("SPARK_HOME", folder.resolve("home").toString())).command());
    assertEquals(expected, start("yarn", Map.of("PATH", "/none:" + bin)).command());
  }

  @Test
  void tasksAreTriedAgainWithinOneProcessToo() throws IOException {
    Path unused = jar();
    Map<String, String> environment = Map.of("PATH", submit().resolveSibling("").toString());
    assertEquals("local[2,4]", start("local[2]", environment).command().get(2));
    assertEquals("local[*,4]", start("local[*]", environment).command().get(2));
    assertEquals("local[1,4]", start("local", environment).command().get(2));
    assertEquals("local[2,7]", start("local[2,7]", environment).command().get(2));
    assertEquals("spark://a:7077", start("spark://a:7077", environment).command().get(2));
  }

  @Test
  void withoutSparkItsJarsAreTaken() throws IOException {
    Path jar = jar();
    Path unused = file("spark/target/barnacle-spark.classpath", "/a.jar:/b.jar\n");
    List<String> command = start("local[2]", Map.of()).command();
    assertEquals(jar + ":/a.jar:/b.jar", command.get(command.indexOf("-cp") + 1));
    assertTrue(command.contains("-Dspark.master=local[2,4]"), command.toString());
    assertTrue(command.contains("-Dspark.a=b"), command.toString());
    error("--spark k8s://x: there is no spark-submit: install Spark", start("k8s://x", Map.of()));
  }

  @Test
  void whatIsMissingIsNamed() throws IOException {
    error("--spark: barnacle-spark.jar is missing: make it", start("local[2]", Map.of()));
    error(
        "BARNACLE_SPARK_JAR=/none/x.jar: no such file",
        start("local[2]", Map.of("BARNACLE_SPARK_JAR", "/none/x.jar")));
    Path unused = jar();
    error("--spark local: there is no spark-submit", start("local", Map.of()));
    error(
        "SPARK_HOME=/none: there is no bin/spark-submit in it",
        start("local", Map.of("SPARK_HOME", "/none")));
  }
}
