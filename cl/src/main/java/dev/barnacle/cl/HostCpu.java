package dev.barnacle.cl;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** What the system says of the processor. */
final class HostCpu {
  private static final String CPUINFO = "/proc/cpuinfo";
  private static final String MODEL = "model name";

  /** The first processor's lines are shorter. */
  private static final int MAX_BYTES = 8192;

  private HostCpu() {}

  /** Returns the processor's model where the system tells it, else its architecture. */
  static String name() {
    // A stream, not a channel with lines: that takes milliseconds in a new process.
    try (FileInputStream in = new FileInputStream(CPUINFO)) {
      String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
      int model = text.startsWith(MODEL) ? 0 : text.indexOf("\n" + MODEL) + 1;
      int end = text.indexOf('\n', model);
      if (text.startsWith(MODEL, model) && end >= 0) {
        return text.substring(text.indexOf(':', model) + 1, end).strip();
      }
    } catch (IOException e) {
      // no Linux
    }
    return System.getProperty("os.arch");
  }
}
