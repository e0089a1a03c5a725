package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of the kernels of {@code examples/explore} has each with an execution: the pictures are
 * what {@code explore --graphs} draws. With {@code -Dbarnacle.test.renew=true} they are written
 * anew.
 */
class ExploreGalleryTest {
  private static final Path EXAMPLES = CheckRunner.examples().resolve("explore");
  private static final Path DOCS = CheckRunner.examples().resolveSibling("docs");
  private static final Path PICTURES = DOCS.resolve("pictures").resolve("explore");
  private static final boolean RENEW = Boolean.getBoolean("barnacle.test.renew");
  private static final Pattern SOURCE = Pattern.compile("\"source\": \"([^\"]*)\"");
  private static final Pattern KERNEL = Pattern.compile("\"kernel\": \"([^\"]*)\"");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Test
  void eachKernelHasAnExecutionOfItsOwn() throws IOException {
    StringBuilder page =
        new StringBuilder(
            """
            # The kernels of `examples/explore`, with an execution each

            A faulty kernel is shown with an execution that has the fault, a correct one with one of its executions.
            `barnacle explore examples/explore/NAME.json --graphs DIR` draws all of them.
            [`expected.csv`](../examples/explore/expected.csv) has the assertions that were decided. `rf`: who
            reads from whom; `mo`: modification order as far as it is decided; in red: the two ends of a data race.
            """);
    for (ExploreExamplesTest.Row row : ExploreExamplesTest.rows()) {
      page.append(section(row));
    }
    same(DOCS.resolve("explore-examples.md"), page.toString());
  }

  private String section(ExploreExamplesTest.Row row) throws IOException {
    String launch = row.toString().replace(".json", "");
    String json = Files.readString(EXAMPLES.resolve(row.toString()));
    Matcher source = SOURCE.matcher(json);
    assertTrue(source.find(), launch);
    List<String> kernels = new ArrayList<>();
    KERNEL.matcher(json).results().forEach(m -> kernels.add(m.group(1)));
    same(PICTURES.resolve(launch + ".svg"), Files.readString(picture(row)));
    StringBuilder text = new StringBuilder("\n## " + launch + "\n\n");
    String comment = comment(source.group(1), kernels.getLast());
    text.append(comment.isEmpty() ? "" : comment + "\n\n");
    String found = row.fault().isEmpty() ? row.verdict() : row.fault().replace('-', ' ');
    text.append(
        "[`%s`](../examples/explore/%s): **%s**"
            .formatted(String.join("`, `", kernels), source.group(1), found));
    text.append(".\n\n![%s](pictures/explore/%s.svg)\n".formatted(launch, launch));
    return text.toString();
  }

  /** What stands before a kernel in the source. */
  private static String comment(String source, String kernel) throws IOException {
    List<String> comment = new ArrayList<>();
    for (String line : Files.readAllLines(EXAMPLES.resolve(source))) {
      if (line.startsWith("kernel void " + kernel + "(")) {
        return String.join("\n", comment);
      }
      if (line.startsWith("// ")) {
        comment.add(line.substring(3));
      } else {
        comment.clear();
      }
    }
    throw new AssertionError("no kernel " + kernel);
  }

  /** Draws a launch by one thread, so that it is the same execution each time. */
  private Path picture(ExploreExamplesTest.Row row) throws IOException {
    Path drawn = Files.createDirectory(folder.resolve(row.toString()));
    List<String> arguments = new ArrayList<>(List.of("explore", "--jobs", "1", "--graphs"));
    arguments.addAll(List.of(drawn.toString(), row.file().toString()));
    StringWriter out = new StringWriter();
    Main.run(
        new PrintWriter(out, true), new PrintWriter(out, true), arguments.toArray(String[]::new));
    try (Stream<Path> files = Files.list(drawn)) {
      return files
          .filter(f -> f.toString().endsWith(".svg"))
          .min(Comparator.comparing(f -> (f.toString().contains(".state-") ? "b" : "a") + f))
          .orElseThrow(() -> new AssertionError(row + ": " + out));
    }
  }

  private static void same(Path file, String text) throws IOException {
    if (RENEW) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    assertEquals(Files.readString(file), text, () -> file + " is not as explore has it");
  }
}
