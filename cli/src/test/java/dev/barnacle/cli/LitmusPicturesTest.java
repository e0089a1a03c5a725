package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code litmus --witnesses} and {@code --show}. */
final class LitmusPicturesTest extends LitmusCommandRuns {
  private static final String MESSAGE =
      """
      OPENCL mp
      { [x] = 0; [y] = 0; }
      P0@wg 0, dev 0 (global int* x, global atomic_int* y) {
        *x = 1;
        atomic_store_explicit(y, 1, ORDER, memory_scope_device);
      }
      P1@wg 1, dev 0 (global int* x, global atomic_int* y) {
        int r = atomic_load_explicit(y, memory_order_acquire, memory_scope_device);
        int s = 1;
        if (r == 1) {
          s = *x;
        }
      }
      exists (1:r=1 /\\ 1:s=VALUE)
      """;

  @TempDir Path folder;

  private Path test(String order, int value) throws IOException {
    String text = MESSAGE.replace("ORDER", order).replace("VALUE", String.valueOf(value));
    return Files.writeString(folder.resolve("mp.litmus"), text);
  }

  private String witness(String name) throws IOException {
    return Files.readString(folder.resolve("out").resolve(name));
  }

  private int litmus(Path file, String model, String... more) {
    Stream<String> all =
        Stream.concat(Stream.of("litmus", file.toString(), "--model", model), Stream.of(more));
    return run(all.toArray(String[]::new));
  }

  @Test
  void witnessesHaveEventsRelationsAndPlaces() throws IOException {
    String out = folder.resolve("out").toString();
    Path file = test("memory_order_release", 1);
    assertEquals(ExitStatus.OK, litmus(file, "opencl-scoped", "--witnesses", out));
    String json = witness("mp.opencl-scoped.witness.json");
    for (String part :
        List.of(
            "\"title\":\"mp, opencl-scoped: witness\"",
            "\"source\":\"" + file + "\"",
            "\"reason\":\"witness\"",
            "{\"id\":0,\"thread\":-1,\"work_group\":-1,\"device\":-1,\"label\":\"I(x)=0\"",
            "\"label\":\"W(y,rel,dv)=1\",\"line\":5,\"column\":3",
            "\"sb\":[[2,3],[4,5]]",
            "\"rf\":[[2,5],[3,4]]",
            "\"gsw\":[[3,4]]")) {
      assertTrue(json.contains(part), () -> part + " in " + json);
    }
    assertFalse(json.contains("\"hb\""), json);
    String xml = witness("mp.opencl-scoped.witness.graphml");
    assertTrue(xml.contains("<data key=\"relation\">gsw</data>"), xml);
    assertTrue(xml.contains("<data key=\"label\">I(x)=0</data>"), xml);
  }

  @Test
  void faultsAndForbiddenExecutionsAreWitnessesToo() throws IOException {
    String out = folder.resolve("out").toString();
    litmus(test("memory_order_relaxed", 1), "opencl-scoped", "--witnesses", out);
    String race = witness("mp.opencl-scoped.data-race.json");
    assertTrue(race.contains("\"highlighted\":{\"O-Dr\":[["), race);
    litmus(test("memory_order_release", 0), "ptx", "--witnesses", out);
    String forbidden = witness("mp.ptx.forbidden.json");
    assertTrue(forbidden.contains("\"title\":\"mp, ptx: forbidden by Causality\""), forbidden);
    assertTrue(forbidden.contains("\"sw\":[[3,4]]"), forbidden);
  }

  /** Of an order only the steps are drawn; a relation that is none is drawn as it is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opencl-scoped | ghb | \"ghb\":[[0,2],[1,2],[2,3],[3,4],[4,5]]",
        "opencl-scoped | loc,ghb | \"loc\":[[0,0],[0,2],[0,5],[1,1],",
        "opencl-scoped | ctrl | \"ctrl\":[[4,5]]",
        "rc11 | hb | \"hb\":[[0,2],[1,2],[2,3],[3,4],[4,5]]",
        "vulkan | hb | \"hb\":[[2,3],[3,4],[4,5]]",
        "ptx | cause | \"cause\":[[0,2],[1,3],[2,5],[3,4]]",
      })
  void relationsThatAreAskedForAreDrawn(String model, String shown, String relation)
      throws IOException {
    String out = folder.resolve("out").toString();
    Path file = test("memory_order_release", 1);
    assertEquals(
        ExitStatus.OK, litmus(file, model, "--witnesses", out, "--graphs", out, "--show", shown));
    String json = witness("mp." + model + ".witness.json");
    assertTrue(json.contains(relation), json);
    String last = shown.substring(shown.indexOf(',') + 1);
    assertTrue(witness("mp." + model + ".witness.svg").contains(">" + last + "</text>"));
    assertTrue(witness("mp." + model + ".witness.dot").contains("label=\"" + last + "\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "opencl-scoped | hbb | has no relation 'hbb'; did you mean 'hb'?",
        "opencl-scoped | W | has no relation 'W'",
        "opencl-scoped | hb, | has no relation ''",
        "ptx | hb | the model ptx has no relation 'hb'",
      })
  void unknownRelationsAreErrors(String model, String shown, String error) throws IOException {
    Path file = test("memory_order_release", 1);
    String graphs = folder.resolve("out").toString();
    assertEquals(ExitStatus.BAD_INPUT, litmus(file, model, "--graphs", graphs, "--show", shown));
    assertTrue(err.toString().contains(error), err.toString());
  }

  @Test
  void relationsWithoutAPictureAreAnError() throws IOException {
    assertEquals(
        ExitStatus.BAD_INPUT, litmus(test("memory_order_release", 1), "ptx", "--show", "rf"));
    assertTrue(err.toString().contains("--show goes with"), err.toString());
  }
}
