package dev.barnacle.frontend.internal.reader;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.CompileException;
import dev.barnacle.frontend.CompileRequest;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.OpenClCompiler;
import dev.barnacle.frontend.PrivateVariables;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.ir.verify.Verifier;
import dev.barnacle.llvm.module.LlvmContext;
import dev.barnacle.llvm.module.LlvmModule;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs and what they are read into. Beside each {@code llvm/NAME.ll} (LLVM IR without its
 * header) and each {@code opencl/NAME.cl} (the build options stand in its first line, and {@code //
 * watched} in the second one where somebody looks for faults) lies the IR or the errors that it
 * must give: {@code NAME.expected}. With {@code -Dgolden=write} the test writes those files and
 * fails.
 */
class LlvmReaderTest {
  private static final String HEADER =
      """
      target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
      target triple = "spir64"
      """;

  private static final String OPTIONS = "// options:";

  private static List<Path> files(String folder, String extension)
      throws IOException, URISyntaxException {
    Path path = Path.of(requireNonNull(LlvmReaderTest.class.getResource(folder)).toURI());
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(file -> file.toString().endsWith(extension)).sorted().toList();
    }
  }

  static List<Path> llvmFiles() throws IOException, URISyntaxException {
    return files("llvm", ".ll");
  }

  static List<Path> openClFiles() throws IOException, URISyntaxException {
    return files("opencl", ".cl");
  }

  @ParameterizedTest
  @MethodSource("llvmFiles")
  void readsLlvmIr(Path file) throws IOException {
    assertGolden(file, "llvm", readLlvm(Files.readString(file)));
  }

  @ParameterizedTest
  @MethodSource("openClFiles")
  void readsWhatClangMakesOfOpenClC(Path file) throws Exception {
    assertGolden(file, "opencl", readOpenCl(file));
  }

  private static String readLlvm(String text) {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "test", HEADER + text)) {
      return print(LlvmReader.read(module, "test"));
    } catch (FrontendException e) {
      return e.getMessage() + "\n";
    }
  }

  private static String readOpenCl(Path file) throws Exception {
    String text = Files.readString(file);
    String first = text.lines().findFirst().orElseThrow();
    assertTrue(first.startsWith(OPTIONS), file.toString());
    CompileRequest request =
        CompileRequest.of(file.getFileName().toString(), text)
            .withOptions(first.substring(OPTIONS.length()))
            .withVariables(
                text.lines().skip(1).findFirst().orElseThrow().equals("// watched")
                    ? PrivateVariables.WHOLE_VALUES
                    : PrivateVariables.VALUES);
    try {
      return print(OpenClCompiler.withoutCache().compile(request).module());
    } catch (CompileException e) {
      return e.log();
    }
  }

  private static String print(Module module) {
    assertEquals(List.of(), Verifier.verify(module));
    return IrPrinter.print(module);
  }

  private static void assertGolden(Path file, String folder, String actual) throws IOException {
    String name = file.getFileName().toString().replaceAll("\\.[a-z]+$", ".expected");
    if ("write".equals(System.getProperty("golden"))) {
      Path sources =
          Path.of("src/test/resources/dev/barnacle/frontend/internal/reader").resolve(folder);
      Files.writeString(sources.resolve(name), actual);
    }
    assertEquals(Files.readString(file.resolveSibling(name)), actual);
  }
}
