package dev.barnacle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Java program that depends on Barnacle, from an empty folder on. */
class FreshProjectIT {
  private static final String RESULT = "[12.0, 24.0, 36.0, 48.0]\n";
  private static final String EXAMPLE = "examples/java";

  /** On the class path, and as a module {@code app}. */
  @TempDir static Path compiled;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException {
    Path sources = Packaged.root().resolve(EXAMPLE).resolve("src/main/java");
    Path source = sources.resolve("Saxpy.java");
    String jars = path(Packaged.classPath());
    for (String name : List.of("Saxpy", "Frames")) {
      String file = sources.resolve(name + ".java").toString();
      javac("-cp", jars, "-d", compiled.resolve("classes").toString(), file);
    }
    Path app = Files.createDirectories(compiled.resolve("source/app")).resolve("Saxpy.java");
    Files.writeString(app, "package app;\n" + Files.readString(source));
    Path module = compiled.resolve("source/module-info.java");
    Files.writeString(module, "module app { requires dev.barnacle; }");
    String out = compiled.resolve("module").toString();
    javac("-p", jars, "-d", out, module.toString(), app.toString());
  }

  private static void javac(String... arguments) {
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertEquals(0, javac.run(System.out, System.err, arguments));
  }

  private static String path(List<Path> jars) {
    return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** By copying alone: the example's folder, and one command of Maven. */
  @Test
  void theExamplesPomBuildsAndRunsInAFreshFolder() throws Exception {
    Path repository = folder.resolve("repository");
    Path project = folder.resolve("project");
    Packaged.copy(Packaged.root().resolve(EXAMPLE), project);
    List<Path> links = Packaged.install(repository);
    try {
      Started run = maven(project, "-Dmaven.repo.local=" + repository, "compile", "exec:exec");
      String resetsOfColour = "\u001b\\[0?m";
      assertEquals(RESULT, run.output().replaceAll(resetsOfColour, ""), run.errors());
      assertEquals(0, run.status());
      assertFalse(run.errors().contains("barnacle"), run.errors());
      assertFalse(run.errors().contains("bytedeco"), run.errors());
    } finally {
      for (Path link : links) {
        Files.delete(link); // not what it leads to
      }
    }
  }

  /** With the bom that the guide shows, and without a version; each platform gets its own LLVM. */
  @Test
  void theBomGivesTheVersionAndEachPlatformItsNatives() throws Exception {
    Path repository = folder.resolve("repository");
    Path project = folder.resolve("project");
    Packaged.copy(Packaged.root().resolve(EXAMPLE), project);
    Path pom = project.resolve("pom.xml");
    String versionOfAll = "<version>" + Packaged.VERSION + "</version>";
    String withBom = Files.readString(pom).replace("      " + versionOfAll + "\n", "");
    withBom = withBom.replace("  <build>\n", guide("<dependencyManagement>") + "  <build>\n");
    Files.writeString(pom, withBom);
    List<Path> links = Packaged.install(repository);
    try {
      String local = "-Dmaven.repo.local=" + repository;
      Started run = maven(project, local, "compile", "exec:exec");
      assertEquals(RESULT, run.output().replaceAll("\u001b\\[0?m", ""), run.errors());
      assertEquals(Set.of("linux-x86_64"), natives(project, local, "Linux", "amd64"));
      assertEquals(Set.of("linux-arm64"), natives(project, local, "Linux", "aarch64"));
      assertEquals(Set.of("macosx-arm64"), natives(project, local, "Mac OS X", "aarch64"));
    } finally {
      for (Path link : links) {
        Files.delete(link);
      }
    }
  }

  /** Returns the classifiers of the native jars that a project gets on an operating system. */
  private Set<String> natives(Path project, String local, String os, String arch) throws Exception {
    Path tree = folder.resolve("tree.txt");
    String options = "-Dos.arch=" + arch + " \"-Dos.name=" + os + "\"";
    String maven = Path.of(System.getProperty("barnacle.maven"), "bin", "mvn").toString();
    String goal = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:tree";
    Started run =
        Started.run(
            project,
            Map.of("JAVA_HOME", "", "MAVEN_OPTS", "", "JDK_JAVA_OPTIONS", options),
            List.of(maven, "-o", "-q", "-B", local, "-DoutputFile=" + tree, goal));
    assertEquals(0, run.status(), run.output() + run.errors());
    Pattern classified = Pattern.compile("org\\.bytedeco:\\w+:jar:([a-z]+-[a-z0-9_]+):");
    return classified
        .matcher(Files.readString(tree))
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toSet());
  }

  /** Returns the block of the guide that begins with a line. */
  private static String guide(String start) throws IOException {
    String guide = Files.readString(Packaged.root().resolve("docs/guide/java-api.md"));
    int at = guide.indexOf(start);
    assertTrue(at >= 0, start);
    return guide.substring(at, guide.indexOf("```", at));
  }

  /** The modules that the guide names are enough. */
  @Test
  void aRuntimeThatIsLinkedAsTheGuideSaysRunsTheExample() throws Exception {
    ToolProvider jlink = ToolProvider.findFirst("jlink").orElseThrow();
    Path java = Path.of(System.getProperty("java.home"));
    String command = guide("jlink --add-modules").lines().limit(2).collect(Collectors.joining());
    List<String> words = new ArrayList<>(List.of(command.replace("\\", "").split(" +")));
    words.removeFirst();
    Path runtime = folder.resolve("runtime");
    words.set(words.indexOf("runtime"), runtime.toString());
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status = jlink.run(out, out, words.toArray(String[]::new));
    assumeTrue(
        status == 0 || Files.isDirectory(java.resolve("jmods")), "a JDK that cannot link: " + said);
    assertEquals(0, status, said::toString);
    String classes = compiled.resolve("classes") + File.pathSeparator;
    Started run =
        Started.run(
            folder,
            Map.of("JAVA_HOME", ""),
            List.of(
                runtime.resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes + path(Packaged.classPath()),
                "Saxpy"));
    assertEquals(new Started(0, RESULT, ""), run);
  }

  /** Runs Maven on the java that it takes by itself, which may be older than Barnacle's. */
  private static Started maven(Path project, String... arguments) throws Exception {
    String maven = Path.of(System.getProperty("barnacle.maven"), "bin", "mvn").toString();
    List<String> command = new ArrayList<>(List.of(maven, "-o", "-q", "-B", "-Dstyle.color=never"));
    command.addAll(List.of(arguments));
    return Started.run(
        project, Map.of("JAVA_HOME", "", "MAVEN_OPTS", "", "MAVEN_ARGS", ""), command);
  }

  /** The manifest's line takes the option's place; all that is unpacked goes into the cache. */
  @Test
  void aJarWithTheManifestsLineRunsAndLeavesNothingAtHome() throws Exception {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.put(Attributes.Name.MAIN_CLASS, "Saxpy");
    main.put(new Attributes.Name("Enable-Native-Access"), "ALL-UNNAMED");
    main.put(
        Attributes.Name.CLASS_PATH,
        Packaged.classPath().stream()
            .map(p -> p.toUri().toString())
            .collect(Collectors.joining(" ")));
    Path jar = folder.resolve("saxpy.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new ZipEntry("Saxpy.class"));
      Files.copy(compiled.resolve("classes/Saxpy.class"), out);
    }
    Path home = Files.createDirectories(folder.resolve("home"));
    Path cache = folder.resolve("cache");
    Started run =
        Started.run(
            folder,
            Map.of("BARNACLE_CACHE", cache.toString(), "HOME", home.toString()),
            List.of(Started.java(), "-Duser.home=" + home, "-jar", jar.toString()));
    assertEquals(new Started(0, RESULT, ""), run);
    assertTrue(Files.isDirectory(cache.resolve("javacpp")));
    try (var left = Files.list(home)) {
      assertEquals(List.of(), left.toList());
    }
  }

  /** Recorded commands and semaphores, as the guide shows them. */
  @Test
  void theGuidesFramesAreAsItSays() throws Exception {
    Started run = run("Frames", "--enable-native-access=ALL-UNNAMED");
    String expected = "[2, 22, 42, 62]\n[4, 24, 44, 64]\n[6, 26, 46, 66]\n[206, 226, 246, 266]\n";
    assertEquals(new Started(0, expected, ""), run);
  }

  private Started classPath(String... options) throws Exception {
    return run("Saxpy", options);
  }

  private Started run(String main, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(Started.java()));
    command.addAll(List.of(options));
    String classes = compiled.resolve("classes") + File.pathSeparator;
    command.addAll(List.of("-cp", classes + path(Packaged.classPath()), main));
    return Started.run(folder, Map.of(), command);
  }

  private Started modulePath(String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(Started.java()));
    command.addAll(List.of(options));
    String module = compiled.resolve("module") + File.pathSeparator;
    command.addAll(List.of("-p", module + path(Packaged.classPath()), "-m", "app/app.Saxpy"));
    return Started.run(folder, Map.of(), command);
  }

  private static void isOneLineWith(String option, Started run) {
    assertEquals(1, run.status());
    assertEquals("", run.output());
    assertEquals(1, run.errors().lines().count(), run.errors());
    String start =
        "Exception in thread \"main\" dev.barnacle.cl.MissingOptionException: Java must be started"
            + " with ";
    assertTrue(run.errors().startsWith(start + option + ": "), run.errors());
  }

  @Test
  void aMissingOptionIsOneLineThatNamesIt() throws Exception {
    String deny = "--illegal-native-access=deny";
    isOneLineWith("--enable-native-access=ALL-UNNAMED", classPath(deny));
    String modules =
        "--enable-native-access=org.bytedeco.javacpp,org.bytedeco.llvm,dev.barnacle.llvm,"
            + "dev.barnacle.engine,dev.barnacle.simd,dev.barnacle.watch,dev.barnacle.cl";
    String all = "--add-modules=ALL-MODULE-PATH";
    isOneLineWith(modules, modulePath(deny, all));
    isOneLineWith(
        modules, modulePath(deny, all, "--enable-native-access=dev.barnacle.simd,dev.barnacle.cl"));
    isOneLineWith("--add-modules ALL-MODULE-PATH", modulePath(modules));
    assertEquals(new Started(0, RESULT, ""), modulePath(deny, all, modules));
  }

  @Test
  void jarsSayWhatTheyAreAndHaveTheirSourcesBeside() throws Exception {
    for (String module : Packaged.MODULES) {
      Path file = Packaged.jar(module, "");
      try (JarFile jar = new JarFile(file.toFile())) {
        Attributes main = jar.getManifest().getMainAttributes();
        assertEquals(Packaged.VERSION, main.getValue(Attributes.Name.IMPLEMENTATION_VERSION));
        String title = module.equals("api") ? "Barnacle" : "Barnacle " + module;
        assertEquals(title, main.getValue(Attributes.Name.IMPLEMENTATION_TITLE));
      }
      String name = module.equals("api") ? "dev.barnacle" : "dev.barnacle." + module;
      assertTrue(ModuleFinder.of(file).find(name).isPresent(), name);
      if (!module.equals("api")) { // its own come after its tests
        try (JarFile sources = new JarFile(Packaged.jar(module, "-sources").toFile())) {
          assertTrue(sources.stream().anyMatch(e -> e.getName().endsWith(".java")));
        }
      }
    }
  }
}
