package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents: short where they should be, with links that lead somewhere, and complete. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern VARIABLE = Pattern.compile("(?<![A-Z_])BARNACLE_[A-Z_]+");

  /** What the launcher and {@code check --} tell the driver, and the compiler its server. */
  private static final Set<String> INTERNAL =
      Set.of("BARNACLE_ENGINE", "BARNACLE_REPORT", "BARNACLE_WATCH", "BARNACLE_CLANG_SERVER");

  private static final int WIDTH = 120;

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (String folder : List.of("", "docs", "examples", "conformance", "corpus", "campaigns")) {
      int depth = folder.isEmpty() ? 1 : 3;
      try (Stream<Path> files = Files.walk(ROOT.resolve(folder), depth)) {
        files.filter(f -> f.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher links = LINK.matcher(Files.readString(document));
      while (links.find()) {
        if (!Files.exists(document.resolveSibling(links.group(1)))) {
          broken.add(ROOT.relativize(document) + ": " + links.group(1));
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void theFirstPagesAreShort() throws IOException {
    assertTrue(Files.readAllLines(ROOT.resolve("README.md")).size() <= 150);
    assertTrue(Files.readAllLines(ROOT.resolve("ARCHITECTURE.md")).size() <= 120);
  }

  /** But for rows of tables, and code and output. */
  @Test
  void linesAreNotLong() throws IOException {
    List<String> large = new ArrayList<>();
    for (Path document : documents()) {
      boolean code = false;
      int number = 0;
      for (String line : Files.readAllLines(document)) {
        number++;
        code ^= line.strip().startsWith("```");
        if (!code && !line.strip().startsWith("|") && line.length() > WIDTH) {
          large.add(ROOT.relativize(document) + ":" + number);
        }
      }
    }
    assertEquals(List.of(), large, "lines of more than " + WIDTH + " characters");
  }

  @Test
  void everyKindOfFindingHasARow() throws IOException {
    Set<String> rows =
        Files.readAllLines(ROOT.resolve("docs/reference/findings.md")).stream()
            .takeWhile(line -> !line.startsWith("Kinds of other engines"))
            .filter(line -> line.startsWith("| <a id="))
            .map(line -> line.split("`", -1)[1])
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> kinds =
        Arrays.stream(FindingKind.values())
            .map(FindingKind::keyword)
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(kinds, rows);
  }

  @Test
  void everyVariableOfTheEnvironmentHasARow() throws IOException {
    String page = Files.readString(ROOT.resolve("docs/reference/environment.md"));
    Set<String> read = new TreeSet<>();
    collect(Files.readString(ROOT.resolve("barnacle")), read);
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file : files.filter(DocumentsTest::isSource).toList()) {
        for (String line : Files.readAllLines(file)) {
          if (line.contains("getenv")) {
            collect(line, read);
          }
        }
      }
    }
    read.removeAll(INTERNAL);
    assertEquals(List.of(), read.stream().filter(v -> !page.contains("| `" + v + "` |")).toList());
  }

  private static boolean isSource(Path file) {
    String name = file.toString();
    return name.contains("/src/main/") && (name.endsWith(".java") || name.endsWith(".c"));
  }

  private static void collect(String text, Set<String> variables) {
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      variables.add(matcher.group());
    }
  }
}
