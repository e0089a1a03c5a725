package dev.barnacle.spark;

import dev.barnacle.cli.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Runs {@code barnacle campaign} in this process. */
final class Campaigns {
  private Campaigns() {}

  /**
   * What a command did.
   *
   * @param status its exit status
   * @param out what it printed
   * @param err errors and notes
   */
  record Result(int status, String out, String err) {
    String timeless() {
      return status + "\n" + out.replaceAll("\"seconds\":[-+.\\dE]+", "");
    }
  }

  static Result run(Path plan, String... options) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words =
        Stream.concat(Stream.of("campaign", plan.toString(), "--json"), Stream.of(options))
            .toArray(String[]::new);
    int status = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), words);
    return new Result(status, out.toString(), err.toString());
  }
}
