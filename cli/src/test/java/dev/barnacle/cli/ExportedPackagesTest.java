package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The build looks at the Javadoc of exactly those packages that users see. */
class ExportedPackagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern EXPORT = Pattern.compile("^  exports ([\\w.]+);", Pattern.MULTILINE);
  private static final Pattern LINTED =
      Pattern.compile("<doclint.packages>([^<]*)</doclint.packages>");

  @Test
  void theBuildLooksAtTheirJavadoc() throws IOException {
    String pom = Files.readString(ROOT.resolve("pom.xml"));
    Set<String> exported = new TreeSet<>();
    Matcher modules = MODULE.matcher(pom);
    while (modules.find()) {
      Path module = ROOT.resolve(modules.group(1)).resolve("src/main/java/module-info.java");
      Matcher exports = EXPORT.matcher(Files.exists(module) ? Files.readString(module) : "");
      while (exports.find()) {
        exported.add(exports.group(1));
      }
    }
    assertFalse(exported.isEmpty());
    Matcher linted = LINTED.matcher(pom);
    assertTrue(linted.find());
    try (Stream<String> packages = Stream.of(linted.group(1).split(",", -1))) {
      assertEquals(List.copyOf(exported), packages.map(String::strip).sorted().toList());
    }
  }
}
