package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.icd.DriverLibrary;
import dev.barnacle.llvm.clang.Clang;
import dev.barnacle.llvm.clang.NativeC;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The C half of the driver can be loaded, on each kind of machine that it is compiled for. */
class ShimCompilerTest {
  private static final Pattern DECLARED = Pattern.compile("^extern [^;]*?(\\w+)(\\([^;]*)?;$");
  private static final Pattern UNDEFINED = Pattern.compile("undefined symbol: (\\S+)");

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void onlyOnLinux() {
    Shim.get();
  }

  static List<String> targets() {
    return NativeC.targets();
  }

  /** What it is linked with is what a program has: the C library, as far as it is declared. */
  @ParameterizedTest
  @MethodSource("targets")
  void itNeedsNothingButTheCLibrary(String target) throws Exception {
    List<String> options = new ArrayList<>();
    if (target.startsWith("aarch64")) {
      options.add("-moutline-atomics"); // as clang takes for granted where it finds a GCC for it
    }
    options.addAll(NativeC.options(target));
    Path object = folder.resolve("shim.o");
    ShimCompiler.compile(object, options);
    Set<String> needed = undefined(object);
    assertTrue(needed.contains("dlopen"), needed::toString);
    needed.removeAll(declared());
    needed.remove("__tls_get_addr"); // of variables of a thread, on x86-64: the C library's own
    assertEquals(Set.of(), needed);
  }

  /** A training that fails would only make programs start slowly, and nobody would see it. */
  @Test
  void theTrainingComesToItsEnd() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    String jars =
        Shim.modules().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    command.addAll(List.of("-cp", jars, "dev.barnacle.icd.internal.Training"));
    Process training = new ProcessBuilder(command).redirectErrorStream(true).start();
    String messages = new String(training.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, training.waitFor(), messages);
  }

  private Set<String> undefined(Path object) {
    Clang.Result linked =
        Clang.locate()
            .link(
                List.of(
                    "-shared",
                    "-z",
                    "defs",
                    "--warn-unresolved-symbols",
                    "--error-limit=0",
                    object.toString(),
                    "-o",
                    folder.resolve("shim.so").toString()));
    assertEquals(0, linked.status(), linked.messages());
    return UNDEFINED
        .matcher(linked.messages())
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toSet());
  }

  private static Set<String> declared() {
    Set<String> names = new HashSet<>();
    for (String source : ShimCompiler.SOURCES) {
      ShimCompiler.source(source)
          .lines()
          .map(DECLARED::matcher)
          .filter(m -> m.matches())
          .forEach(m -> names.add(m.group(1)));
    }
    return names;
  }

  @Test
  void aDriverThatCanBeLoadedHasNoError() {
    assertEquals(Optional.empty(), Shim.driver().loadError());
  }

  @Test
  void whatCannotBeLoadedSaysWhy() throws Exception {
    DriverLibrary driver = new DriverLibrary(folder);
    assertTrue(driver.loadError().orElseThrow().contains(driver.library().toString()));
    Files.writeString(driver.library(), "no library".repeat(100));
    assertTrue(driver.loadError().orElseThrow().contains("no shared library"));
    byte[] whole = Files.readAllBytes(Shim.driver().library());
    Files.write(driver.library(), Arrays.copyOf(whole, 100));
    assertTrue(driver.loadError().orElseThrow().contains("only its beginning"));
  }

  @Test
  void aSymbolThatNobodyHasIsNamed() throws Exception {
    DriverLibrary driver = new DriverLibrary(folder);
    Path object = folder.resolve("needy.o");
    List<String> options = new ArrayList<>(NativeC.options(NativeC.target().orElseThrow()));
    options.addAll(List.of("-c", "-x", "c", "-", "-o", object.toString()));
    String source =
        "extern int barnacle_has_no_such(void); int f(void) { return barnacle_has_no_such(); }";
    Clang.Result compiled = Clang.locate().run(options, source.getBytes(StandardCharsets.UTF_8));
    assertEquals(0, compiled.status(), compiled.messages());
    Clang.Result linked =
        Clang.locate()
            .link(
                List.of(
                    "-shared", "-z", "now", object.toString(), "-o", driver.library().toString()));
    assertEquals(0, linked.status(), linked.messages());
    assertFalse(linked.messages().contains("undefined"), linked.messages());
    String error = driver.loadError().orElseThrow();
    assertTrue(error.contains("undefined symbol: barnacle_has_no_such"), error);
  }
}
