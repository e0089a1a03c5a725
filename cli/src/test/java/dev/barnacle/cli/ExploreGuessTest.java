package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code explore} gives a kernel where the user gives nothing, and what it says of faults. */
class ExploreGuessTest {
  @TempDir private Path folder;

  private CommandRunner.Result explore(String source, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("k.cl"), source);
    String[] all = new String[more.length + 2];
    all[0] = "explore";
    all[1] = file.toString();
    System.arraycopy(more, 0, all, 2, more.length);
    return CommandRunner.run(all);
  }

  @Test
  void argumentsAndSizesAreGuessed() throws IOException {
    String source =
        """
        kernel void scan(global int *data, local int *t, int n) {
          int l = get_local_id(0), g = get_global_id(0);
          t[l] = data[g] + g;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (g < n) data[g] = t[l] + (l > 0 ? t[l - 1] : 0);
        }
        """;
    CommandRunner.Result result = explore(source);
    assertEquals(0, result.status(), result.out());
    assertTrue(result.out().contains("data[1]=1 data[2]=2 data[3]=5"), result.out());
    String note =
        ": note: kernel scan is given --global 4 --local 2 --arg data=int[16] --arg t=local[";
    assertTrue(result.err().contains(note), result.err());
    assertTrue(result.err().contains("] --arg n=4\n"), result.err());
    result = explore(source.replace("barrier(CLK_LOCAL_MEM_FENCE);", ""), "--global=2");
    assertEquals(1, result.status(), result.out());
    assertTrue(result.out().contains("data race on t"), result.out());
    assertTrue(result.err().contains("is given --arg data="), result.err());
  }

  @ParameterizedTest
  @CsvSource({
    "'__attribute__((reqd_work_group_size(4, 1, 1)))', get_global_id(0), --global 8 --local 4",
    "'__attribute__((reqd_work_group_size(64, 1, 1)))', get_global_id(0), --global 64 --local 64",
    "'', get_global_id(1) * 2 + get_global_id(0), '--global 2,2 --local 2,1'",
  })
  void sizesAreOfFewWorkItems(String attribute, String index, String sizes) throws IOException {
    String source = "kernel %s void k(global int *x) { x[%s] = 1; }".formatted(attribute, index);
    CommandRunner.Result result = explore(source);
    assertEquals(0, result.status(), result.out() + result.err());
    assertTrue(result.err().contains("kernel k is given " + sizes + " --arg x=int["), result.err());
  }

  /** The write races with the read and with the write of the others: that is one bug. */
  @Test
  void oneBugIsToldOnceWithWhyAndHelp() throws IOException {
    CommandRunner.Result result = explore("kernel void k(global int *n) { n[0] = n[0] + 1; }");
    assertEquals(1, result.status());
    assertEquals(
        1, result.out().lines().filter(l -> l.contains(": error: ")).count(), result.out());
    assertTrue(result.out().contains("= why: an element is read and written back"), result.out());
    assertTrue(result.out().contains("= help: Make it one atomic operation"), result.out());
    assertTrue(result.out().contains("= also: write at "), result.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "if (l == 0) barrier(CLK_LOCAL_MEM_FENCE); | must execute the same barriers",
        "local int t[2]; if (l == 2) t[0] = t[1] = 1; barrier(CLK_LOCAL_MEM_FENCE); x[g] = t[l]; |"
            + " local memory has no value when a work-group begins",
        "local int t[2]; x[g] = t[l & 1]; | local memory has no value when a work-group begins",
        "x[l] = g; | in different work-groups, which barriers never order",
        "x[g] = l; if (l == 0) x[g + 1] = 2; | no barrier and no release",
        "if (g == 0) atomic_inc(x); else if (g == 1) x[0] = 1; | one of them is no atomic"
            + " operation",
      })
  void faultsSayWhy(String body, String why) throws IOException {
    CommandRunner.Result result =
        explore(
            "kernel void k(global int *x) { int g = get_global_id(0), l = get_local_id(0); %s }"
                .formatted(body));
    assertEquals(1, result.status(), result.out() + result.err());
    assertTrue(result.out().contains(why), result.out());
    assertTrue(result.out().contains("      = help: "), result.out());
  }
}
