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

/** What {@code check --fix} promises, on kernels of the corpus: one for each kind of edit. */
class FixTest {
  private static final Path BUGS = Path.of("..", "corpus", "bugs");

  @TempDir private Path folder;

  /** Copies a faulty kernel and its launch, and returns the launch file. */
  private Path copied(String name) throws IOException {
    for (String end : new String[] {".cl", ".json"}) {
      Files.copy(BUGS.resolve(name + "-faulty" + end), folder.resolve(name + "-faulty" + end));
    }
    return folder.resolve(name + "-faulty.json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cmssw-warp-size | +  barrier(CLK_LOCAL_MEM_FENCE);",
        "chipstar-syncthreads | +  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
        "gpuowl-barrier-zero | +  barrier(0 | CLK_LOCAL_MEM_FENCE);",
        "picongpu-hierarchy | memory_scope_device",
        "fuser-serialize | memory_order_release",
        "autodock-last-copy | +  wait_group_events(1, &copied);",
        "clblas-float4 | vload4(get_global_id(0), a + offset)",
        "cucollections-find | cut the branch in two at the barrier",
        "lammps-team-reduce | work_group_reduce_add(i < n ? count[i] : 0)",
        "pocl-loop-counter | for (int i = 0; i < 4; i++)",
        "miopen-im2col3d | size_t",
        "pocl-modulo-zero | != 0)",
        "torch-xpu-batch-norm | grad_out ?",
        "hecbench-logic-rewrite | sub_group_barrier(CLK_LOCAL_MEM_FENCE)",
      })
  void theEditMakesTheLaunchClean(String name, String expected) throws IOException {
    Path launch = copied(name);
    CommandRunner.Result offered =
        CommandRunner.run("check", "--launch", launch.toString(), "--fix");
    assertEquals(1, offered.status(), offered.err());
    assertTrue(offered.out().contains("= fix: "), offered.out());
    assertTrue(offered.out().contains(expected), offered.out());
    CommandRunner.Result written =
        CommandRunner.run("check", "--launch", launch.toString(), "--fix=write");
    assertTrue(written.err().contains("written with "), written.err());
    CommandRunner.Result again = CommandRunner.run("check", "--launch", launch.toString());
    assertEquals(0, again.status(), again.out());
  }

  /** As a scan of PyOpenCL's has it: a guard would do as well, but leaves out what is computed. */
  @Test
  void aBarrierThatAMacroStandsForGetsItsFlag() throws IOException {
    Path kernel =
        Files.writeString(
            folder.resolve("last.cl"),
            """
            #define SYNC() barrier(CLK_LOCAL_MEM_FENCE);
            kernel void last(global int *x, global int *end, int n) {
              int i = get_local_id(0);
              if (i < n)
                x[i] = i;
              SYNC()
              if (i == 0)
                end[0] = x[n - 1];
            }
            """);
    CommandRunner.Result result =
        CommandRunner.run(
            "check",
            kernel.toString(),
            "--global=8",
            "--local=8",
            "--arg",
            "x=int[8]",
            "--arg",
            "end=int[1]",
            "--arg",
            "n=8",
            "--fix");
    assertEquals(1, result.status(), result.err());
    assertTrue(
        result.out().contains("+  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)"),
        result.out());
  }

  @Test
  void anEditThatChangesACleanLaunchIsNotOffered() throws IOException {
    Path kernel =
        Files.writeString(
            folder.resolve("k.cl"),
            """
            kernel void k(global int *x, int n, int used) {
              x[get_global_id(0)] = 1;
            }
            """);
    String launch =
        """
        {"source": "k.cl", "kernel": "k", "global": [%d],
         "args": [{"buffer": {"type": "int", "count": 8}}, {"value": {"type": "int", "value": 8}},
                  {"value": {"type": "int", "value": 4}}]}
        """;
    Path faulty = Files.writeString(folder.resolve("a.json"), launch.formatted(16));
    Path clean = Files.writeString(folder.resolve("b.json"), launch.formatted(8));
    CommandRunner.Result result =
        CommandRunner.run(
            "check", "--launch", faulty.toString(), "--launch", clean.toString(), "--fix");
    assertEquals(1, result.status(), result.err());
    assertTrue(result.out().contains("< n)"), result.out());
    assertTrue(!result.out().contains("< used"), result.out());
    assertTrue(result.out().contains("on 2 launches)"), result.out());
    assertTrue(Files.readString(kernel).contains("x[get_global_id(0)] = 1;"));
  }

  @Test
  void whereNoEditHelpsItSaysHowManyWereTried() throws IOException {
    Path launch = copied("raja-scan");
    CommandRunner.Result result =
        CommandRunner.run("check", "--launch", launch.toString(), "--fix");
    assertEquals(1, result.status());
    assertTrue(result.out().contains("= fix: none of "), result.out());
  }
}
