package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ptx} and {@code vulkan}: verdicts that follow from the specifications' text. */
class GpuModelsTest {
  private static final Path TESTS = Path.of("src/test/resources/dev/barnacle/cli/gpu");

  private static final String KERNELS =
      """
      kernel void pass(global int *x, global atomic_int *flag, global int *r) {
        if (get_global_id(0) == 0) {
          *x = 1;
          atomic_store_explicit(flag, 1, memory_order_release, SCOPE);
        } else if (atomic_load_explicit(flag, memory_order_acquire, SCOPE) == 1) {
          *r = *x;
        }
      }
      kernel void met(global int *x, global int *r) {
        int i = get_local_id(0);
        x[i] = i + 1;
        barrier(FLAG);
        r[i] = x[1 - i];
      }
      """;

  @TempDir Path folder;

  /** Each test says why in its first lines. */
  @Test
  void verdictsAreThoseOfTheSpecifications() throws IOException {
    Path expected = TESTS.resolve("expected.csv");
    int rows = Files.readAllLines(expected).size() - 1;
    assertTrue(rows > 90, rows + " rows");
    CommandRunner.Result result =
        CommandRunner.run("litmus", TESTS.toString(), "--expect", expected.toString());
    assertEquals(ExitStatus.OK, result.status(), result.err());
    assertTrue(
        result.out().startsWith("%d of %d verdicts agree".formatted(rows, rows)), result.out());
  }

  private CommandRunner.Result explore(String model, String options, String kernel, int local)
      throws IOException {
    Path source = Files.writeString(folder.resolve("k.cl"), KERNELS);
    List<String> arguments =
        List.of(
            "explore",
            source.toString(),
            "--options=-cl-std=CL3.0 -DSCOPE=memory_scope_device -DFLAG=CLK_GLOBAL_MEM_FENCE "
                + options,
            "--model=" + model,
            "--kernel=" + kernel,
            "--global=2",
            "--local=" + local);
    return CommandRunner.run(arguments.toArray(String[]::new));
  }

  /** A scope of a work-group passes nothing on to another; a fence of local memory may. */
  @ParameterizedTest
  @CsvSource({
    "ptx, '', pass, 1, 0",
    "ptx, -USCOPE -DSCOPE=memory_scope_work_group, pass, 1, 1",
    "ptx, -USCOPE -DSCOPE=memory_scope_work_group, pass, 2, 0",
    "ptx, '', met, 2, 0",
    "ptx, -UFLAG -DFLAG=CLK_LOCAL_MEM_FENCE, met, 2, 0",
    "vulkan, '', pass, 1, 0",
    "vulkan, -USCOPE -DSCOPE=memory_scope_work_group, pass, 1, 1",
    "vulkan, -USCOPE -DSCOPE=memory_scope_work_group, pass, 2, 0",
    "vulkan, '', met, 2, 0",
    "vulkan, -UFLAG -DFLAG=CLK_LOCAL_MEM_FENCE, met, 2, 1",
  })
  void kernelsAreExploredUnderThem(
      String model, String options, String kernel, int local, int races) throws IOException {
    CommandRunner.Result result = explore(model, options, kernel, local);
    assertEquals(
        races == 0 ? ExitStatus.OK : ExitStatus.FINDINGS,
        result.status(),
        result.out() + result.err());
    assertEquals(races > 0, result.out().contains("data race"), result.out());
  }
}
