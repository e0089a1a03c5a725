package dev.barnacle.cl.loops;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that says which kernel is run, also when that ends the process or never ends. */
final class LastKernel {
  private static final int BYTES = 160;

  private final MappedByteBuffer text;

  /** Makes the file {@code loop-kernel.txt} in this folder. */
  LastKernel(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (FileChannel file =
        FileChannel.open(
            folder.resolve("loop-kernel.txt"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      this.text = file.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
    }
  }

  void is(LoopKernel kernel, Setup setup) {
    String line = "seed " + kernel.seed() + ": " + setup;
    String padded = line + " ".repeat(Math.max(0, BYTES - 1 - line.length())) + "\n";
    text.put(0, padded.getBytes(StandardCharsets.US_ASCII), 0, BYTES);
  }
}
