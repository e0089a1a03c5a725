package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/disputed.md}: the verdicts of {@code examples/disputed}, under each model. */
class DisputedTest {
  private static final Path TESTS = CheckRunner.examples().resolve("disputed");

  private static void assertAgree(String verdicts, String... more) {
    String[] command = new String[4 + more.length];
    command[0] = "litmus";
    command[1] = TESTS.toString();
    command[2] = "--expect";
    command[3] = TESTS.resolve("expected.csv").toString();
    System.arraycopy(more, 0, command, 4, more.length);
    CommandRunner.Result result = CommandRunner.run(command);
    assertEquals(ExitStatus.OK, result.status(), result.err());
    assertTrue(result.out().startsWith(verdicts), result.out());
  }

  @Test
  void verdictsAreThoseOfThePage() {
    assertAgree("14 of 14 verdicts agree");
  }

  @Test
  void theFigureGivesThemToo() {
    assertAgree("14 of 14 verdicts agree", "--model", "opencl");
  }
}
