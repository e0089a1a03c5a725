package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code explore --model FILE.cat}, {@code --filter} and {@code --local-init}. */
class ExploreModelTest {
  private static final String KERNELS =
      """
      kernel void lb(global atomic_int *x, global atomic_int *y, global int *r) {
        if (get_global_id(0) == 0) {
          r[0] = atomic_load_explicit(x, memory_order_relaxed);
          atomic_store_explicit(y, 1, memory_order_relaxed);
        } else {
          r[1] = atomic_load_explicit(y, memory_order_relaxed);
          atomic_store_explicit(x, 1, memory_order_relaxed);
        }
      }
      kernel void met(global int *out, local int *tile) {
        int i = get_local_id(0);
        tile[i] = i + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[i] = tile[1 - i];
      }
      kernel void wait(global atomic_int *x) {
        if (get_global_id(0) == 0) {
          atomic_store_explicit(x, 1, memory_order_release);
        } else {
          while (atomic_load_explicit(x, memory_order_acquire) == 0) { }
        }
      }
      kernel void tiles(global int *out, local int *tile) { out[0] = tile[0] + tile[1]; }
      kernel void over(global int *out) { int i = get_global_id(0); out[i] = 8 / i; }
      kernel void under(global int *out) { int i = get_global_id(0); out[i] = 8 / (i + 2); }
      """;

  @TempDir Path folder;
  private final StringWriter text = new StringWriter();

  private int explore(String... more) throws IOException {
    Path source = Files.writeString(folder.resolve("k.cl"), KERNELS);
    List<String> arguments =
        new ArrayList<>(List.of("explore", source.toString(), "--options=-cl-std=CL3.0"));
    arguments.addAll(List.of(more));
    PrintWriter writer = new PrintWriter(text, true);
    return Main.run(writer, writer, arguments.toArray(String[]::new));
  }

  /** Explores the kernel of load buffering. */
  private int buffered(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--kernel", "lb", "--global", "2"));
    arguments.addAll(List.of("--local", "1", "--arg", "x=int[1]", "--arg", "y=int[1]"));
    arguments.addAll(List.of("--arg", "r=int[2]"));
    arguments.addAll(List.of(more));
    return explore(arguments.toArray(String[]::new));
  }

  private int loadBuffering(String model) throws IOException {
    return buffered("--model", model, "--assert", "!(r[0] == 1 && r[1] == 1)");
  }

  private String cat(String content) throws IOException {
    return Files.writeString(folder.resolve("mine.cat"), content).toString();
  }

  @Test
  void loadBufferingIsWhatTheModelSays() throws IOException {
    assertEquals(ExitStatus.FINDINGS, loadBuffering("c11"), text::toString);
    assertEquals(ExitStatus.OK, loadBuffering("rc11"), text::toString);
    assertEquals(ExitStatus.OK, loadBuffering("sc"), text::toString);
    String opencl = cat("\"mine\"\ninclude \"opencl-scoped.cat\"\n");
    assertEquals(ExitStatus.FINDINGS, loadBuffering(opencl), text::toString);
    String strict = cat("include \"opencl-scoped.cat\"\nacyclic sb | rf as Thin\n");
    assertEquals(ExitStatus.OK, loadBuffering(strict), text::toString);
    assertTrue(text.toString().contains("model mine"), text::toString);
  }

  @Test
  void barriersNeedAModelThatKnowsThem() throws IOException {
    String[] met = {
      "--kernel",
      "met",
      "--global",
      "2",
      "--local",
      "2",
      "--arg",
      "out=int[2]",
      "--arg",
      "tile=local[8]",
      "--assert",
      "out[0] == 2 && out[1] == 1",
      "--model",
      ""
    };
    met[met.length - 1] = cat("include \"opencl.cat\"");
    assertEquals(ExitStatus.OK, explore(met), text::toString);
    met[met.length - 1] = "c11";
    assertEquals(ExitStatus.BAD_INPUT, explore(met), text::toString);
    assertTrue(
        text.toString().contains("c11 does not say what a barrier of a work-group does"),
        text::toString);
  }

  @Test
  void whatIsNotLookedForIsSaid() throws IOException {
    assertEquals(
        ExitStatus.FINDINGS,
        explore(
            "--kernel",
            "wait",
            "--global",
            "2",
            "--local",
            "1",
            "--arg",
            "x=int[1]",
            "--model",
            "c11"),
        text::toString);
    assertTrue(text.toString().contains("incomplete"), text::toString);
    assertTrue(text.toString().contains("a work-item waits"), text::toString);
  }

  /** A quotient of ids is computed before the search, but not one that does not exist. */
  @Test
  void aDivisionByZeroIsNotCorrect() throws IOException {
    for (String kernel : List.of("over", "under")) {
      int status =
          explore("--kernel", kernel, "--global", "2", "--arg", "out=int[2]", "--model", "sc");
      boolean over = kernel.equals("over");
      assertEquals(over ? ExitStatus.FINDINGS : ExitStatus.OK, status, text::toString);
      assertEquals(over, text.toString().contains("an integer is divided by 0"));
      text.getBuffer().setLength(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "--model=gone # there is no model 'gone'",
        "--model=gone.cat # gone.cat",
        "--model=c11 --weakest # --weakest and --repair take the models",
        "--filter=x== # --filter",
        "--filter=1 --repair # take no --filter",
        "--local-init=tile # --local-init tile: expected NAME=TYPE[COUNT]=INIT",
        "--local-init=hat=int[2] # there is no local memory 'hat'",
        "--local-init=tile=int[9]=zero # the local memory 'tile' has 8 bytes",
      })
  void namesTheOptionThatIsWrong(String options, String error) throws IOException {
    List<String> all =
        new ArrayList<>(List.of("--kernel", "tiles", "--global", "1", "--arg", "out=int[1]"));
    all.addAll(List.of("--arg", "tile=local[8]"));
    all.addAll(List.of(options.split(" ")));
    assertEquals(ExitStatus.BAD_INPUT, explore(all.toArray(String[]::new)), text::toString);
    assertTrue(text.toString().contains(error), text::toString);
  }

  @Test
  void localMemoryHoldsWhatIsGiven() throws IOException {
    for (String model : List.of("opencl-scoped", "c11")) {
      assertEquals(
          ExitStatus.OK,
          explore(
              "--kernel",
              "tiles",
              "--global",
              "1",
              "--arg",
              "out=int[1]",
              "--arg",
              "tile=local[8]",
              "--local-init",
              "tile=int[2]=4,5",
              "--assert",
              "out[0] == 9",
              "--model",
              model),
          text::toString);
    }
  }

  private static final String ASSUMES =
      """
      kernel void in_order(global atomic_int *x, global int *out) {
        int i = get_global_id(0);
        int r = atomic_fetch_add(x, 1);
        barnacle_assume(r == i);
        out[i] = r;
        barnacle_assert(out[i] == i);
      }
      kernel void five(global atomic_int *x, global int *out) {
        barnacle_assume(out[0] == 5);
        out[0] += 1;
      }
      kernel void before(global atomic_int *x, global int *out) {
        out[0] = get_global_id(0);
        barnacle_assume(atomic_load_explicit(x, memory_order_relaxed) == 1);
      }
      kernel void beside(global atomic_int *x, global int *out) {
        int i = get_global_id(0);
        out[i / 2] = i;
        barnacle_assume(i > 0);
      }
      kernel void behind(global atomic_int *x, global int *out) {
        barnacle_assume(atomic_load_explicit(x, memory_order_relaxed) == 1);
        out[0] = get_global_id(0);
      }
      kernel void waits(global atomic_int *x, global int *out) {
        int i = get_global_id(0);
        if (i == 0) {
          barnacle_assume(out[i] == 1);
          atomic_store_explicit(x, 1, memory_order_relaxed);
        } else {
          for (int k = 0; k < 2 && atomic_load_explicit(x, memory_order_relaxed) == 0; k++) { }
        }
      }
      """;

  private int assuming(String... arguments) throws IOException {
    Path source = Files.writeString(folder.resolve("a.cl"), ASSUMES);
    text.getBuffer().setLength(0);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add(1, source.toString());
    all.addAll(List.of("--options=-cl-std=CL3.0", "--arg", "x=int[1]"));
    PrintWriter writer = new PrintWriter(text, true);
    return Main.run(writer, writer, all.toArray(String[]::new));
  }

  /** Such an execution ends there: what was wrong before, or beside it, is so all the same. */
  @ParameterizedTest
  @CsvSource({"before,true", "beside,true", "behind,false", "waits,false"})
  void faultsBeforeAFalseAssumptionCount(String kernel, boolean faulty) throws IOException {
    for (String model : List.of("opencl-scoped", "opencl-3.1", "rc11")) {
      int status =
          assuming(
              "explore",
              "--kernel=" + kernel,
              "--global=3",
              "--local=1",
              "--arg=out=int[2]",
              "--model",
              model);
      assertEquals(faulty ? ExitStatus.FINDINGS : ExitStatus.OK, status, text::toString);
      assertEquals(faulty, text.toString().contains("data race"), text::toString);
    }
  }

  @Test
  void executionsWithAFalseAssumptionAreNotThere() throws IOException {
    for (String model : List.of("opencl-scoped", "opencl-3.1", "sc", "rc11")) {
      String[] ordered = {
        "explore", "--kernel=in_order", "--global=3", "--local=1", "--arg=out=int[3]", "--model"
      };
      List<String> arguments = new ArrayList<>(List.of(ordered));
      arguments.add(model);
      assertEquals(ExitStatus.OK, assuming(arguments.toArray(String[]::new)), text::toString);
      assertTrue(text.toString().contains("1 final state"), text::toString);
    }
    assertEquals(
        ExitStatus.OK,
        assuming("explore", "--kernel=five", "--global=1", "--arg=out=int[1]=any:0..9"));
    assertTrue(text.toString().contains("out[0]=6 out@start[0]=5"), text::toString);
    assertEquals(
        ExitStatus.OK, assuming("explore", "--kernel=five", "--global=1", "--arg=out=int[1]"));
    assertTrue(
        text.toString().contains("no execution meets the kernel's assumptions"), text::toString);
  }

  @Test
  void anAssumptionDoesNothingInARun() throws IOException {
    String[] five = {"run", "--kernel=five", "--global=1", "--arg=out=int[]=7", "--print=out"};
    assertEquals(ExitStatus.OK, assuming(five), text::toString);
    assertTrue(text.toString().contains("out: 8"), text::toString);
    five[0] = "check";
    assertEquals(ExitStatus.OK, assuming("check", five[1], five[2], five[3]), text::toString);
    assertTrue(text.toString().contains("clean"), text::toString);
  }

  @Test
  void onlyStatesThatPassTheFilterCount() throws IOException {
    assertEquals(
        ExitStatus.FINDINGS,
        buffered("--filter", "r[0] == 1", "--assert", "r[1] == 0"),
        text::toString);
    assertTrue(text.toString().contains("2 final states"), text::toString);
    assertEquals(
        ExitStatus.OK, buffered("--filter", "r[0] == 1", "--assert", "r[0] == 1"), text::toString);
    assertEquals(
        ExitStatus.OK, buffered("--filter", "r[0] == 7", "--assert", "r[0] == 1"), text::toString);
    assertTrue(text.toString().contains("no final state satisfies --filter"), text::toString);
  }
}
