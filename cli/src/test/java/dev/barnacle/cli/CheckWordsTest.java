package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * What a kernel's author is told: which edge is missing, and what mends it. Each kernel has its
 * words beside it ({@code -Dgolden.update=true} writes them), and between {@code #ifdef MENDED}
 * what the help asks for, followed to the letter: that is clean. The first line has the launch.
 */
@DisabledIfSystemProperty(
    named = "barnacle.through-spirv",
    matches = "true",
    disabledReason = "SPIR-V has no types of the source")
class CheckWordsTest {
  private static final Path FOLDER = Path.of("src/test/resources/dev/barnacle/cli/words");

  private static List<Path> kernels() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.filter(f -> f.toString().endsWith(".cl")).sorted().toList();
    }
  }

  private static String launch(Path kernel) throws IOException {
    return Files.readAllLines(kernel).getFirst().substring("// ".length());
  }

  private static CommandRunner.Result check(Path kernel, String... more) throws IOException {
    return run(kernel, launch(kernel), more);
  }

  private static CommandRunner.Result run(Path kernel, String launch, String... more) {
    List<String> arguments = new ArrayList<>(List.of("check", kernel.toString()));
    arguments.addAll(List.of("--kernel", "k"));
    arguments.addAll(List.of(launch.split(" ")));
    arguments.addAll(List.of(more));
    return CommandRunner.run(arguments.toArray(String[]::new));
  }

  /** Returns what is wrong and why, without who did it and how often. */
  private static String words(CommandRunner.Result result) {
    return result
        .out()
        .lines()
        .filter(l -> l.contains(": error: ") || l.startsWith("      = "))
        .filter(l -> !l.contains("= count: "))
        .map(l -> l.replace(FOLDER + "/", ""))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  @TestFactory
  Stream<DynamicTest> namesWhatIsMissing() throws IOException {
    return kernels().stream()
        .map(kernel -> DynamicTest.dynamicTest(kernel.getFileName() + "", () -> compare(kernel)));
  }

  private static void compare(Path kernel) throws IOException {
    Path expected = Path.of(kernel.toString().replace(".cl", ".expected"));
    String words = words(check(kernel));
    if (Boolean.getBoolean("golden.update")) {
      Files.writeString(expected, words);
    }
    assertEquals(Files.readString(expected), words);
  }

  @TestFactory
  Stream<DynamicTest> whatItSuggestsMends() throws IOException {
    List<Path> mended = new ArrayList<>();
    for (Path kernel : kernels()) {
      if (Files.readString(kernel).contains("MENDED")) {
        mended.add(kernel);
      }
    }
    return mended.stream()
        .map(kernel -> DynamicTest.dynamicTest(kernel.getFileName() + "", () -> isClean(kernel)));
  }

  private static void isClean(Path kernel) throws IOException {
    CommandRunner.Result result = check(kernel, "--options", "-DMENDED");
    assertEquals(0, result.status(), () -> result.out() + result.err());
  }

  /** One order is explained by the precise detector as well, if the launch is small. */
  @Test
  void oneScheduleSaysTheSame() throws IOException {
    for (String name : List.of("message-relaxed", "message-relaxed-in-group", "groups-relaxed")) {
      String words = words(check(FOLDER.resolve(name + ".cl"), "--schedules", "1"));
      assertTrue(words.contains("which is no release (memory_order_relaxed)"), words);
    }
  }

  /** A large one is told that its relaxed operations order nothing. */
  @Test
  void largeLaunchesAreToldThatNothingIsReleased() throws IOException {
    Path kernel = FOLDER.resolve("last-work-item.cl");
    String words = words(run(kernel, "--global 65536 --local 64"));
    assertTrue(words.contains("which are all memory_order_relaxed, order no other"), words);
    assertTrue(!words.contains("Put barrier"), words);
  }
}
