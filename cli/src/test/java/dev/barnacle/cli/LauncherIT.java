package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The launcher as a user runs it. */
class LauncherIT extends LauncherRuns {
  @Test
  void runsFromAnywhereThroughLinks() throws Exception {
    Path link = Files.createSymbolicLink(folder.resolve("direct"), root.resolve("barnacle"));
    Path second = Files.createSymbolicLink(folder.resolve("relative"), Path.of("direct"));
    Result first = run(second, twice());
    assertEquals("a: 2 4 6\n", first.out());
    assertEquals(
        "barnacle: preparing a fast start, once (a few seconds)",
        first.err().lines().toList().getFirst());
    Result again = run(link, twice());
    assertTwice(again);
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

  @Test
  void workersOfCampaignsAreGivenTheCacheOfCampaigns() throws Exception {
    Path launcher = root.resolve("barnacle");
    Path plan = folder.resolve("plan.json");
    Files.writeString(plan, "{\"tasks\": [{\"kind\": \"check\", \"files\": [\"k.cl\"]}]}");
    Result result = run(launcher, "campaign", plan.toString());
    assertEquals("1 task: 0 findings in 0\n", result.out(), result.err());
    Path cache = root.resolve("cli/target/campaign.aot");
    assertTrue(Files.size(cache) > 0);
    String told = Files.readString(root.resolve("cli/target/campaign.options"));
    String option = "-Dbarnacle.aot=" + cache;
    assertTrue(told.contains("\"" + option.replace("\\", "\\\\") + "\"\n"), told);
  }

  /** Returns what a check of a kernel in the compile cache loads that is not in the AOT cache. */
  private List<String> loadedBesideTheCache(String example, String argument) throws Exception {
    Path launcher = root.resolve("barnacle");
    Path source = Path.of("../examples", example).toAbsolutePath().normalize();
    String[] check = {"check", source.toString(), "--global=64", "--local=16", argument};
    Result first = run(launcher, check);
    assertTrue(first.out().startsWith("clean with guessed sizes: "), first.out());
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
    Path launcher = sharedRoot().resolve("barnacle");
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

  /** Else Intel's runtime, where it is loaded too, takes the signals that a JVM needs. */
  @Test
  void programsOfOtherPlatformsLeaveTheSignalsToTheJvm() throws Exception {
    Path launcher = sharedRoot().resolve("barnacle");
    String[] print = {"run", "--", "/bin/sh", "-c", "echo $CL_DISABLE_STACK_TRACE"};
    assertEquals("1\n", run(launcher, print).out());
    Map<String, String> own = Map.of("CL_DISABLE_STACK_TRACE", "0");
    assertEquals("0\n", finish(start(launcher, own, print), outputs.getLast()).out());
  }

  @Test
  void passesTheExitStatusOn() throws Exception {
    assertEquals(
        ExitStatus.BAD_INPUT, run(sharedRoot().resolve("barnacle"), "frobnicate").status());
  }

  @Test
  void aSpoiltCacheDoesNoHarm() throws Exception {
    Path launcher = root.resolve("barnacle");
    run(launcher, "--version");
    Path cache = root.resolve("cli/target/run.aot");
    byte[] good = Files.readAllBytes(cache);
    Files.writeString(cache, "no cache");
    assertTwice(run(launcher, twice()));
    Files.write(cache, java.util.Arrays.copyOf(good, good.length / 2));
    assertTwice(run(launcher, twice()));
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
    assertTwice(run(root.resolve("barnacle"), twice()));
  }

  @Test
  void aWrongJavaHomeIsPassedOver() throws Exception {
    Process process =
        start(
            sharedRoot().resolve("barnacle"), Map.of("JAVA_HOME", folder.toString()), "--version");
    assertEquals(0, finish(process, outputs.getLast()).status());
  }

  /** A source is read more than once, and by processes of their own. */
  @Test
  void sourcesComeThroughPipes() throws Exception {
    Path launcher = sharedRoot().resolve("barnacle");
    Path made = folder.resolve("k.spv");
    for (String command :
        List.of(
            "run /dev/stdin --global 3 --arg a=int[]=1,2,3 --print a",
            "check /dev/stdin --global 3 --arg a=int[3]",
            "explore /dev/stdin --global 2 --arg a=int[]=1,2",
            "compile /dev/stdin -o \"$2\"")) {
      String pipe = "cat \"$1\" | \"$0\" " + command;
      Result result =
          run(
              Path.of("/bin/sh"),
              "-c",
              pipe,
              launcher.toString(),
              kernel.toString(),
              made.toString());
      assertEquals(0, result.status(), command + ": " + result.err());
    }
    assertTrue(Files.size(made) > 100);
    String[] program = {"-c", "echo kept | \"$0\" run -- cat /dev/stdin", launcher.toString()};
    assertEquals("kept\n", run(Path.of("/bin/sh"), program).out());
  }

  /** Sources with new dates are no new sources; others are built. */
  @Test
  void aCopyIsNotBuiltAnew() throws Exception {
    Path launcher = root.resolve("barnacle");
    Path source = root.resolve("cli/src/main/java/Main.java");
    Files.createDirectories(source.resolveSibling("."));
    Files.writeString(source, "class Main {}");
    FileTime built = FileTime.fromMillis(System.currentTimeMillis() + 10_000);
    Files.setLastModifiedTime(root.resolve("cli/target/classpath"), built);
    Path maven = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\necho building >&2\nexit 1\n");
    assertTrue(maven.toFile().setExecutable(true));
    Map<String, String> building =
        Map.of("PATH", folder + ":" + System.getenv("PATH"), "BARNACLE_NO_BUILD", "0");
    Result first = finish(start(launcher, building, "--version"), outputs.getLast());
    assertEquals(0, first.status(), first.err());
    FileTime later = FileTime.fromMillis(System.currentTimeMillis() + 100_000);
    Files.setLastModifiedTime(source, later);
    Result copy = finish(start(launcher, building, "--version"), outputs.getLast());
    assertEquals(0, copy.status(), copy.err());
    Files.writeString(source, "class Main { int more; }");
    Files.setLastModifiedTime(source, later);
    Result changed = finish(start(launcher, building, "--version"), outputs.getLast());
    assertEquals(3, changed.status(), changed.err());
    assertTrue(changed.err().contains("barnacle: building, once (two to seven minutes"));
  }

  @Test
  void whatIsNotBuiltSaysSo() throws Exception {
    Files.delete(root.resolve("cli/target/classpath"));
    Result result = run(root.resolve("barnacle"), "--version");
    assertEquals(
        new Result(2, "", "error: Barnacle is not built and BARNACLE_NO_BUILD is set\n"), result);
  }
}
