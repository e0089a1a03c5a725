package dev.barnacle.command.arguments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments are read as getopt_long(3) reads them, and mistakes are named. */
class ArgumentsTest {
  private final List<String> read = new ArrayList<>();

  private List<DeclaredOption> options() {
    return List.of(
        DeclaredOption.positional("FILE", word -> read.add("file " + word), "Files.").times(0, 3),
        DeclaredOption.flag("--json", () -> read.add("json"), "A flag."),
        DeclaredOption.text("--output", "FILE", word -> read.add("output " + word), "A text.")
            .named("-o", "--output"),
        DeclaredOption.texts("--arg", "NAME=SPEC", word -> read.add("arg " + word), "Texts."),
        DeclaredOption.optional("--fix", "write", word -> read.add("fix " + word), "Optional."),
        DeclaredOption.count("--jobs", "N", n -> read.add("jobs " + n), "A count."),
        DeclaredOption.number("--timeout", "SECONDS", n -> read.add("timeout " + n), "A number."));
  }

  private boolean read(String... words) {
    return Arguments.read(options(), List.of(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a --json b | file a,json,file b",
        "--output x --output-not | error: unknown option '--output-not'; did you mean '--output'?",
        "-o x | output x",
        "-ox | output x",
        "--output=x=y | output x=y",
        "--arg a=1 --arg=b=2 | arg a=1,arg b=2",
        "--fix write | fix ,file write",
        "--fix=write | fix write",
        "--jobs -1 | jobs -1",
        "--timeout 1e3 | timeout 1000.0",
        "-- --json -x | file --json,file -x",
        "- | file -",
        "a b c d | error: unknown argument 'd'",
        "--json=true | error: --json=true: the option takes no value",
        "--json --json | error: option '--json' is given twice",
        "-o a --output=b | error: option '--output' is given twice",
        "--output --json | error: option '--output' lacks its value, FILE",
        "--output | error: option '--output' lacks its value, FILE",
        "--jobs many | error: --jobs many: expected a whole number",
        "--timeout soon | error: --timeout soon: expected a number",
        "--jsno | error: unknown option '--jsno'; did you mean '--json'?",
        "-x | error: unknown option '-x'; did you mean '-o'?",
      })
  void wordsAreOptionsAndValues(String words, String expected) {
    try {
      assertTrue(read(words.split(" ")));
      assertEquals(expected, String.join(",", read));
    } catch (UsageException e) {
      assertEquals(expected, "error: " + e.getMessage());
      assertEquals(List.of(), read, "no target is told anything");
    }
  }

  @Test
  void helpComesFirst() {
    assertFalse(read("a", "--help", "--unknown"));
    assertFalse(read("-h"));
    assertEquals(List.of(), read);
    assertTrue(read("--", "--help"));
  }

  @Test
  void whatMustBeThereIsMissed() {
    List<DeclaredOption> needed =
        List.of(
            DeclaredOption.positional("MODEL", read::add, "Models.").times(2, 2),
            DeclaredOption.text("--output", "FILE", read::add, "A file.")
                .named("-o", "--output")
                .times(1, 1));
    assertEquals("2 MODEL are expected, not 1", message(needed, "a", "-o", "b"));
    assertEquals("no --output is given", message(needed, "a", "b"));
    assertTrue(Arguments.read(needed, List.of("a", "-o", "b", "c")));
  }

  private static String message(List<DeclaredOption> options, String... words) {
    return String.valueOf(
        assertThrows(UsageException.class, () -> Arguments.read(options, List.of(words)))
            .getMessage());
  }

  @Provide
  Arbitrary<List<String>> values() {
    return Arbitraries.strings().ofMaxLength(5).list().ofMaxSize(4);
  }

  /** Whatever a value is, it arrives as it was written. */
  @Property(tries = 300)
  void attachedValuesArriveAsTheyAre(@ForAll("values") List<String> values) {
    read.clear();
    List<String> words = values.stream().map(value -> "--arg=" + value).toList();
    assertTrue(Arguments.read(options(), words));
    assertEquals(values.stream().map(value -> "arg " + value).toList(), read);
  }
}
