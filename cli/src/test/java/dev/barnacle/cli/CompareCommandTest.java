package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code barnacle compare}: what it finds, and that what it finds is so. */
class CompareCommandTest {
  private static CommandRunner.Result compare(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "compare";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return CommandRunner.run(all);
  }

  /** The text fields of each object. */
  private static List<Map<String, String>> objects(String json) throws IOException {
    List<Map<String, String>> objects = new ArrayList<>();
    for (String line : json.lines().toList()) {
      Map<String, String> fields = new TreeMap<>();
      try (JsonParser parser = new JsonFactory().createParser(line)) {
        for (JsonToken t = parser.nextToken(); t != null; t = parser.nextToken()) {
          if (t.isScalarValue() && parser.currentName() != null) {
            fields.put(parser.currentName(), parser.getText());
          }
        }
      }
      objects.add(fields);
    }
    return objects;
  }

  private static List<Map<String, String>> differences(String... arguments) throws IOException {
    CommandRunner.Result result = compare(arguments);
    List<Map<String, String>> found = objects(result.out());
    found.removeIf(f -> !f.containsKey("program"));
    assertEquals(found.isEmpty() ? ExitStatus.OK : ExitStatus.FINDINGS, result.status());
    assertEquals("", result.err());
    return found;
  }

  @ParameterizedTest
  @CsvSource({
    "sc, rc11, 3, false",
    "opencl-scoped, opencl-3.1, 2, true",
    "rc11, c11, 3, false",
  })
  void everyTestShowsItsDifference(
      String first, String second, String size, boolean some, @TempDir Path folder)
      throws IOException {
    List<Map<String, String>> found = differences(first, second, "--size", size, "--json");
    assertTrue(!some || !found.isEmpty());
    for (Map<String, String> difference : found) {
      Path file = folder.resolve(member(difference, "name") + ".litmus");
      Files.writeString(file, member(difference, "program"));
      Map<String, String> allows = litmus(file, member(difference, "allowed_by"));
      Map<String, String> forbids = litmus(file, member(difference, "forbidden_by"));
      if (member(difference, "kind").equals("state")) {
        assertEquals("true", member(allows, "condition_holds"), member(difference, "program"));
        assertEquals("false", member(forbids, "condition_holds"), member(difference, "program"));
        assertEquals(member(difference, "race_free"), member(forbids, "race_free"));
      } else {
        assertEquals("false", member(allows, "race_free"), member(difference, "program"));
        assertEquals("true", member(forbids, "race_free"), member(difference, "program"));
      }
    }
  }

  private static String member(Map<String, String> object, String name) {
    return Objects.requireNonNull(object.get(name), name);
  }

  private static Map<String, String> litmus(Path file, String model) throws IOException {
    return objects(CommandRunner.run("litmus", "--json", "--model", model, file.toString()).out())
        .get(0);
  }

  @Test
  void findsThatScopesMayDifferInOpenCl31() throws IOException {
    List<Map<String, String>> found =
        differences("opencl-scoped", "opencl-3.1", "--size=2", "--json");
    assertEquals(9, found.size()); // three pairs of scopes for three pairs of accesses
    assertTrue(found.stream().allMatch(d -> member(d, "kind").equals("data-race")));
    assertTrue(found.stream().allMatch(d -> member(d, "axiom").equals("O-Dr")));
    assertTrue(found.stream().allMatch(d -> member(d, "allowed_by").equals("opencl-scoped")));
  }

  /** All tests of up to four operations: MP, S, SB, R and 2+2W of the literature; LB is not. */
  @Test
  void findsTheFamilyOfStoreBuffering() throws IOException {
    Set<String> conditions = new HashSet<>();
    for (Map<String, String> d : differences("sc", "rc11", "--size=4", "--json")) {
      if (member(d, "kind").equals("state")) {
        assertEquals("rc11", member(d, "allowed_by"));
        assertEquals("Sc", member(d, "axiom"));
        String program = member(d, "program");
        conditions.add(program.substring(program.indexOf("exists")).strip());
      }
    }
    assertEquals(
        Set.of(
            "exists (0:r0=1 /\\ 0:r1=0)",
            "exists (0:r0=1 /\\ y=2)",
            "exists (0:r0=0 /\\ 1:r0=0)",
            "exists (0:r0=0 /\\ x=1)",
            "exists (x=1 /\\ y=2)"),
        conditions);
  }

  @Test
  void doesNotDependOnWhichModelComesFirst() throws IOException {
    Set<String> programs = new HashSet<>();
    differences("opencl-scoped", "opencl-3.1", "--size=2", "--json")
        .forEach(d -> programs.add(body(member(d, "program"))));
    Set<String> turned = new HashSet<>();
    differences("opencl-3.1", "opencl-scoped", "--size=2", "--json")
        .forEach(d -> turned.add(body(member(d, "program"))));
    assertEquals(programs, turned);
  }

  private static String body(String program) {
    return program.substring(program.indexOf('{'), program.indexOf("exists"));
  }

  /** Tests of two threads: with the threads exchanged none is another one. */
  @Test
  void printsSymmetricTestsOnce() throws IOException {
    Set<String> seen = new HashSet<>();
    for (Map<String, String> d : differences("opencl-scoped", "opencl-3.1", "--size=2", "--json")) {
      String body = body(member(d, "program"));
      int second = body.indexOf("\nP1");
      int first = body.indexOf("\nP0");
      String turned = plain(body.substring(second)) + plain(body.substring(first, second));
      assertTrue(seen.add(plain(body.substring(first))), body);
      assertTrue(
          plain(body.substring(first)).equals(turned) || !seen.contains(turned), "twice: " + body);
    }
  }

  /** Without the names of threads, groups and values. */
  private static String plain(String text) {
    return text.replaceAll("P\\d@.*?\\(global", "(global").replaceAll("x, \\d", "x");
  }

  @Test
  void equalModelsHaveNoDifference(@TempDir Path folder) throws IOException {
    CommandRunner.Result same = compare("c11", "c11", "--size=3");
    assertEquals(ExitStatus.OK, same.status());
    assertEquals(
        "no difference: 497 program shapes, 2381 executions looked at, all of size <= 3\n",
        same.out());
    Path copy = folder.resolve("mine.cat");
    Files.writeString(copy, "include \"opencl-3.1.cat\"\n");
    assertEquals(ExitStatus.OK, compare(copy.toString(), "opencl-3.1", "--size=3").status());
  }

  @Test
  void takesModelsOfTheUser(@TempDir Path folder) throws IOException {
    Path mine = folder.resolve("mine.cat");
    Files.writeString(mine, "include \"sc.cat\"\nempty rf & ext & (W * R) \\ (I * _) as Alone\n");
    List<Map<String, String>> found = differences("sc", mine.toString(), "--size=2", "--json");
    assertFalse(found.isEmpty());
    for (Map<String, String> difference : found) {
      assertEquals("sc", member(difference, "allowed_by"));
      assertEquals("mine", member(difference, "forbidden_by"));
      assertEquals("Alone", member(difference, "axiom"));
    }
  }

  @Test
  void writesTestsAndPictures(@TempDir Path folder) throws IOException {
    Path mine = folder.resolve("mine.cat");
    Files.writeString(mine, "include \"sc.cat\"\nempty rf & ext & (W * R) \\ (I * _) as Alone\n");
    Path out = folder.resolve("out");
    compare("sc", mine.toString(), "--size=2", "--count=1", "--out", out.toString());
    try (Stream<Path> files = Files.list(out)) {
      assertEquals(
          List.of(
              "sc-mine-2-1.litmus",
              "sc-mine-2-1.mine.forbidden.dot",
              "sc-mine-2-1.mine.forbidden.svg",
              "sc-mine-2-1.sc.witness.dot",
              "sc-mine-2-1.sc.witness.svg"),
          files.map(f -> String.valueOf(f.getFileName())).sorted().toList());
    }
  }

  @Test
  void saysHowFarItCame() {
    CommandRunner.Result counted = compare("opencl-3.1", "opencl", "--size=2", "--count=2");
    assertEquals(ExitStatus.FINDINGS, counted.status());
    assertTrue(counted.out().contains("all of size <= 1, not all of size 2\n"), counted::out);
    CommandRunner.Result stopped = compare("sc", "rc11", "--timeout=0.000001");
    assertEquals(ExitStatus.OK, stopped.status());
    assertTrue(stopped.out().endsWith("looked at, no size completely\n"), stopped::out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "c11 scc # there is no model 'scc'; did you mean 'sc'?",
        "c11 none.cat # none.cat",
        "c11 # MODEL",
        "c11 sc --size=0 # --size is 1 to 8",
        "c11 sc --size=9 # --size is 1 to 8",
        "c11 sc --count=0 # --count is at least 1",
        "c11 sc --timeout=0 # --timeout is above 0",
        "c11 sc --language=Rust # --language",
      })
  void refusesBadInput(String arguments, String message) {
    CommandRunner.Result result = compare(arguments.split(" "));
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertTrue(result.err().contains("error: "), result::err);
    assertTrue(result.err().contains(message), result::err);
    assertEquals(1, result.err().lines().count(), result::err);
    assertNotEquals("", message);
  }
}
