package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cli.CommandRunner.Result;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.json.Json;
import dev.barnacle.command.json.JsonReader;
import org.junit.jupiter.api.Test;

/** {@code barnacle devices}, {@code --version} and {@code --help}. */
class DevicesCommandTest {
  @Test
  void devicesAsJson() {
    Result result = CommandRunner.run("devices", "--json");
    String[] lines = result.out().split("\\R", 2);
    assertEquals(2, lines.length);
    Json.Obj custom = JsonReader.read("out", lines[1]).asObject();
    assertEquals("custom", custom.require("type").asText());
    assertTrue(result.out().contains("barnacle_sort_int(global int *keys, ulong count)"));
    Json.Obj device = JsonReader.read("out", lines[0]).asObject();
    assertEquals("cpu", device.require("type").asText());
    assertEquals("Barnacle", device.require("platform").asText());
    assertTrue(device.require("version").asText().startsWith("OpenCL 3.1 "));
    assertEquals(
        Runtime.getRuntime().availableProcessors(), device.require("compute_units").asLong());
    assertTrue(device.require("global_mem_bytes").asLong() > 0);
  }

  @Test
  void devicesAsText() {
    Result result = CommandRunner.run("devices");
    assertTrue(result.out().lines().anyMatch(l -> l.startsWith("compute units ")), result.out());
    assertEquals(ExitStatus.OK, result.status());
  }

  @Test
  void versionAndHelp() {
    assertTrue(CommandRunner.run("--version").out().matches("barnacle \\d+\\.\\d+\\.\\d+\\R"));
    Result help = CommandRunner.run("run", "--help");
    assertEquals(ExitStatus.OK, help.status());
    assertTrue(
        help.out().contains("--arg=NAME=SPEC") && help.out().contains("INIT is zero"), help.out());
    assertTrue(help.out().contains("AArch64's sve2|sve|lse|neon"), help.out());
    assertTrue(CommandRunner.run("--help").out().contains("devices"));
  }
}
