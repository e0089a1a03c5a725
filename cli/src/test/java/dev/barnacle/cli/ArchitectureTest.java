package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The drawing in ARCHITECTURE.md is true: modules, the arrows between them, and what they export.
 * So is what each room of a module says that it uses ({@link Rooms}); no package and no knot of
 * classes that refer to each other is large, but for those that are listed here with a reason.
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
          "<dependency>\\s*<groupId>dev\\.barnacle</groupId>"
              + "\\s*<artifactId>barnacle-(\\w+)</artifactId>\\s*</dependency>");
  private static final Pattern OWN_ARTIFACT =
      Pattern.compile("</parent>\\s*<artifactId>([\\w-]+)</artifactId>");

  /** Modules that are cut into rooms. */
  private static final Set<String> CUT =
      Set.of(
          "frontend",
          "simd",
          "explore",
          "llvm",
          "icd",
          "watch",
          "cl",
          "model",
          "command",
          "bench",
          "cli");

  /** Modules that are none of Java's, as what they use is not. */
  private static final Set<String> ON_CLASS_PATH = Set.of("spark");

  /** Modules that need not have been compiled: one has no class, one comes behind this one. */
  private static final Set<String> NOT_COMPILED = Set.of("api", "spark");

  private static final int MOST_CLASSES = 30;
  private static final int MOST_IN_KNOT = 12;
  private static final int MOST_LINES = 500;

  /**
   * Why something may be larger.
   *
   * @param most how large it is at most
   */
  private record Excuse(int most, String reason) {}

  /** Packages with more classes. */
  private static final Map<String, Excuse> LARGE_PACKAGES =
      Map.of(
          "dev.barnacle.ir", new Excuse(80, "a catalogue: a class for each instruction and type"),
          "dev.barnacle.cl",
              new Excuse(90, "the API: a class for each object and value of OpenCL"));

  /** Modules with a larger knot, one each. */
  private static final Map<String, Excuse> LARGE_KNOTS =
      Map.of(
          "ir", new Excuse(60, "sealed types name what they permit; values have users and types"),
          "cl", new Excuse(60, "objects of the API give each other out: a queue its context, …"));

  /** Modules whose rooms know nothing of the objects of their API. */
  private static final Set<String> API_APART = Set.of("cl", "simd");

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
    String pom = Files.readString(root().resolve("pom.xml"));
    return found(MODULE, pom.substring(0, pom.indexOf("</modules>"))); // without those of profiles
  }

  private static String moduleInfo(String module) throws IOException {
    return ON_CLASS_PATH.contains(module)
        ? ""
        : Files.readString(root().resolve(module).resolve("src/main/java/module-info.java"));
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
  void artifactsAreNamedAfterModules() throws IOException {
    for (String module : modules()) {
      String pom = Files.readString(root().resolve(module).resolve("pom.xml"));
      String artifact = module.equals("api") ? "barnacle" : "barnacle-" + module;
      assertEquals(Set.of(artifact), found(OWN_ARTIFACT, pom));
    }
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

  @Test
  void roomsUseWhatTheySay() throws IOException {
    Set<String> withRooms = new TreeSet<>();
    for (String module : modules()) {
      Rooms rooms = Rooms.of(root(), module);
      if (rooms.mayUse().isEmpty()) {
        continue;
      }
      withRooms.add(module);
      assertEquals(Set.of(), rooms.unknown(), module + ": no such rooms");
      assertEquals(Set.of(), rooms.circle(), module + ": rooms that use each other");
      assertEquals(List.of(), rooms.forbidden(), "see May use in package-info.java");
      Set<String> internal = new TreeSet<>(rooms.sizes().keySet());
      internal.removeIf(name -> !name.contains(".internal"));
      internal.removeAll(rooms.packages().values());
      assertEquals(Set.of(), internal, module + ": packages that don't say what they may use");
    }
    assertTrue(withRooms.containsAll(CUT), withRooms + " have rooms, not all of " + CUT);
  }

  /** A sentence in another form would be read by nobody. */
  @Test
  void whatRoomsMayUseIsSaidInOneForm() throws IOException {
    for (String module : modules()) {
      long said = 0;
      for (Path info : Rooms.files(root().resolve(module).resolve("src"), "package-info.java")) {
        String text = Files.readString(info);
        said += text.contains("May use") ? 1 : 0;
        String name = String.valueOf(info.getParent()).replaceAll(".*/java/", "").replace('/', '.');
        assertTrue(text.contains("package " + name + ";"), info + " names another package");
      }
      assertEquals(said, Rooms.of(root(), module).mayUse().size(), module);
    }
  }

  @Test
  void theTableListsTheRoomsFromTheGroundUp() throws IOException {
    String page = Files.readString(root().resolve("ARCHITECTURE.md"));
    String table = page.substring(page.indexOf("## Rooms"), page.indexOf("## Rules"));
    Map<String, List<String>> listed = new TreeMap<>();
    Matcher rows = Pattern.compile("\\n\\| `(\\w+)` \\| `(.*)` \\|").matcher(table);
    while (rows.find()) {
      listed.put(rows.group(1), List.of(rows.group(2).split("`, `")));
    }
    for (String module : modules()) {
      Map<String, Set<String>> rooms = Rooms.of(root(), module).mayUse();
      List<String> row = listed.getOrDefault(module, List.of());
      assertEquals(rooms.keySet(), new TreeSet<>(row), module);
      for (int i = 0; i < row.size(); i++) {
        Set<String> above = new TreeSet<>(row.subList(i, row.size()));
        above.retainAll(rooms.getOrDefault(row.get(i), Set.of()));
        assertEquals(Set.of(), above, module + "'s " + row.get(i) + " stands before these");
      }
    }
  }

  /** Rooms may use values of the API, such as error codes; its objects use them, not they these. */
  @Test
  void whatIsBehindTheApiDoesNotKnowIt() throws IOException {
    for (String module : API_APART) {
      for (Set<String> knot : Rooms.of(root(), module).knots()) {
        Set<Boolean> isInternal =
            knot.stream().map(name -> name.contains(".internal.")).collect(Collectors.toSet());
        assertEquals(1, isInternal.size(), module + ": the API and what is behind it: " + knot);
      }
    }
  }

  @Test
  void packagesAreSmall() throws IOException {
    Map<String, Integer> large = new TreeMap<>();
    for (String module : modules()) {
      Map<String, Long> sizes = Rooms.of(root(), module).sizes();
      assertFalse(
          sizes.isEmpty() && !NOT_COMPILED.contains(module), module + " has not been compiled");
      sizes.forEach((name, size) -> large.put(name, size.intValue()));
    }
    large.values().removeIf(size -> size <= MOST_CLASSES);
    excused(large, LARGE_PACKAGES);
  }

  @Test
  void knotsAreSmall() throws IOException {
    Map<String, Integer> large = new TreeMap<>();
    for (String module : modules()) {
      for (Set<String> knot : Rooms.of(root(), module).knots()) {
        if (knot.size() > MOST_IN_KNOT) {
          assertFalse(large.containsKey(module), module + " has another knot: " + knot);
          assertTrue(LARGE_KNOTS.containsKey(module), module + " has a knot: " + knot);
          large.put(module, knot.size());
        }
      }
    }
    excused(large, LARGE_KNOTS);
  }

  @Test
  void classesAreShort() throws IOException {
    Map<String, Long> large = new TreeMap<>();
    for (String module : modules()) {
      for (Path file : Rooms.files(root().resolve(module).resolve("src"), ".java")) {
        try (Stream<String> lines = Files.lines(file)) {
          large.put(file.toString(), lines.count());
        }
      }
    }
    large.values().removeIf(lines -> lines <= MOST_LINES);
    assertEquals(Map.of(), large, "files of more than " + MOST_LINES + " lines");
  }

  /** Each of them is listed, no larger than it says there, and no other is listed. */
  private static void excused(Map<String, Integer> large, Map<String, Excuse> excuses) {
    assertEquals(
        new TreeSet<>(excuses.keySet()), large.keySet(), "what is too large, and what is listed");
    large.forEach(
        (name, size) -> {
          Excuse excuse = Objects.requireNonNull(excuses.get(name));
          assertTrue(size <= excuse.most(), name + " has grown to " + size + ": " + excuse);
        });
  }

  @Test
  void referencesAreReadFromClasses() throws IOException {
    String inner = "dev.barnacle.simd.internal.";
    Map<String, Set<String>> references = Rooms.of(root(), "simd").references();
    Set<String> used = references.getOrDefault(inner + "kernel.KernelModule", Set.of());
    assertTrue(used.contains(inner + "plan.KernelPlan"), "a call: " + used);
    assertTrue(used.contains(inner + "cpu.TargetCpu"), "a parameter: " + used);
  }

  @Test
  void whatRoomsMayNotUseIsFound() {
    Rooms rooms =
        new Rooms(
            "m",
            Map.of("low", "dev.barnacle.m.low", "high", "dev.barnacle.m.high"),
            Map.of("low", Set.of("high"), "high", Set.of("low", "gone")),
            Map.of(
                "dev.barnacle.m.low.A", Set.of("dev.barnacle.m.high.B"),
                "dev.barnacle.m.high.B", Set.of("dev.barnacle.m.high.C"),
                "dev.barnacle.m.high.C", Set.of("dev.barnacle.m.low.A")));
    assertEquals(Set.of("gone"), rooms.unknown());
    assertEquals(Set.of("high", "low"), rooms.circle());
    assertEquals(List.of(), rooms.forbidden());
    assertEquals(List.of(rooms.references().keySet()), rooms.knots());
    Rooms closed = new Rooms("m", rooms.packages(), Map.of("low", Set.of()), rooms.references());
    assertEquals(2, closed.forbidden().size(), closed.forbidden().toString());
    assertEquals(Set.of(), closed.circle());
  }
}
