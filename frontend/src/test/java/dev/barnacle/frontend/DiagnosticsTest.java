package dev.barnacle.frontend;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the user reads about a program. Beside each {@code diagnostics/NAME.cl}, whose first line
 * has the build options, lies the log that it must give: {@code NAME.expected}. With {@code
 * -Dgolden=write} the test writes those files and fails.
 */
class DiagnosticsTest {
  private static final OpenClCompiler COMPILER = OpenClCompiler.withoutCache();
  private static final String OPTIONS = "// options:";

  static Stream<Path> goldenFiles() throws Exception {
    Path folder = Path.of(requireNonNull(DiagnosticsTest.class.getResource("diagnostics")).toURI());
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(p -> p.toString().endsWith(".cl")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("goldenFiles")
  void theLogIsAsExpected(Path file) throws Exception {
    String text = Files.readString(file);
    String first = text.lines().findFirst().orElseThrow();
    assertTrue(first.startsWith(OPTIONS), file.toString());
    CompileRequest request =
        CompileRequest.of(file.getFileName().toString(), text)
            .withOptions(first.substring(OPTIONS.length()))
            .withHeader(
                "included.h", "#define SQUARE(x) ((x) * (x))\nint broken(int x) { return x +; }\n");
    String log = logOf(request);
    Path expected = file.resolveSibling(file.getFileName().toString().replace(".cl", ".expected"));
    if ("write".equals(System.getProperty("golden"))) {
      Path source =
          Path.of("src", "test", "resources", "dev", "barnacle", "frontend", "diagnostics");
      Files.writeString(source.resolve(expected.getFileName()), log);
    }
    assertEquals(Files.readString(expected), log);
  }

  private static String logOf(CompileRequest request) {
    try {
      return "built\n" + COMPILER.compile(request).log();
    } catch (CompileException e) {
      return "failed\n" + e.log();
    }
  }

  @Test
  void diagnosticsAreTakenApart() {
    CompileException e =
        assertThrows(
            CompileException.class,
            () ->
                COMPILER.compile(
                    CompileRequest.of("k.cl", "kernel void k(global int *p) {\n  *p = q;\n}\n")));
    assertEquals(
        List.of(
            new Diagnostic(
                Diagnostic.Severity.ERROR, "k.cl", 2, 8, "use of undeclared identifier 'q'")),
        e.diagnostics());
    assertEquals("k.cl:2:8: error: use of undeclared identifier 'q'", e.getMessage());
    assertTrue(e.log().contains("    2 |   *p = q;\n      |        ^"), e.log());
  }

  @Test
  void aFileOnDiskIsNamedAsTheUserNamedIt(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("with space.cl");
    Files.writeString(folder.resolve("part.h"), "int f(void) { return undefined_name; }\n");
    Files.writeString(file, "#include \"part.h\"\nkernel void k(global int *p) { *p = f(); }\n");
    CompileException e =
        assertThrows(CompileException.class, () -> COMPILER.compile(CompileRequest.of(file)));
    Diagnostic error = e.diagnostics().getFirst();
    assertEquals(folder.resolve("part.h").toString(), error.file());
    assertEquals(1, error.line());
    assertTrue(e.log().contains("In file included from " + file + ":1:"), e.log());
  }

  @Test
  void aMissingFileIsAnError(@TempDir Path folder) {
    Path file = folder.resolve("none.cl");
    CompileException e =
        assertThrows(CompileException.class, () -> COMPILER.compile(CompileRequest.of(file)));
    assertEquals(file + ": error: no such file", e.getMessage());
    CompileException directory =
        assertThrows(CompileException.class, () -> COMPILER.compile(CompileRequest.of(folder)));
    assertTrue(directory.log().startsWith(folder + ": error: cannot be read"), directory.log());
  }

  @Test
  void headersInMemoryComeBeforeThoseOnDisk(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("value.h"), "#define VALUE disk\n");
    Files.createDirectories(folder.resolve("sub"));
    Files.writeString(folder.resolve("sub").resolve("more.h"), "#define MORE 1\n");
    Path file = folder.resolve("k.cl");
    Files.writeString(
        file,
        """
        #include "value.h"
        #include <sub/own.h>
        #include "sub/more.h"
        kernel void k(global int *p) { *p = VALUE + OWN + MORE; }
        """);
    CompiledProgram program =
        COMPILER.compile(
            CompileRequest.of(file)
                .withHeader("value.h", "#define VALUE 1\n")
                .withHeader("sub/own.h", "#define OWN 2\n"));
    assertEquals(1, program.module().kernels().size());
  }

  @Test
  void aTextLooksForHeadersInItsFolder(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("value.h"), "#define VALUE 1\n");
    String text = "#include \"value.h\"\nkernel void k(global int *p) { *p = VALUE; }\n";
    COMPILER.compile(
        new CompileRequest(
            new CompileRequest.SourceText("k.cl", text, Optional.of(folder)),
            Map.of(),
            BuildOptions.NONE));
    assertThrows(CompileException.class, () -> COMPILER.compile(CompileRequest.of("k.cl", text)));
    COMPILER.compile(
        CompileRequest.of("k.cl", text).withOptions(BuildOptions.parse(List.of("-I" + folder))));
  }

  @Test
  void manyThreadsCompileAtOnce() throws Exception {
    try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
      List<Future<CompiledProgram>> running = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String text = "kernel void k%d(global float *p) { p[0] = sin(p[%d]); }".formatted(i, i);
        running.add(pool.submit(() -> COMPILER.compile(CompileRequest.of("k.cl", text))));
      }
      for (int i = 0; i < running.size(); i++) {
        assertEquals("k" + i, running.get(i).get().module().kernels().getFirst().name());
      }
    }
  }
}
