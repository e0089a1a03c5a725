package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that run the launcher as a user does, in roots with links to what is packaged. Each test
 * has a root of its own, so that it can spoil the caches there, unless it is one of those that
 * share one ({@link #sharesRoot}): a new root costs the launcher some seconds to prepare.
 */
abstract class LauncherRuns {
  static final String KERNEL = "__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }";

  private static final String ROOT = "a root's $name";

  private static boolean sharedIsMade;

  @TempDir Path folder = Path.of("");
  Path root = Path.of("");
  Path kernel = Path.of("");

  /** Returns whether the tests of this class use the shared root, since they leave it as it is. */
  boolean sharesRoot() {
    return false;
  }

  @BeforeEach
  void makeRoot() throws IOException {
    root = sharesRoot() ? sharedRoot() : rootIn(folder);
    kernel = Files.writeString(folder.resolve("k.cl"), KERNEL);
  }

  /** The root that tests share, of this run. */
  static synchronized Path sharedRoot() throws IOException {
    Path folder = Path.of("target/launcher").toAbsolutePath();
    if (!sharedIsMade) {
      sharedIsMade = true;
      delete(folder);
      Files.createDirectories(folder);
    }
    return rootIn(folder);
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** The root in a folder, made where it is not there yet. */
  static synchronized Path rootIn(Path folder) throws IOException {
    Path project = Path.of("..").toAbsolutePath().normalize();
    Path packaged = project.resolve("cli/target");
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "the launcher needs /bin/sh");
    assumeTrue(Files.exists(packaged.resolve("classpath")), "Barnacle is not packaged");
    Path root = folder.resolve(ROOT);
    if (Files.exists(root)) {
      return root;
    }
    Path target = Files.createDirectories(root.resolve("cli/target"));
    Files.copy(project.resolve("barnacle"), root.resolve("barnacle"));
    Path shared = Files.createDirectories(root.resolve("cli/src/main/launcher"));
    Files.copy(project.resolve("cli/src/main/launcher/launch.sh"), shared.resolve("launch.sh"));
    assertTrue(root.resolve("barnacle").toFile().setExecutable(true));
    Files.copy(packaged.resolve("classpath"), target.resolve("classpath"));
    Files.createSymbolicLink(target.resolve("lib"), packaged.resolve("lib"));
    Files.createSymbolicLink(target.resolve("cli.jar"), packaged.resolve("cli.jar"));
    return root;
  }

  /** The links lead out of the folder; JUnit warns about such. */
  @AfterEach
  void removeLinks() throws IOException {
    Path root = folder.resolve(ROOT);
    Files.deleteIfExists(root.resolve("cli/target/lib"));
    Files.deleteIfExists(root.resolve("cli/target/cli.jar"));
  }

  record Result(int status, String out, String err) {}

  Process start(Path launcher, Map<String, String> environment, String... args) throws IOException {
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

  final List<Path> outputs = new ArrayList<>();

  Result finish(Process process, Path out) throws IOException, InterruptedException {
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the launcher does not end");
    return new Result(process.exitValue(), text(out), text(Path.of(out + ".err")));
  }

  /** The text of a file; bytes that are no UTF-8 become replacement characters. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  Result run(Path launcher, String... args) throws Exception {
    Process process = start(launcher, Map.of(), args);
    return finish(process, outputs.getLast());
  }

  String[] twice() {
    return new String[] {
      "run", kernel.toString(), "--global=3", "--arg=a=int[]=1,2,3", "--print=a"
    };
  }

  /** Whether {@link #twice} went well, and nothing else was said than how long it took. */
  static void assertTwice(Result result) {
    assertEquals(new Result(0, "a: 2 4 6\n", result.err()), result);
    assertTrue(result.err().matches("kernel twice: [^\n]*, built in [^\n]*s\n"), result.err());
  }

  /** Runs shell commands, in which {@code barnacle} is the launcher. */
  Result shell(Map<String, String> environment, String commands) throws Exception {
    Path script =
        Files.writeString(
            folder.resolve("script"),
            "barnacle() { \""
                + root.resolve("barnacle").toString().replace("$", "\\$")
                + "\" \"$@\"; }\n"
                + commands
                + "\n");
    Process process = start(Path.of("/bin/sh"), environment, script.toString());
    return finish(process, outputs.getLast());
  }
}
