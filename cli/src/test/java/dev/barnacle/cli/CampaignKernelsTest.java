package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Campaigns over kernels without launch files. */
class CampaignKernelsTest {
  @TempDir private Path folder;

  private CommandRunner.Result campaign(String kernels, String entry) throws IOException {
    Files.writeString(folder.resolve("k.cl"), kernels);
    Path plan = folder.resolve("plan.json");
    Files.writeString(plan, "{\"tasks\": [" + entry + "]}");
    return CommandRunner.run("campaign", plan.toString(), "--jobs", "1", "--json");
  }

  private static final String KERNELS =
      """
      kernel void same(global float *x, int n) {
        int i = get_global_id(0);
        if (i < n)
          x[i] *= 3.0f;
      }
      kernel void racy(global int *x) { x[0] = (int) get_global_id(0); }
      kernel void lanes(global uint *y) {
        y[get_global_id(0)] = get_sub_group_size();
      }
      """;

  /** Each kernel is launched with guessed arguments; what those make racy is not compared. */
  @Test
  void programsAreComparedWithGuessedArguments() throws IOException {
    String compare =
        """
        {"kind": "compare", "files": ["k.cl"], "engines": ["lanes=4", "lanes=16"]}
        """;
    CommandRunner.Result result = campaign(KERNELS, compare);
    assertEquals(ExitStatus.FINDINGS, result.status(), result.err());
    String out = result.out();
    assertTrue(
        out.contains(
            "\"kernel\":\"same\",\"verdict\":\"clean\",\"message\":\"compared: lanes=4;"
                + " lanes=16\""),
        out);
    assertTrue(
        out.contains(
            "\"kernel\":\"racy\",\"verdict\":\"incomplete\",\"message\":\"not compared: data-race"),
        out);
    assertTrue(out.contains("other results than with lanes=4: y with lanes=16"), out);
    CommandRunner.Result bad = campaign("kernel void bad( {", compare);
    assertEquals(ExitStatus.BAD_INPUT, bad.status(), bad.err());
  }

  /** Code that never runs changes nothing, but for the number of a line. */
  @Test
  void codeThatNeverRunsIsPutIn() throws IOException {
    String kernels =
        """
        kernel void work(global int *x, int n) {
          int i = get_global_id(0);
          for (int k = 0; k < (i & 7); k++) {
            x[i] += k * n;
          }
          barrier(CLK_GLOBAL_MEM_FENCE);
          x[i] ^= LAST;
        }
        """;
    String fuzz =
        """
        {"kind": "fuzz", "files": ["k.cl"], "seeds": [1, 4],
         "engines": ["lanes=1", "lanes=16", "watch"]}
        """;
    CommandRunner.Result right = campaign(kernels.replace("LAST", "3"), fuzz);
    assertEquals(ExitStatus.OK, right.status(), right.out() + right.err());
    assertEquals(
        4, right.out().split("\"message\":\"work: compared\"", -1).length - 1, right.out());
    CommandRunner.Result racy = campaign(KERNELS, fuzz);
    assertTrue(racy.out().contains("\"verdict\":\"incomplete\""), racy.out());
    CommandRunner.Result wrong = campaign(kernels.replace("LAST", "__LINE__"), fuzz);
    assertEquals(ExitStatus.FINDINGS, wrong.status(), wrong.out() + wrong.err());
    assertTrue(
        wrong.out().contains("other results than without code that never runs: x"), wrong.out());
  }

  /** What a struct counts is small, and not what four random bytes are. */
  @Test
  void structsHoldSmallIntegers() throws IOException {
    String kernels =
        """
        struct job { uint first; uint count; };
        kernel void work(global const struct job *jobs, global uint *y) {
          size_t i = get_global_id(0);
          y[i] = jobs[i].count == 15 ? get_sub_group_size() : 0;
        }
        """;
    String compare =
        """
        {"kind": "compare", "files": ["k.cl"], "engines": ["lanes=4", "lanes=16"]}
        """;
    CommandRunner.Result result = campaign(kernels, compare);
    assertTrue(
        result.out().contains("other results than with lanes=4: y with lanes=16"), result.out());
  }

  /** A kernel that cannot be built with other lines is not compared. */
  @Test
  void whatIsNotBuiltIsIncomplete() throws IOException {
    String kernels =
        """
        kernel void work(global int *x, int n) {
          int i = get_global_id(0);
          for (int k = 0; k < (i & 7); k++) {
            x[i] += k * n;
          }
          x[i] ^= n;
        }
        #if __LINE__ > 8
        #error "not compared"
        #endif
        """;
    String fuzz =
        """
        {"kind": "fuzz", "files": ["k.cl"], "seeds": [1, 1],
         "engines": ["lanes=4", "lanes=16"]}
        """;
    CommandRunner.Result result = campaign(kernels, fuzz);
    assertTrue(result.out().contains("\"verdict\":\"incomplete\""), result.out());
    assertTrue(result.out().contains("not built: " + folder.resolve("k.cl")), result.out());
  }
}
