package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cli.CheckRunner.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The examples under {@code check}: the lessons' faults are found, and nothing else is. */
class CheckLessonsTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| \\[([\\w-]+)]\\([\\w.-]+\\) \\| .* \\| (.*) \\|$", Pattern.MULTILINE);

  private static List<Answer> checkAll(Path folder) throws IOException {
    List<String> options = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(f -> f.toString().endsWith(".json"))
          .sorted()
          .forEach(f -> options.addAll(List.of("--launch", f.toString())));
    }
    return CheckRunner.check(options);
  }

  /** README.md's table, and that each clean twin is clean. */
  private static Map<String, String> expected(Path folder) throws IOException {
    Map<String, String> expected = new TreeMap<>();
    Matcher rows = ROW.matcher(Files.readString(folder.resolve("README.md")));
    while (rows.find()) {
      expected.put(rows.group(1) + "-faulty", "faulty: " + rows.group(2));
      expected.put(rows.group(1) + "-clean", "clean: ");
    }
    return expected;
  }

  @Test
  void eachLessonsFaultIsFoundAndItsTwinIsClean() throws IOException {
    Path folder = CheckRunner.examples().resolve("check");
    Map<String, String> found = new TreeMap<>();
    for (Answer answer : checkAll(folder)) {
      found.put(answer.launch(), answer.verdict() + ": " + String.join(", ", answer.findings()));
    }
    assertEquals(lines(expected(folder)), lines(found));
  }

  private static String lines(Map<String, String> answers) {
    StringBuilder text = new StringBuilder();
    answers.forEach((name, answer) -> text.append(name).append(' ').append(answer).append('\n'));
    return text.toString();
  }

  @Test
  void theExamplesAreClean() throws IOException {
    for (Answer answer : checkAll(CheckRunner.examples())) {
      assertEquals("clean", answer.verdict(), () -> answer.launch() + answer.findings());
    }
  }
}
