package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explore}: inputs that may be any of some numbers, several launches, and bad files. */
class ExploreInputsTest {
  private static final String SOURCE =
      """
      kernel void divide(global int *out, int a, int b) { if (b != 0 || a > 2) *out = a / b; }
      kernel void sum(global const int *x, global int *out) { *out = x[0] + x[1]; }
      kernel void half_of(global float *out, float a) { *out = a / 2; }
      kernel void spin(global int *p) { while (1) atomic_inc(p); }
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("k.cl"), SOURCE);
  }

  private int run(String... arguments) {
    return Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
  }

  private int explore(String kernel, String... more) {
    String[] all = new String[more.length + 6];
    System.arraycopy(
        new String[] {
          "explore", folder.resolve("k.cl").toString(), "--kernel", kernel, "--global", "1"
        },
        0,
        all,
        0,
        6);
    System.arraycopy(more, 0, all, 6, more.length);
    return run(all);
  }

  @Test
  void theFaultNamesTheInput() {
    int status =
        explore("divide", "--arg", "out=int[1]", "--arg", "a=any:0..3", "--arg", "b=any:-1..1");
    assertEquals(ExitStatus.FINDINGS, status, out::toString);
    assertTrue(out.toString().contains("divided by 0, where a=3 b=0"), out::toString);
    assertTrue(out.toString().contains("11 final states"), out::toString);
  }

  @Test
  void conditionsMayNameInputs() {
    int status =
        explore(
            "sum",
            "--arg",
            "x=int[2]=any:0,5..6",
            "--arg",
            "out=int[1]",
            "--assert",
            "out == x[0] + x[1]");
    assertEquals(ExitStatus.OK, status, out::toString);
    assertTrue(out.toString().contains("9 final states"), out::toString);
    assertEquals(
        ExitStatus.OK,
        explore(
            "half_of", "--arg", "out=float[1]", "--arg", "a=any:0.5,3", "--assert", "out == a / 2"),
        out::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=any:1..x | is no number and no range FROM..TO",
        "a=any:3..1 | is no range of at most 65536 numbers",
        "a=any:1,,2 | is no number and no range FROM..TO"
      })
  void whatIsNoChoiceIsRefused(String argument, String message) {
    assertEquals(ExitStatus.BAD_INPUT, explore("divide", "--arg", argument.strip()));
    assertTrue(
        err.toString().contains(message.substring(message.indexOf(':') + 1).strip())
            || err.toString().contains(message),
        err::toString);
  }

  @Test
  void tooManyChoicesAreRefused() {
    int status = explore("sum", "--arg", "x=int[64]=any:0..3", "--arg", "out=int[1]");
    assertEquals(ExitStatus.BAD_INPUT, status);
    assertTrue(err.toString().contains("in more than 65536 ways"), err::toString);
  }

  @Test
  void choicesAndSeveralLaunchesAreForExploreAlone() throws IOException {
    Path file = folder.resolve("several.json");
    Files.writeString(
        file,
        """
        {"source": "k.cl", "buffers": {"x": {"type": "int", "count": 2}},
         "launches": [{"kernel": "sum", "global": [1],
                       "args": [{"buffer": "x"}, {"buffer": {"type": "int", "count": 1}}]},
                      {"kernel": "sum", "global": [1], "after": [0],
                       "args": [{"buffer": "x"}, {"buffer": {"type": "int", "count": 1}}]}]}
        """);
    assertEquals(ExitStatus.OK, run("explore", file.toString()), err::toString);
    for (String command : new String[] {"run", "check"}) {
      assertEquals(ExitStatus.BAD_INPUT, run(command, "--launch", file.toString()));
      assertTrue(
          err.toString().contains("several launches at once are for explore"), err::toString);
    }
    String source = folder.resolve("k.cl").toString();
    String[] any = {
      "--kernel", "half_of", "--global", "1", "--arg", "out=float[1]", "--arg", "a=any:1,2"
    };
    for (String command : new String[] {"run", "check"}) {
      String[] all = new String[any.length + 2];
      all[0] = command;
      all[1] = source;
      System.arraycopy(any, 0, all, 2, any.length);
      assertEquals(ExitStatus.BAD_INPUT, run(all));
      assertTrue(err.toString().contains("any of several numbers is for explore"), err::toString);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"launches\": []' | there are no launches",
        "'\"launches\": [{\"kernel\": \"sum\", \"global\": [1], \"after\": [0]}]' | 0 is no launch"
            + " before this one",
        "'\"launches\": [{\"kernel\": \"sum\", \"global\": [1], \"args\": [{\"buffer\": \"y\"},"
            + " {\"null\": true}]}]' | there is no buffer 'y' that launches share",
        "'\"launches\": [{\"kernel\": \"sum\"}]' | no global size is given",
        "'\"launches\": [{\"kernel\": \"gone\", \"global\": [1]}]' | gone"
      })
  void badLaunchesAreRefusedWithTheirPlace(String member, String message) throws IOException {
    Path file = folder.resolve("bad.json");
    Files.writeString(file, "{\"source\": \"k.cl\",\n " + member + "}");
    assertEquals(ExitStatus.BAD_INPUT, run("explore", file.toString()), out::toString);
    assertTrue(err.toString().contains(message), err::toString);
  }

  @Test
  void aLoopThatNeverEndsIsIncomplete() {
    int status = explore("spin", "--arg", "p=int[1]", "--unroll", "3");
    assertEquals(ExitStatus.FINDINGS, status, out::toString);
    assertTrue(out.toString().contains("incomplete: kernel spin"), out::toString);
  }
}
