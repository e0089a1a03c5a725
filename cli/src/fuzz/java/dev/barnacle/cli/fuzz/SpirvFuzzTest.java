package dev.barnacle.cli.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.barnacle.cli.Main;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.spirv.SpirvCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A coverage-guided fuzzer of SPIR-V: each module is translated to LLVM IR, or refused with the
 * declared exception.
 */
final class SpirvFuzzTest {
  static Stream<byte[]> seeds() throws IOException {
    Path folder = Files.createTempDirectory("barnacle-seeds");
    try (Stream<Path> files = Files.list(Path.of("../examples"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".cl")).sorted().toList()) {
        String module = folder.resolve(file.getFileName() + ".spv").toString();
        PrintWriter out = new PrintWriter(Writer.nullWriter());
        int unused = Main.run(out, out, "compile", file.toString(), "-o", module);
      }
    }
    return Seeds.files(".spv", folder);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "5m")
  void isTranslatedOrRefused(byte[] data) {
    try {
      byte[] unused = SpirvCompiler.compile("m.spv", data, Map.of());
    } catch (FrontendException e) {
      if (String.valueOf(e.getMessage()).isBlank()) {
        throw new AssertionError("an error without a reason", e);
      }
    }
  }
}
