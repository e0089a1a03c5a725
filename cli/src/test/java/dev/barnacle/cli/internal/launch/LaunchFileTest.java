package dev.barnacle.cli.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.DataType.Scalar;
import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Launch files, good and bad. */
class LaunchFileTest {
  @TempDir private Path folder;

  private LaunchSpec read(String json) throws IOException {
    return LaunchFile.read(Files.writeString(folder.resolve("l.json"), json).toString());
  }

  @Test
  void allThatMayStandInOne() throws IOException {
    LaunchSpec spec =
        read(
            """
            {"source": "k.cl", "options": "-DN=4", "kernel": "k", "global": [64, 2],
             "local": [16, 1], "offset": [0, 3],
             "args": [{"buffer": {"type": "int", "count": 1024, "init": "zero"}},
                      {"buffer": {"type": "float2", "init": [[1, 2.5], [3, "nan"]]}},
                      {"local": {"bytes": 256}},
                      {"value": {"type": "int", "value": 3}},
                      {"name": "v", "value": {"type": "float2", "value": [0.1, 1e3]}},
                      {"value": {"type": "struct", "value": "@s.bin"}},
                      {"null": true}]}
            """);
    assertEquals(folder.resolve("k.cl"), spec.source());
    assertEquals("-DN=4", spec.options());
    assertEquals("k", spec.kernel());
    assertEquals(List.of(64L, 2L), spec.global());
    assertEquals(List.of(16L, 1L), spec.local());
    assertEquals(List.of(0L, 3L), spec.offset());
    DataType integer = new DataType(Scalar.INT, 1);
    DataType float2 = new DataType(Scalar.FLOAT, 2);
    assertEquals(
        List.of(
            new ArgumentSpec.BufferSpec(integer, Optional.of(1024L), new Init.Zero()),
            new ArgumentSpec.BufferSpec(
                float2, Optional.empty(), new Init.Values(List.of("1", "2.5", "3", "nan"))),
            new ArgumentSpec.Local(256),
            new ArgumentSpec.Value(Optional.of(integer), List.of("3")),
            new ArgumentSpec.Value(Optional.of(float2), List.of("0.1", "1e3")),
            new ArgumentSpec.BytesFile(folder.resolve("s.bin")),
            new ArgumentSpec.Null()),
        spec.arguments().stream().map(LaunchSpec.Given::spec).toList());
    assertEquals(Optional.of("v"), spec.arguments().get(4).name());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"kernel\": 3} | 1:12: error: expected a string, not a number",
        "[] | 1:1: error: expected an object, not an array",
        "{\"globl\": [1]} | 1:11: error: \"globl\" is unknown here; known are source, options,"
            + " kernel, global, local, offset, args",
        "{\"global\": [1.5]} | 1:13: error: 1.5 is no whole number of 64 bits",
        "{\"global\": 1} | 1:12: error: expected an array, not a number",
        "{\"args\": [{\"buffer\": {\"count\": 1}}]} | 1:22: error: \"type\" is missing",
        "{\"args\": [{\"buffer\": {\"type\": \"int\"}}]} | 1:22: error: a buffer needs a \"count\""
            + " or an \"init\"",
        "{\"args\": [{\"buffer\": {\"type\": \"int\", \"count\": 0}}]} | 1:47: error: 0 is not at"
            + " least 1",
        "{\"args\": [{}]} | 1:11: error: an argument is one of \"buffer\", \"image\", \"pipe\","
            + " \"sampler\", \"queue\", \"local\", \"value\", \"same\" (with an \"offset\"),"
            + " \"null\"",
        "{\"args\": [{\"image\": {\"type\": \"half\", \"size\": [1]}}]} | 1:21: error: 'half' is no"
            + " type of an image's channels: float, int or uint",
        "{\"args\": [{\"image\": {\"size\": [4, 0]}}]} | 1:30: error: a size is at least 1",
        "{\"args\": [{\"null\": false}]} | 1:11: error: a null pointer is written {\"null\": true}",
        "{\"args\": [{\"value\": {\"type\": \"int\", \"value\": \"x\"}}]} | 1:46: error: expected a"
            + " number, not a string",
        "{\"kernel\": \"a\", \"kernel\": \"b\"} | 1:17: error: \"kernel\" is given twice",
        "{\"kernel\": \"a\"} 1 | 1:17: error: more after the end of the JSON value",
      })
  void errorsNameTheirPlace(String json, String message) {
    InputException e = assertThrows(InputException.class, () -> read(json));
    assertEquals(folder.resolve("l.json") + ":" + message, e.diagnostic());
  }

  @Test
  void syntaxErrorsNameTheirPlace() {
    InputException e =
        assertThrows(InputException.class, () -> read("{\"kernel\": \"k\"\n  \"global\": [1]}"));
    assertEquals(
        folder.resolve("l.json") + ":2:3: error: unexpected '\"', expected ',' or '}'",
        e.diagnostic());
  }

  @Test
  void emptyAndMissingFiles() {
    assertEquals(
        folder.resolve("l.json") + ":1:1: error: the file has no JSON value",
        assertThrows(InputException.class, () -> read("")).diagnostic());
    assertEquals(
        "none.json: error: no such file or directory",
        assertThrows(InputException.class, () -> LaunchFile.read("none.json")).diagnostic());
  }
}
