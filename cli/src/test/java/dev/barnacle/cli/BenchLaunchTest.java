package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.command.arguments.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bench --launch}: kernels of the user's own. */
class BenchLaunchTest {
  private static final String SCALE =
      """
      #include "factor.h"
      kernel void scale(global float *x, global const float *y, local int *t, float by, int4 v)
      {
        x[get_global_id(0)] = y[get_global_id(0)] * by * FACTOR + v.w;
      }
      kernel void address(global ulong *x) { x[0] = (ulong)x; }
      kernel void picture(read_only image2d_t i, global float *x) { x[0] = get_image_width(i); }
      """;

  private static final String ARGUMENTS =
      """
      {"source": "scale.cl", "options": "-cl-std=CL3.0", "kernel": "scale", "global": [64],
       "offset": [OFFSET], "args": [
        {"buffer": {"type": "float", "count": 128}},
        {"name": "y", "SECOND},
        {"name": "t", "local": {"bytes": 16}},
        {"name": "by", "value": {"type": "float", "value": 2}},
        {"name": "v", "value": {"type": "int4", "value": [1, 2, 3, 4]}}]}
      """;

  private static final String IOTA =
      "buffer\": {\"type\": \"float\", \"count\": 128, \"init\": \"iota\"}";

  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void program(String where) throws IOException {
    file(where + "scale.cl", SCALE);
    file(where + "factor.h", "#define FACTOR 3\n");
  }

  private static CommandRunner.Result bench(String... words) {
    List<String> all = new ArrayList<>(List.of("bench", "--repeat", "1"));
    all.addAll(List.of(words));
    return CommandRunner.run(all.toArray(String[]::new));
  }

  private static CommandRunner.Result alone(Path launches, String... words) {
    List<String> all = new ArrayList<>(List.of("--alone", "--launch", launches.toString()));
    all.addAll(List.of(words));
    return bench(all.toArray(String[]::new));
  }

  private String launch(int offset, String second) {
    return ARGUMENTS.replace("OFFSET", String.valueOf(offset)).replace("SECOND", second);
  }

  @Test
  void aRowIsALaunchFile() throws IOException {
    program("");
    Path one = file("one.json", launch(0, IOTA));
    Path two = file("two.json", launch(64, "same\": \"x\""));
    Path nothing = file("three.json", launch(0, "null\": true").replace("[64]", "[0]"));
    CommandRunner.Result result = alone(folder, "--json");
    assertEquals(ExitStatus.BAD_INPUT, result.status());
    assertTrue(result.err().contains("has no work-items"), result.err());
    assertTrue(result.err().startsWith(nothing.toString()), result.err());
    List<String> lines = result.out().lines().toList();
    assertEquals(2, lines.size(), result.out());
    assertTrue(
        lines.getFirst().startsWith("{\"bench\":\"" + one + "\",\"size\":\"scale 64\","),
        result.out());
    assertTrue(lines.getFirst().contains("\"unit\":\"Mitem/s\",\"against\":[]"), result.out());
    assertTrue(lines.getLast().contains(two + "\",\"size\":\"scale 64 from 64\""), result.out());
    CommandRunner.Result table = alone(one, "--launch", two.toString());
    assertEquals(ExitStatus.OK, table.status(), table.err());
    assertEquals(2, table.out().lines().filter(line -> line.contains(" scale 64")).count());
  }

  @Test
  void programsMayLieBelowARoot() throws IOException {
    program("sources/deep/");
    Path launch = file("launches/one.json", launch(0, IOTA).replace("scale.cl", "deep/scale.cl"));
    CommandRunner.Result found = alone(launch, "--root", folder.resolve("sources").toString());
    assertEquals(ExitStatus.OK, found.status(), found.err());
    CommandRunner.Result lost = alone(launch);
    assertEquals(ExitStatus.BAD_INPUT, lost.status());
    assertTrue(lost.err().contains("deep/scale.cl: error: no such file"), lost.err());
  }

  @Test
  void whatNoOtherPlatformTakesIsRefused() throws IOException {
    program("");
    Path part = file("part.json", launch(0, "same\": \"x\", \"offset\": 4"));
    assertTrue(alone(part).err().startsWith(part + ":4:3: error: part of a buffer"));
    Path image =
        file(
            "image.json",
            """
            {"source": "scale.cl", "kernel": "picture", "global": [1], "args": [
             {"image": {"type": "float", "size": [4, 4]}},
             {"buffer": {"type": "float", "count": 1}}]}
            """);
    CommandRunner.Result refused = alone(image);
    assertEquals(ExitStatus.BAD_INPUT, refused.status());
    assertTrue(
        refused.err().startsWith(image + ":2:2: error: argument 'i' is none"), refused.err());
    Path spirv = file("module.json", launch(0, IOTA).replace("scale.cl", "scale.spvasm"));
    file("scale.spvasm", "");
    assertTrue(alone(spirv).err().contains("is no program of OpenCL C"), alone(spirv).err());
  }

  @Test
  void wrongOptionsAreTold() {
    for (List<String> words :
        List.of(
            List.of("--launch", "x.json", "sobel"),
            List.of("--launch", "x.json", "--scale", "2"),
            List.of("--launch", "x.json", "--litmus"),
            List.of("--root", "."))) {
      CommandRunner.Result result = bench(words.toArray(String[]::new));
      assertEquals(ExitStatus.BAD_INPUT, result.status(), words.toString());
      assertTrue(result.err().contains("--launch"), result.err());
      assertEquals("", result.out());
    }
    CommandRunner.Result empty = alone(folder);
    assertEquals(ExitStatus.BAD_INPUT, empty.status());
    assertTrue(empty.err().contains("holds no launch file (*.json)"), empty.err());
  }

  /** Needs another OpenCL platform, such as Debian's pocl-opencl-icd. */
  @Test
  void resultsOfAllPlatformsAreCompared() throws IOException {
    program("");
    Path same = file("same.json", launch(0, IOTA));
    CommandRunner.Result agreed = bench("--launch", same.toString(), "--json");
    assumeTrue(!agreed.err().contains("note: no "), "no other OpenCL platform is installed");
    assertEquals(ExitStatus.OK, agreed.status(), agreed.err() + agreed.out());
    assertTrue(agreed.out().contains("\"bench\":\"geometric_mean\""), agreed.out());
    Path different =
        file(
            "different.json",
            """
            {"source": "scale.cl", "kernel": "address", "global": [1], "args": [
             {"buffer": {"type": "ulong", "count": 1}}]}
            """);
    CommandRunner.Result told = bench("--launch", different.toString(), "--json");
    assertEquals(ExitStatus.FINDINGS, told.status(), told.out());
    assertTrue(told.out().contains("differ in buffer 0"), told.out());
    assertFalse(told.out().contains("geometric_mean"), told.out());
  }
}
