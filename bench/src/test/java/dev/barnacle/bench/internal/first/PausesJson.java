package dev.barnacle.bench.internal.first;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/** What {@code bench --pauses} prints of Barnacle and of a platform that fails. */
public final class PausesJson {
  private PausesJson() {}

  /** Returns all lines, for people or as JSON. */
  public static String report(boolean json) {
    Pauses.Measured broken = new Pauses.Measured(new Installed("broken", Path.of("none")));
    broken.add(FirstProcess.read(List.of("error its process crashed (signal 11)")));
    StringWriter out = new StringWriter();
    new Pauses(3, 1, false)
        .print(List.of(PausesTest.three("Barnacle"), broken), new PrintWriter(out, true), json);
    return out.toString();
  }
}
