package dev.barnacle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Maven Central asks of poms holds for ours, as {@code build/Bundle.java} sees it. */
class CentralIT {
  @TempDir Path folder;

  private Started poms(Path root) throws Exception {
    String bundle = Packaged.root().resolve("build/Bundle.java").toString();
    return Started.run(folder, Map.of(), List.of(Started.java(), bundle, root.toString()));
  }

  @Test
  void thePomsHaveAllThatCentralAsksFor() throws Exception {
    assertEquals(new Started(0, "", ""), poms(Packaged.root()));
  }

  @Test
  void whatIsMissingIsNamed() throws Exception {
    Path root = Files.createDirectories(folder.resolve("root"));
    try (Stream<Path> modules = Files.list(Packaged.root())) {
      for (Path module : modules.filter(m -> Files.exists(m.resolve("pom.xml"))).toList()) {
        Path copy = Files.createDirectories(root.resolve(module.getFileName()));
        Files.copy(module.resolve("pom.xml"), copy.resolve("pom.xml"));
      }
    }
    Files.copy(Packaged.root().resolve("pom.xml"), root.resolve("pom.xml"));
    takeAway(root.resolve("ir/pom.xml"), "(?s)  <description>.*</description>\n");
    takeAway(root.resolve("pom.xml"), "(?s)  <developers>.*</developers>\n");
    takeAway(root.resolve("cl/pom.xml"), "(?s)    <version>0.*?</version>\n");
    Started run = poms(root);
    assertEquals(1, run.status());
    assertTrue(run.errors().contains("error: ir/pom.xml: has no description\n"), run.errors());
    String developer = "error: pom.xml: has no developers/developer/name\n";
    assertTrue(run.errors().contains(developer), run.errors());
    assertTrue(run.errors().contains("error: cl/pom.xml: the version is not"), run.errors());
  }

  private static void takeAway(Path pom, String part) throws IOException {
    String text = Files.readString(pom);
    String less = text.replaceFirst(part, "");
    assertTrue(less.length() < text.length(), part);
    Files.writeString(pom, less);
  }

  @Test
  void theBomHasAllModulesAndTheVersionsOfTheBuild() throws Exception {
    String bom = Files.readString(Packaged.root().resolve("bom/pom.xml"));
    String parent = Files.readString(Packaged.root().resolve("pom.xml"));
    for (String module : Packaged.MODULES) {
      String artifact = "<artifactId>" + Packaged.artifact(module) + "</artifactId>";
      assertTrue(bom.contains(artifact), artifact);
    }
    for (String property : List.of("javacpp.version", "llvm.version")) {
      assertEquals(between(parent, property), between(bom, property));
    }
    assertEquals(between(parent, "version"), between(bom, "version"));
    for (String part : List.of("licenses", "developers")) {
      assertEquals(between(parent, part), between(bom, part));
    }
  }

  private static String between(String text, String name) {
    String start = "<" + name + ">";
    return text.substring(text.indexOf(start), text.indexOf("</" + name + ">"));
  }
}
