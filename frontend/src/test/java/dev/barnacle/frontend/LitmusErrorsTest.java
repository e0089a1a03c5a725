package dev.barnacle.frontend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.litmus.LitmusReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every kind of bad litmus test has an error with its place: NAME.litmus in the folder of bad ones
 * has it in NAME.expected. {@code -Dbarnacle.golden.write=true} writes these anew.
 */
final class LitmusErrorsTest {
  private static final Path BAD = Path.of("src/test/resources/dev/barnacle/frontend/litmus/bad");

  @TestFactory
  Stream<DynamicTest> badTests() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(BAD)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".litmus")).sorted().toList()) {
        tests.add(DynamicTest.dynamicTest(file.getFileName() + "", () -> check(file)));
      }
    }
    assertTrue(tests.size() > 50, "only " + tests.size() + " bad tests");
    return tests.stream();
  }

  private static void check(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    FrontendException e =
        assertThrows(
            FrontendException.class, () -> LitmusReader.parse(name, Files.readString(file)));
    Path golden = Path.of(file.toString().replace(".litmus", ".expected"));
    String found = e.getMessage() + "\n";
    if (Boolean.getBoolean("barnacle.golden.write")) {
      Files.writeString(golden, found);
    }
    assertEquals(Files.readString(golden), found);
  }

  @Test
  void deepNestingIsAnErrorAndNoCrash() {
    String deep = "(".repeat(100_000) + "1" + ")".repeat(100_000);
    for (String text :
        List.of(
            "C t\n{}\nP0 (int* x) { *x = " + deep + "; }\nexists (x=1)",
            "C t\n{}\nP0 (int* x) { " + "{".repeat(100_000) + "}".repeat(100_000) + " }",
            "C t\n{}\nP0 (int* x) { }\nexists " + deep.replace("1", "x=1"),
            "C t\n{}\nP0 (int* x) { *x = " + "!".repeat(100_000) + "1; }")) {
      FrontendException e =
          assertThrows(FrontendException.class, () -> LitmusReader.parse("t.litmus", text));
      assertTrue(String.valueOf(e.getMessage()).contains("nested too deeply"), e.getMessage());
    }
  }

  @Test
  void hugeTestsAreErrors() {
    StringBuilder shared = new StringBuilder();
    StringBuilder own = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      shared.append("int b").append(i).append("[4096];");
      own.append("int c").append(i).append("[64];");
    }
    for (String text :
        List.of(
            "C t\n{" + shared + "}\nP0 (int* x) { }",
            "C t\n{}\nP0 (int* x) { " + own + " }",
            "C t\n{}\n" + "P0 (int* x) { }\n".repeat(3000))) {
      FrontendException e =
          assertThrows(FrontendException.class, () -> LitmusReader.parse("t.litmus", text));
      String message = String.valueOf(e.getMessage());
      assertTrue(message.matches("t.litmus:[^1].*: error: .* (at most|more than) .*"), message);
    }
  }
}
