package dev.barnacle.cli.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecondStartTest {
  private static final long MILLIS = 1_000_000;

  /** What the process of the test runs, twice. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) {
      if (Boolean.getBoolean("barnacle.quick")) {
        SecondStart.replace();
        System.out.println("not replaced");
      }
      System.out.println(ProcessHandle.current().pid() + " " + String.join("|", args));
    }
  }

  @Test
  void theProcessGoesOnAsAnother() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/cmdline")), "only Linux tells the command");
    String path =
        Stream.of("jdk.module.path", "java.class.path")
            .map(name -> System.getProperty(name, ""))
            .collect(Collectors.joining(File.pathSeparator));
    String tests =
        Path.of(SecondStartTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    Path testClasses = Path.of("target", "test-classes").toAbsolutePath();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-Dbarnacle.quick=true",
                "-cp",
                String.join(File.pathSeparator, tests, testClasses.toString(), path),
                Child.class.getName(),
                "a b",
                "ä",
                "",
                "-XX:TieredStopAtLevel=1",
                "")
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    assertEquals(process.pid() + " a b|ä||-XX:TieredStopAtLevel=1|\n", out);
    assertEquals(0, process.exitValue());
  }

  @Test
  void onlyTheLaunchersOwnOptionsAreTakenAway() {
    List<String> command =
        new ArrayList<>(
            List.of("java", "-XX:TieredStopAtLevel=1", "-Dbarnacle.quick=true", "M", "-Dx"));
    assertTrue(SecondStart.withoutQuick(command));
    assertEquals(List.of("java", "M", "-Dx"), command);
    assertFalse(SecondStart.withoutQuick(command));
  }

  @Test
  void aLaunchIsLongWhenMuchIsLeftOfIt() {
    assertFalse(SecondStart.isLong(200 * MILLIS, 9000 * MILLIS, 200 * MILLIS), "too early to tell");
    assertTrue(SecondStart.isLong(300 * MILLIS, 900 * MILLIS, 300 * MILLIS));
    assertFalse(SecondStart.isLong(300 * MILLIS, 700 * MILLIS, 300 * MILLIS), "nearly done");
    assertFalse(SecondStart.isLong(900 * MILLIS, 300 * MILLIS, 900 * MILLIS), "nearly done");
    assertTrue(SecondStart.isLong(150 * MILLIS, 300 * MILLIS, 900 * MILLIS), "one of several");
    assertFalse(SecondStart.isLong(0, 0, 900 * MILLIS), "none runs");
  }
}
