package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the first check of a kernel finds, with no arguments: of forty kernels with a bug each, as
 * real programs have them, and of forty right ones, in {@code firstcheck}. A faulty kernel's first
 * line says of which kinds a finding is and which of the lines it names.
 */
class FirstCheckTest {
  /** Bugs that a check with no arguments does not find. */
  private static final Set<String> MISSED =
      Set.of("histogram-wide-values", "reverse-tail", "scan-next-block");

  private static final int MOST_FINDINGS = 2;
  private static final Pattern EXPECTED = Pattern.compile("// expected: (.+); in lines ([\\d, ]+)");

  private static final Path FOLDER =
      Path.of("src", "test", "resources", "dev", "barnacle", "cli", "firstcheck");

  @Test
  void bugsAreFoundWithNoArguments() {
    Map<String, Json.Obj> answers = check("faulty");
    assertEquals(40, answers.size());
    Set<String> missed = named(answers, answer -> !isFound(answer));
    Set<String> often = named(answers, a -> a.require("findings").asArray().size() > MOST_FINDINGS);
    assertAll(
        () -> assertEquals(new TreeSet<>(MISSED), missed), () -> assertEquals(Set.of(), often));
  }

  @Test
  void rightKernelsAreClean() {
    Map<String, Json.Obj> answers = check("right");
    assertEquals(40, answers.size());
    Set<String> accused =
        named(answers, answer -> !answer.require("verdict").asText().equals("clean"));
    assertEquals(Set.of(), accused);
  }

  private static Set<String> named(Map<String, Json.Obj> answers, Predicate<Json.Obj> which) {
    return answers.entrySet().stream()
        .filter(e -> which.test(e.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the answers by the names of the files, each of which has one kernel. */
  private static Map<String, Json.Obj> check(String folder) {
    Map<String, Json.Obj> answers = new TreeMap<>();
    CommandRunner.run("check", "--json", FOLDER.resolve(folder).toString())
        .out()
        .lines()
        .map(line -> JsonReader.read("out", line).asObject())
        .forEach(answer -> answers.put(name(answer), answer));
    return answers;
  }

  private static String name(Json.Obj answer) {
    return String.valueOf(Path.of(answer.require("source").asText()).getFileName())
        .replace(".cl", "");
  }

  /** Returns whether a finding is of an expected kind and names an expected line. */
  private static boolean isFound(Json.Obj answer) {
    Matcher expected = expected(Path.of(answer.require("source").asText()));
    List<String> kinds = List.of(expected.group(1).split(" or "));
    Set<Long> lines =
        Arrays.stream(expected.group(2).split(", ")).map(Long::valueOf).collect(Collectors.toSet());
    return answer.require("findings").asArray().stream()
        .map(Json::asObject)
        .filter(f -> kinds.contains(f.require("kind").asText()))
        .flatMap(f -> lines(f))
        .anyMatch(lines::contains);
  }

  private static Stream<Long> lines(Json.Obj finding) {
    return finding.require("accesses").asArray().stream()
        .map(a -> Objects.requireNonNull(a.asObject().get("line")).asLong());
  }

  private static Matcher expected(Path file) {
    try {
      Matcher expected = EXPECTED.matcher(Files.readAllLines(file).getFirst());
      assertEquals(true, expected.matches(), file::toString);
      return expected;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
