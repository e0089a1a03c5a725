package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@code check} finds in its lessons, {@code explore} finds as well, or refuses to look at.
 */
class ExploreLessonsTest {
  private static final Path FOLDER = CheckRunner.examples().resolve("check");

  /**
   * 64 work-items that each read a flag have 2^64 executions; others meet, lock or reserve packets
   * in any order.
   */
  private static final Set<String> TOO_MANY =
      Set.of(
          "06-message-passing-clean",
          "06-message-passing-faulty",
          "07-fence-flags-clean",
          "07-fence-flags-faulty",
          "23-mixed-atomic-faulty",
          "33-uncommitted-reservation-clean",
          "33-uncommitted-reservation-faulty",
          "34-committed-by-each-clean",
          "34-committed-by-each-faulty",
          "35-failed-reservation-clean",
          "35-failed-reservation-faulty",
          "36-packet-out-of-range-clean",
          "36-packet-out-of-range-faulty",
          "48-grid-barrier-clean",
          "48-grid-barrier-faulty",
          "49-lock-order-clean",
          "49-lock-order-faulty");

  /** Kinds of check that explore has another name for: a race of commands is a data race, too. */
  private static final Map<String, String> NAMES =
      Map.of("no-progress", "hang", "command-race", "data-race");

  /** What explore does not look for: see the guide. */
  private static final Set<String> NOT_LOOKED_FOR =
      Set.of(
          "30-uninitialized-global-faulty",
          "31-invalid-argument-faulty",
          "45-sub-group-broadcast-faulty",
          "46-cluster-size-faulty");

  private static List<String> launches() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(Path::toString)
          .filter(f -> f.endsWith(".json"))
          .filter(f -> !TOO_MANY.contains(name(f)) && !NOT_LOOKED_FOR.contains(name(f)))
          .sorted()
          .toList();
    }
  }

  private static String name(String file) {
    return Path.of(file).getFileName().toString().replace(".json", "");
  }

  private static List<Json.Obj> run(String command, List<String> launches) {
    List<String> arguments = new ArrayList<>(List.of(command, "--json"));
    arguments.addAll(launches);
    StringWriter out = new StringWriter();
    PrintWriter err = new PrintWriter(new StringWriter());
    Main.run(new PrintWriter(out, true), err, arguments.toArray(String[]::new));
    return out.toString().lines().map(line -> (Json.Obj) JsonReader.read("out", line)).toList();
  }

  private static Set<String> kinds(Json.Obj line, String member) {
    Set<String> kinds = new TreeSet<>();
    for (Json each : ((Json.Array) line.require(member)).elements()) {
      String kind = ((Json.Text) ((Json.Obj) each).require("kind")).text();
      kinds.add(NAMES.getOrDefault(kind, kind));
    }
    return kinds;
  }

  @Test
  void theKindsAreThoseOfCheck() throws IOException {
    List<String> launches = launches();
    List<Json.Obj> checked = run("check", launches);
    List<Json.Obj> explored = run("explore", launches);
    List<String> wrong = new ArrayList<>();
    int answered = 0;
    for (int i = 0; i < launches.size(); i++) {
      if (((Json.Text) explored.get(i).require("verdict")).text().equals("error")) {
        continue;
      }
      answered++;
      Set<String> expected = kinds(checked.get(i), "findings");
      Set<String> found = kinds(explored.get(i), "faults");
      if (!expected.equals(found)) {
        wrong.add(name(launches.get(i)) + ": check " + expected + ", explore " + found);
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(answered > 55, () -> "too few are answered");
  }
}
