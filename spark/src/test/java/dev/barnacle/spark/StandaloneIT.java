package dev.barnacle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of Spark's own kind: a master and two workers, of which one is killed on the way. */
@EnabledIfSystemProperty(
    named = "barnacle.test.cluster",
    matches = "true",
    disabledReason =
        "-Dbarnacle.test.cluster is not given: mvn verify -Pcluster -pl spark -am, a minute")
class StandaloneIT {
  private static final String HOST = "127.0.0.1";
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final long STEP_MILLIS = 100;
  private static final long LIMIT_NANOS = 300_000_000_000L;

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void end() {
    for (Process process : processes) {
      kill(process);
    }
  }

  private static void kill(Process process) {
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.add(process.toHandle());
    all.forEach(ProcessHandle::destroyForcibly);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Starts a part of Spark, which looks for its jars in a folder of its own. */
  private Process start(Path log, String type, String... arguments) throws IOException {
    String path = Files.readString(ROOT.resolve("spark/target/barnacle-spark.classpath")).strip();
    Path jars = folder.resolve("home/jars");
    if (Files.notExists(jars)) {
      Files.createDirectories(jars);
      for (String jar : path.split(File.pathSeparator, -1)) {
        Path file = Path.of(jar);
        Files.createSymbolicLink(jars.resolve(file.getFileName()), file);
      }
    }
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx256m", "-Dspark.master.rest.enabled=false", "-cp", path));
    words.addAll(List.of("org.apache.spark.deploy." + type, "--host", HOST, "--webui-port", "0"));
    Collections.addAll(words, arguments);
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    builder.environment().put("BARNACLE_NO_BUILD", "1");
    builder.environment().put("BARNACLE_COMMAND", ROOT.toString());
    Process process = builder.redirectOutput(log.toFile()).start();
    processes.add(process);
    return process;
  }

  private static long lines(Path file, String text) {
    if (Files.notExists(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(String what, BooleanSupplier come) throws InterruptedException {
    long start = System.nanoTime();
    while (!come.getAsBoolean()) {
      assertTrue(System.nanoTime() - start < LIMIT_NANOS, "no " + what);
      Thread.sleep(STEP_MILLIS);
    }
  }

  private Process worker(String name, String master) throws IOException {
    return start(
        folder.resolve(name + ".log"),
        "worker.Worker",
        "--cores",
        "1",
        "--memory",
        "600m",
        "--work-dir",
        folder.resolve(name).toString(),
        master);
  }

  @Test
  void aWorkerThatIsKilledCostsNothing() throws Exception {
    Path plan =
        Files.writeString(
            folder.resolve("plan.json"),
            "{\"tasks\": [{\"kind\": \"check\", \"files\": [\""
                + ROOT.resolve("examples/check/0*.json")
                + "\"]}]}");
    Campaigns.Result alone = Campaigns.run(plan);
    String port = String.valueOf(freePort());
    String master = "spark://" + HOST + ":" + port;
    Path log = folder.resolve("master.log");
    Process unused = start(log, "master.Master", "--port", port);
    await("master", () -> lines(log, "New state: ALIVE") > 0);
    Process stays = worker("stays", master);
    Process goes = worker("goes", master);
    await("workers", () -> lines(log, "Registering worker") == 2);

    Path work = folder.resolve("work");
    CompletableFuture<Campaigns.Result> spark =
        CompletableFuture.supplyAsync(
            () ->
                Campaigns.run(
                    plan,
                    "--resume=" + work,
                    "--spark=" + master,
                    "--spark-conf=spark.executor.memory=512m",
                    "--spark-conf=spark.driver.host=" + HOST));
    await("results", () -> lines(work.resolve("journal.jsonl"), "\"task\"") >= 2 || spark.isDone());
    assertTrue(goes.isAlive() && !spark.isDone(), () -> "it ended before: " + spark.join());
    kill(goes);
    assertEquals(alone.timeless(), spark.join().timeless(), () -> spark.join().err());
    assertTrue(stays.isAlive());
  }
}
