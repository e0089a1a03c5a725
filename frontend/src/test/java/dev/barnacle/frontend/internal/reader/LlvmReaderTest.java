package dev.barnacle.frontend.internal.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.ir.Module;
import dev.barnacle.ir.text.IrPrinter;
import dev.barnacle.ir.verify.Verifier;
import dev.barnacle.llvm.LlvmContext;
import dev.barnacle.llvm.LlvmModule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * LLVM IR beside the IR that it is read into. With the system property {@code golden.write} set to
 * a folder, the results are written there instead.
 */
class LlvmReaderTest {
  private static final String HEADER =
      """
      target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
      target triple = "spir64"
      """;

  static String resource(String name) throws IOException {
    try (InputStream in = LlvmReaderTest.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no test resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static Module read(String text) throws FrontendException {
    try (LlvmContext context = LlvmContext.create();
        LlvmModule module = LlvmModule.parseText(context, "test", HEADER + text)) {
      return LlvmReader.read(module, "test");
    }
  }

  static void assertGolden(String name, String actual) throws IOException {
    String folder = System.getProperty("golden.write");
    if (folder != null) {
      Files.writeString(Path.of(folder, name), actual);
      return;
    }
    assertEquals(resource(name), actual);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"odd-integers", "aggregates", "intrinsics", "reductions", "atomics", "choices"})
  void readsWhatTheGoldenFileSays(String name) throws IOException, FrontendException {
    Module module = read(resource(name + ".ll"));
    assertEquals(List.of(), Verifier.verify(module));
    assertGolden(name + ".ir", IrPrinter.print(module));
  }

  @Test
  void reportsAllErrorsAtOnceEachOnce() throws IOException {
    String text = resource("errors.ll");
    FrontendException thrown = assertThrows(FrontendException.class, () -> read(text));
    assertGolden("errors.txt", thrown.getMessage() + "\n");
  }
}
