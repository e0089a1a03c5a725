package dev.barnacle.cli.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.ObjectCode;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Damaged launch files and program binaries: each is read, or refused with the declared exception.
 * How many: {@code jqwik.tries.default}.
 */
final class DamagedFilesTest {
  private static final List<String> TOKENS =
      List.of(
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "null",
          "true",
          "-1",
          "0",
          "1e99",
          "0.5",
          "\\u0000",
          "9223372036854775808",
          "-9223372036854775808",
          "\"int\"",
          "\"double16\"",
          "\"half3\"",
          "{\"local\": {\"bytes\": 8}}",
          "{\"same\": \"x\"}",
          "{\"null\": true}",
          "\"random:\"",
          "\"any:1,2\"",
          "\"iota\"",
          "\"file:/\"",
          "{\"pipe\": {\"type\": \"int\"}}",
          "\u00e9",
          "\0",
          "{\"image\": {\"type\": \"float\", \"size\": [0]}}",
          "\"commands\"",
          "\"after\"",
          "[1e3]");

  private static final List<String> LAUNCHES = launches();
  private static final byte[] BINARY = binary();

  private static List<String> launches() {
    List<String> texts = new ArrayList<>();
    for (String folder : List.of("../examples", "../examples/explore", "../campaigns/found")) {
      try (Stream<Path> all = Files.list(Path.of(folder))) {
        for (Path file : all.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
          texts.add(Files.readString(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return texts;
  }

  private static byte[] binary() {
    try (Context context = Context.create()) {
      return context
          .compile("k.cl", "kernel void k(global int *x) { x[0] = 1; }", Map.of(), "")
          .binary();
    }
  }

  @Property
  void aDamagedLaunchFileIsReadOrRefusedAtAPlace(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(LAUNCHES.get(random.nextInt(LAUNCHES.size())));
    for (int i = random.nextInt(4); i >= 0; i--) {
      damage(text, random);
    }
    try {
      LaunchSpec unused =
          LaunchFile.of(
              "t.json", JsonReader.read("t.json", text.toString()).asObject(), Path.of("none"));
    } catch (InputException e) {
      assertTrue(e.diagnostic().matches("(?s)t\\.json:\\d+:\\d+: error: \\S.*"), e.diagnostic());
    } catch (RuntimeException | Error e) {
      throw new AssertionError("on the launch file:\n" + text, e);
    }
  }

  @Property
  void aNameThatNoFileCanHaveIsRefusedAtItsPlace(@ForAll @IntRange(max = 3) int where) {
    String text =
        List.of(
                "{\"source\":@}",
                "{\"source\":@,\"launches\":[{\"kernel\":\"k\",\"global\":[1]}]}",
                "{\"args\":[{\"value\":{\"value\":@}}]}",
                "{\"args\":[{\"buffer\":{\"type\":\"int\",\"count\":1,\"init\":@}}]}")
            .get(where)
            .replace("@", "\"@a\\u0000b\"");
    InputException refused =
        assertThrows(
            InputException.class,
            () ->
                LaunchFile.of("t.json", JsonReader.read("t.json", text).asObject(), Path.of("x")));
    assertTrue(
        refused.diagnostic().matches("t.json:1:\\d+: error: '@?a[?]b' is no name of a file: .+"),
        refused.diagnostic());
  }

  private static void damage(StringBuilder text, Random random) {
    int from = random.nextInt(text.length() + 1);
    int to = Math.min(text.length(), from + 1 + random.nextInt(random.nextBoolean() ? 3 : 30));
    String token = TOKENS.get(random.nextInt(TOKENS.size()));
    switch (random.nextInt(6)) {
      case 0 -> text.delete(from, to);
      case 1 -> text.insert(to, text.substring(from, to));
      case 2 -> text.insert(from, token);
      case 3 -> value(text, from, token);
      case 4 -> text.replace(from, to, token);
      default -> text.setLength(random.nextInt(20) == 0 ? from : text.length());
    }
  }

  /** Puts a token in the place of the next value: mostly still well formed. */
  private static void value(StringBuilder text, int from, String token) {
    int colon = text.indexOf(": ", from);
    if (colon >= 0) {
      int end = colon + 2;
      while (end < text.length() && ",]}\n".indexOf(text.charAt(end)) < 0) {
        end++;
      }
      text.replace(colon + 2, end, token);
    }
  }

  /** The sums are right in half of them, so that what they guard is read. */
  @Property
  void aDamagedBinaryIsReadOrRefused(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = BINARY.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(random.nextBoolean() ? 64 : bytes.length);
      switch (random.nextInt(3)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, Math.max(64, at)) : bytes;
      }
    }
    if (random.nextBoolean()) {
      sum(bytes);
    }
    try {
      ObjectCode unused = ObjectCode.parse(bytes);
    } catch (ClException e) {
      assertEquals(ErrorCode.CL_INVALID_BINARY, e.code(), e.getMessage());
    } catch (RuntimeException | Error e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static void sum(byte[] bytes) {
    int end = bytes.length - 8;
    CRC32 first = new CRC32();
    first.update(bytes, 0, end);
    CRC32C second = new CRC32C();
    second.update(bytes, 0, end);
    java.nio.ByteBuffer.wrap(bytes, end, 8)
        .order(java.nio.ByteOrder.LITTLE_ENDIAN)
        .putInt((int) first.getValue())
        .putInt((int) second.getValue());
  }
}
