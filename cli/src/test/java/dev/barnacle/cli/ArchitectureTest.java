package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The drawing in ARCHITECTURE.md is true: modules, the arrows between them, and what they export.
 */
class ArchitectureTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\w+)` \\| `[\\w.]+` \\|.*\\| ([\\w, ]+) \\|$", Pattern.MULTILINE);
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern REQUIRES =
      Pattern.compile("requires (?:static |transitive )*dev\\.barnacle\\.(\\w+);");
  private static final Pattern EXPORTS = Pattern.compile("exports ([\\w.]+)");
  private static final Pattern OWN_DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>dev\\.barnacle</groupId>\\s*<artifactId>(\\w+)</artifactId>"
              + "\\s*</dependency>");

  private static Path root() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("ARCHITECTURE.md")) ? here : here.resolve("..").normalize();
  }

  private static Map<String, Set<String>> drawing() throws IOException {
    Map<String, Set<String>> allowed = new TreeMap<>();
    Matcher rows = ROW.matcher(Files.readString(root().resolve("ARCHITECTURE.md")));
    while (rows.find()) {
      String uses = rows.group(2);
      allowed.put(
          rows.group(1),
          uses.equals("nothing") ? Set.of() : new TreeSet<>(List.of(uses.split(", "))));
    }
    return allowed;
  }

  private static Set<String> modules() throws IOException {
    return found(MODULE, Files.readString(root().resolve("pom.xml")));
  }

  private static String moduleInfo(String module) throws IOException {
    return Files.readString(root().resolve(module).resolve("src/main/java/module-info.java"));
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(r -> r.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void theTableListsTheModulesOfTheBuild() throws IOException {
    assertEquals(modules(), drawing().keySet());
  }

  @Test
  void eachModuleUsesOnlyWhatTheTableAllows() throws IOException {
    Map<String, Set<String>> allowed = drawing();
    for (String module : modules()) {
      Set<String> may = allowed.getOrDefault(module, Set.of());
      Set<String> required = found(REQUIRES, moduleInfo(module));
      assertTrue(may.containsAll(required), module + " requires " + required + ", may use " + may);
      Set<String> dependencies =
          found(OWN_DEPENDENCY, Files.readString(root().resolve(module).resolve("pom.xml")));
      assertTrue(
          may.containsAll(dependencies),
          module + " depends on " + dependencies + ", may use " + may);
    }
  }

  @Test
  void theArrowsGoOneWay() throws IOException {
    Map<String, Set<String>> left = drawing();
    while (!left.isEmpty()) {
      List<String> free =
          left.entrySet().stream()
              .filter(e -> e.getValue().stream().noneMatch(left::containsKey))
              .map(Map.Entry::getKey)
              .toList();
      assertFalse(free.isEmpty(), "a cycle among " + left.keySet());
      free.forEach(left::remove);
    }
  }

  @Test
  void internalPackagesAreClosed() throws IOException {
    for (String module : modules()) {
      for (String exported : found(EXPORTS, moduleInfo(module))) {
        assertFalse(exported.contains(".internal"), module + " exports " + exported);
      }
    }
  }
}
