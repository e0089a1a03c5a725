package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CheckRunner.Answer;
import dev.barnacle.cli.CommandRunner.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arguments that are the buffer of another one: {@code --arg out=same:in+16}. */
class SameBufferTest {
  @TempDir private Path folder;
  private Path program = Path.of("");

  @BeforeEach
  void write() throws IOException {
    program =
        Files.writeString(
            folder.resolve("same.cl"),
            """
            kernel void next(global const int *in, global int *out) {
              int i = get_global_id(0);
              if (i + 1 < get_global_size(0)) out[i] = in[i + 1];
            }
            kernel void add(global const int *in, global int *out) {
              out[get_global_id(0)] = in[get_global_id(0)] + 1;
            }
            kernel void kinds(global const float4 *in, global float *out, global int *k, image2d_t im,
                              local int *l, int n) {
              out[get_global_id(0)] = in[get_global_id(0)].x + n;
            }
            """);
  }

  private Result command(String command, String kernel, String... options) {
    List<String> all =
        new ArrayList<>(List.of(command, program.toString(), "--kernel=" + kernel, "--global=4"));
    all.addAll(List.of(options));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  @Test
  void whatRacesWhereTwoArgumentsAreOneBufferIsFound() {
    Answer same = CheckRunner.checkSmall(program, "next", "--arg=in=int[256]", "--arg=out=same:in");
    assertEquals(List.of("data-race 3"), same.findings());
    String note =
        same.json().require("findings").asArray().getFirst().asObject().require("note").asText();
    assertEquals("'out' and 'in' are one buffer in this launch", note);
    for (String[] clean :
        new String[][] {
          {"--arg=in=int[256]", "--arg=out=int[256]"},
          {"--arg=in=int[128]", "--arg=out=same:in+64"},
          {"--arg=1=same:0+64", "--arg=in=int[128]"}
        }) {
      assertEquals("clean", CheckRunner.checkSmall(program, "next", clean).verdict());
    }
    Answer overlap =
        CheckRunner.checkSmall(program, "next", "--arg=in=int[128]", "--arg=out=same:in+63");
    assertEquals(List.of("data-race 3"), overlap.findings());
    Answer chosen = CheckRunner.checkSmall(program, "next", "--arg=out=same:in");
    assertEquals(List.of("data-race 3"), chosen.findings());
  }

  /** An argument is what is left of the buffer, as a sub-buffer is. */
  @Test
  void theOffsetIsWhereThePartBegins() {
    Answer beyond =
        CheckRunner.checkSmall(program, "add", "--arg=in=int[127]", "--arg=out=same:in+64");
    assertEquals(List.of("out-of-bounds 6"), beyond.findings());
    Answer before =
        CheckRunner.checkSmall(program, "add", "--arg=in=int[128]", "--arg=out=same:in+64");
    assertEquals("clean", before.verdict());
  }

  @Test
  void aRunHasOneBufferToo() throws IOException {
    String[] options = {
      "--arg=in=int[8]=iota", "--arg=out=same:in+4", "--print=in", "--print=out:2"
    };
    Result once = command("run", "add", options);
    assertTrue(once.out().contains("in: 0 1 2 3 1 2 3 4\nout: 1 2\n"), once.out());
    Path launch =
        Files.writeString(
            folder.resolve("same.json"),
            """
            {"source": "same.cl", "kernel": "add", "global": [4],
             "args": [{"name": "out", "same": "in", "offset": 4},
                      {"name": "in", "buffer": {"type": "int", "count": 8, "init": "iota"}}]}
            """);
    Result file =
        CommandRunner.run("run", "--launch", launch.toString(), "--print=in", "--repeat=2");
    assertTrue(file.out().contains("in: 0 1 2 3 1 2 3 4\n"), file.out());
    assertEquals(0, CommandRunner.run("check", "--launch", launch.toString()).status());
  }

  /** A buffer that is written through one argument begins anew though another is const. */
  @Test
  void aRepeatedRunBeginsWithTheFirstContents() {
    Result twice =
        command(
            "run", "add", "--arg=in=int[4]=iota", "--arg=out=same:in", "--print=in", "--repeat=3");
    assertTrue(twice.out().contains("in: 1 2 3 4\n"), twice.out());
  }

  @Test
  void whatIsNoBufferIsOneLine() {
    refused("add", "argument 'out': same:zz names no argument of the kernel", "out=same:zz");
    refused("add", "--arg out: 'same:' names no argument", "out=same:");
    refused("add", "--arg out: '-1' in 'same:in+-1' is no offset", "out=same:in+-1");
    refused("add", "--arg out: 'x' in 'same:in+x' is no offset", "out=same:in+x");
    refused(
        "add",
        "argument 'out': offset 8 is not within the 8 elements of 'in'",
        "in=int[8]",
        "out=same:in+8");
    refused("add", "argument 'out': it is the same as itself: 'out', 'out'", "out=same:1");
    refused(
        "add",
        "argument 'in': it is the same as itself: 'in', 'out', 'in'",
        "out=same:in",
        "in=same:out");
    refused(
        "kinds",
        "argument 'in': offset 2 is byte 8 of 'out', where no float4 can be: it is aligned to 16",
        "out=float[64]",
        "in=same:out+2");
    refused("kinds", "argument 'out': argument 'im' is no buffer", "out=same:im");
    refused("kinds", "argument 'out': argument 'l' is no buffer", "out=same:l");
    refused("kinds", "argument 'out': argument 'in' is no buffer", "in=null", "out=same:in");
    refused("kinds", "argument 'n': expected a number for int, not another", "n=same:out");
    refused("kinds", "argument 'l': expected local memory, local[BYTES],", "l=same:out");
    refused("kinds", "argument 'im': expected an image", "im=same:out");
  }

  private void refused(String kernel, String message, String... arguments) {
    String[] options = new String[arguments.length];
    for (int i = 0; i < options.length; i++) {
      options[i] = "--arg=" + arguments[i];
    }
    Result result = command("check", kernel, options);
    assertEquals(2, result.status(), result.err());
    assertEquals(1, result.err().lines().count(), result.err());
    assertTrue(result.err().contains("error: " + message), result.err());
  }

  @Test
  void aLaunchFileIsReadWithItsPlaces() throws IOException {
    for (String[] bad :
        new String[][] {
          {"{\"same\": \"in\", \"offset\": -1}", "an offset is at least 0"},
          {"{\"offset\": 1}", "an argument is one of"},
          {"{\"same\": \"in\", \"null\": true}", "an argument is one of"},
          {"{\"name\": \"out\", \"same\": \"no\"}", "argument 'out': same:no names no argument"}
        }) {
      Path launch =
          Files.writeString(
              folder.resolve("bad.json"),
              "{\"source\": \"same.cl\", \"kernel\": \"add\", \"global\": [4],\n \"args\": ["
                  + bad[0]
                  + "]}");
      Result result = CommandRunner.run("check", "--launch", launch.toString());
      assertEquals(2, result.status(), bad[0]);
      assertTrue(result.err().contains("bad.json:2:"), result.err());
      assertTrue(result.err().contains(bad[1]), result.err());
    }
  }
}
