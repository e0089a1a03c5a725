package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher as a user runs it. Each test has a root of its own, with links to what is packaged,
 * so that they can spoil the caches there.
 */
class LauncherIT {
  private static final String KERNEL =
      "__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }";

  @TempDir private Path folder;
  private Path root = Path.of("");
  private Path kernel = Path.of("");

  @BeforeEach
  void makeRoot() throws IOException {
    Path project = Path.of("..").toAbsolutePath().normalize();
    Path packaged = project.resolve("cli/target");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "the launcher needs /bin/sh");
    assumeTrue(Files.exists(packaged.resolve("classpath")), "Barnacle is not packaged");
    root = folder.resolve("a root's $name");
    Path target = Files.createDirectories(root.resolve("cli/target"));
    Files.copy(project.resolve("barnacle"), root.resolve("barnacle"));
    assertTrue(root.resolve("barnacle").toFile().setExecutable(true));
    Files.copy(packaged.resolve("classpath"), target.resolve("classpath"));
    Files.createSymbolicLink(target.resolve("lib"), packaged.resolve("lib"));
    Files.createSymbolicLink(target.resolve("cli.jar"), packaged.resolve("cli.jar"));
    kernel = Files.writeString(folder.resolve("k.cl"), KERNEL);
  }

  /** The links lead out of the folder; JUnit warns about such. */
  @AfterEach
  void removeLinks() throws IOException {
    Files.deleteIfExists(root.resolve("cli/target/lib"));
    Files.deleteIfExists(root.resolve("cli/target/cli.jar"));
  }

  private record Result(int status, String out, String err) {}

  private Process start(Path launcher, Map<String, String> environment, String... args)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(launcher.toString()));
    command.addAll(List.of(args));
    Path out = Files.createTempFile(folder, "out", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(Path.of(out + ".err").toFile());
    builder.environment().put("BARNACLE_NO_BUILD", "1");
    builder.environment().putAll(environment);
    outputs.add(out);
    return builder.start();
  }

  private final List<Path> outputs = new ArrayList<>();

  private Result finish(Process process, Path out) throws IOException, InterruptedException {
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the launcher does not end");
    return new Result(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(Path.of(out + ".err"), StandardCharsets.UTF_8));
  }

  private Result run(Path launcher, String... args) throws Exception {
    Process process = start(launcher, Map.of(), args);
    return finish(process, outputs.getLast());
  }

  private String[] twice() {
    return new String[] {
      "run", kernel.toString(), "--global=3", "--arg=a=int[]=1,2,3", "--print=a"
    };
  }

  @Test
  void runsFromAnywhereThroughLinks() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("direct"), root.resolve("barnacle"));
    Path second = Files.createSymbolicLink(folder.resolve("relative"), Path.of("direct"));
    Result first = run(second, twice());
    assertEquals("a: 2 4 6\n", first.out());
    assertEquals("barnacle: preparing a fast start, once (a few seconds)\n", first.err());
    Result again = run(link, twice());
    assertEquals(new Result(0, "a: 2 4 6\n", ""), again);
    assertTrue(Files.size(root.resolve("cli/target/run.aot")) > 0);
    assertTrue(run(link, "--version").out().startsWith("barnacle "));
  }

  @Test
  void checksFromJarsThatStartFaster() throws Exception {
    Path launcher = root.resolve("barnacle");
    String[] check = {"check", kernel.toString(), "--global=3", "--arg=a=int[2]", "--json"};
    Result first = run(launcher, check);
    assertEquals(ExitStatus.FINDINGS, first.status());
    assertEquals("barnacle: preparing a fast start, once (a few seconds)\n", first.err());
    Path target = root.resolve("cli/target");
    assertTrue(Files.size(target.resolve("check.aot")) > 0);
    assertTrue(Files.exists(target.resolve("start/cli.jar")));
    try (JarFile resources = new JarFile(target.resolve("start/resources.jar").toFile())) {
      assertNotNull(resources.getEntry("dev/barnacle/cli/training/15-null.cl"));
      assertNull(resources.getEntry("dev/barnacle/cli/Main.class"));
    }
    Result again = run(launcher, check);
    assertEquals("", again.err());
    assertEquals(withoutTime(first), withoutTime(again));
    assertEquals(List.of(), loadedBesideTheCache("mandelbrot.cl", "--arg=max_iterations=9"));
    assertEquals(List.of(), loadedBesideTheCache("sha256.cl", "--arg=count=1"));
    Files.delete(target.resolve("start/cli.jar"));
    assertEquals(withoutTime(first), withoutTime(run(launcher, check)));
  }

  /** Returns what a check of a kernel in the compile cache loads that is not in the AOT cache. */
  private List<String> loadedBesideTheCache(String example, String argument) throws Exception {
    Path launcher = root.resolve("barnacle");
    Path source = Path.of("../examples", example).toAbsolutePath().normalize();
    String[] check = {"check", source.toString(), "--global=64", "--local=16", argument};
    Result first = run(launcher, check);
    assertEquals("clean\n", first.out());
    Path log = folder.resolve("classes.log");
    Map<String, String> options = Map.of("BARNACLE_JAVA_OPTS", "-Xlog:class+load:file=" + log);
    assertEquals(first, finish(start(launcher, options, check), outputs.getLast()));
    return Files.readString(log)
        .lines()
        .filter(line -> line.contains(" dev.barnacle.") && !line.endsWith(" shared objects file"))
        .toList();
  }

  private static String withoutTime(Result result) {
    return result.out().replaceAll("\"seconds\":[^,}]*", "");
  }

  /** Khronos' loader takes nothing but a folder of .icd files in OCL_ICD_VENDORS. */
  @Test
  void theDriversPathIsWhatEveryLoaderTakes() throws Exception {
    Path launcher = root.resolve("barnacle");
    Result path = run(launcher, "icd", "path");
    assertEquals(0, path.status(), path.err());
    assertTrue(path.out().endsWith("/\n"), path.out());
    String vendors = path.out().strip();
    assertTrue(Files.isDirectory(Path.of(vendors)), vendors);
    Result install = run(launcher, "icd", "install");
    assertEquals("export OCL_ICD_VENDORS=" + vendors + "\n", install.out(), install.err());
    Result library = run(launcher, "icd", "path", "--library");
    String file = library.out().strip();
    assertTrue(Files.isRegularFile(Path.of(file)), file);
    try (var entries = Files.list(Path.of(vendors))) {
      List<Path> all = entries.toList();
      assertEquals(1, all.size(), all::toString);
      assertTrue(all.getFirst().toString().endsWith(".icd"), all::toString);
      assertEquals(file + "\n", Files.readString(all.getFirst()));
    }
  }

  @Test
  void passesTheExitStatusOn() throws Exception {
    assertEquals(ExitStatus.BAD_INPUT, run(root.resolve("barnacle"), "frobnicate").status());
  }

  @Test
  void aSpoiltCacheDoesNoHarm() throws Exception {
    Path launcher = root.resolve("barnacle");
    run(launcher, "--version");
    Path cache = root.resolve("cli/target/run.aot");
    byte[] good = Files.readAllBytes(cache);
    Files.writeString(cache, "no cache");
    assertEquals(new Result(0, "a: 2 4 6\n", ""), run(launcher, twice()));
    Files.write(cache, java.util.Arrays.copyOf(good, good.length / 2));
    assertEquals(new Result(0, "a: 2 4 6\n", ""), run(launcher, twice()));
  }

  @Test
  void severalMayStartAtOnce() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(start(root.resolve("barnacle"), Map.of(), twice()));
    }
    for (int i = 0; i < 4; i++) {
      Result result = finish(processes.get(i), outputs.get(i));
      assertEquals("a: 2 4 6\n", result.out());
      assertEquals(0, result.status());
    }
    assertEquals(new Result(0, "a: 2 4 6\n", ""), run(root.resolve("barnacle"), twice()));
  }

  @Test
  void aWrongJavaHomeIsPassedOver() throws Exception {
    Process process =
        start(root.resolve("barnacle"), Map.of("JAVA_HOME", folder.toString()), "--version");
    assertEquals(0, finish(process, outputs.getLast()).status());
  }

  @Test
  void whatIsNotBuiltSaysSo() throws Exception {
    Files.delete(root.resolve("cli/target/classpath"));
    Result result = run(root.resolve("barnacle"), "--version");
    assertEquals(
        new Result(2, "", "error: Barnacle is not built and BARNACLE_NO_BUILD is set\n"), result);
  }
}
