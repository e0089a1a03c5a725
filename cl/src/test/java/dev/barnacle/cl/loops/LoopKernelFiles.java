package dev.barnacle.cl.loops;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Writes random kernels into files, for the digest of what the engine emits ({@code LlvmTextDigest}
 * of module {@code simd}): {@code -Dbarnacle.test.loops=N} of them into {@code
 * -Dbarnacle.digest.more=FOLDER}. It is no test, so it runs only where it is named.
 */
class LoopKernelFiles {
  private static final int SOME = 256;

  @Test
  void write() throws IOException {
    String folder = System.getProperty("barnacle.digest.more");
    assertFalse(folder == null || folder.isEmpty(), "-Dbarnacle.digest.more=FOLDER says where to");
    Files.createDirectories(Path.of(folder));
    for (long seed = 0; seed < Long.getLong("barnacle.test.loops", SOME); seed++) {
      LoopKernel kernel = LoopKernel.of(seed);
      Files.writeString(Path.of(folder, kernel.name() + ".cl"), kernel.openClText());
    }
  }
}
