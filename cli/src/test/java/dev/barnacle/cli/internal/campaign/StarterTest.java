package dev.barnacle.cli.internal.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** Commands of workers. */
class StarterTest {
  private static List<String> command(String... namesAndValues) {
    Properties own = new Properties();
    own.setProperty("java.home", "/jdk");
    own.setProperty("java.class.path", "a.jar:b.jar");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      own.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Starter.jvm("Main", own).command(512, "word");
  }

  /** What is installed has LLVM in a folder that only the launcher knows. */
  @Test
  void workersKnowWhatTheLauncherHasSaid() {
    List<String> words =
        command(
            "barnacle.llvm", "/tree/llvm",
            "barnacle.tree", "/tree",
            "barnacle.start", "/start",
            "barnacle.build", "1a",
            "barnacle.aot", "/start/campaign.aot",
            "barnacle.quick", "true");
    List<String> told = words.stream().filter(w -> w.startsWith("-Dbarnacle.")).sorted().toList();
    assertEquals(
        List.of(
            "-Dbarnacle.aot=/start/campaign.aot",
            "-Dbarnacle.build=1a",
            "-Dbarnacle.llvm=/tree/llvm",
            "-Dbarnacle.start=/start",
            "-Dbarnacle.tree=/tree"),
        told);
    assertTrue(words.contains("-XX:AOTCache=/start/campaign.aot"), words::toString);
    assertTrue(words.contains("-Xmx512m"), words::toString);
    int path = words.indexOf("-cp");
    assertEquals(List.of("a.jar:b.jar", "Main", "word"), words.subList(path + 1, words.size()));
  }

  /** Profiles of another compiler would have workers compile what is not hot. */
  @Test
  void theLauncherTrainsWithTheCompilersOfWorkers() throws IOException {
    String launcher = Files.readString(Path.of("src/main/launcher/launch.sh"));
    for (String option : Starter.COMPILERS) {
      assertTrue(launcher.contains(option), option);
    }
    assertTrue(launcher.contains("-XX:+AOTRecordTraining -XX:+AOTReplayTraining"), launcher);
  }

  @Test
  void withoutTheLauncherNothingIsSaid() {
    List<String> words = command();
    assertEquals("/jdk/bin/java", words.getFirst());
    assertTrue(words.stream().noneMatch(w -> w.startsWith("-D")), words::toString);
    assertTrue(words.stream().noneMatch(w -> w.contains("AOTCache")), words::toString);
  }
}
