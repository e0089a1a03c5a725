package dev.barnacle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the guide shows to copy is what {@link FreshProjectIT} builds and runs. */
class GuideTest {
  private static String text(String file) throws IOException {
    return Files.readString(Packaged.root().resolve(file));
  }

  private static void shows(String document, String language, String file) throws IOException {
    String block = "```" + language + "\n" + text(file) + "```\n";
    assertTrue(text(document).contains(block), document + " does not show " + file + " as it is");
  }

  @Test
  void theGuideShowsTheExampleAsItIs() throws IOException {
    shows("docs/guide/java-api.md", "xml file=pom.xml", "examples/java/pom.xml");
    for (String example : List.of("Saxpy", "Frames")) {
      String source = "src/main/java/" + example + ".java";
      shows("docs/guide/java-api.md", "java file=" + source, "examples/java/" + source);
    }
  }

  @Test
  void theReadmeNamesTheDependencyOfThisVersion() throws IOException {
    String pom = text("examples/java/pom.xml");
    int start = pom.indexOf("    <dependency>");
    String dependency = pom.substring(start, pom.indexOf("    </dependency>", start));
    String coordinates =
        String.join(
            ":",
            element(dependency, "groupId"),
            element(dependency, "artifactId"),
            element(dependency, "version"));
    assertTrue(coordinates.startsWith("dev.barnacle:barnacle:"), coordinates);
    assertTrue(text("README.md").contains("`" + coordinates + "`"), coordinates);
  }

  private static String element(String xml, String name) {
    int start = xml.indexOf("<" + name + ">") + name.length() + 2;
    return xml.substring(start, xml.indexOf("</" + name + ">", start));
  }

  @Test
  void theExampleIsForTheVersionOfTheBuild() throws IOException {
    String parent = text("pom.xml");
    int at = parent.indexOf("<version>");
    String version = parent.substring(at, parent.indexOf("</version>", at));
    assertTrue(text("examples/java/pom.xml").contains("<artifactId>barnacle</artifactId>"));
    assertTrue(text("examples/java/pom.xml").contains(version));
  }
}
