package dev.barnacle.icd.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.barnacle.cl.ErrorCode;
import dev.barnacle.frontend.extension.Extension;
import dev.barnacle.icd.internal.abi.Entry;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The device's extensions, and calls of small ones. */
class ExtensionsTest extends ObjectTests {
  private static final Path PAGE = Path.of("../docs/reference/extensions.md");
  private static final Pattern ROW = Pattern.compile("^\\| `cl_\\w+` \\| \\d+\\.\\d+\\.\\d+ \\|");
  private static final int EXTENSIONS_WITH_VERSION = 0x1060;
  private static final int NAME_VERSION_BYTES = 68;
  private static final long INITIALIZE = 0x2030;
  private static final int REQUIREMENTS_SIZE = 0x12B2;
  private static final int REQUIREMENTS_ROW_PITCH = 0x1290;
  private static final int REQUIREMENTS_MAX_DEPTH = 0x12B5;
  private static final int IMAGE2D = 0x10F1;
  private static final int RGBA = 0x10B5;
  private static final int FLOAT = 0x10DE;

  /** The page's table is that of {@link Extension}. */
  @Test
  void thePageHasThemAll() throws IOException {
    List<String> rows =
        Files.readAllLines(PAGE).stream().filter(line -> ROW.matcher(line).find()).toList();
    List<String> expected =
        Stream.of(Extension.values())
            .sorted(Comparator.comparing(Extension::text))
            .map(e -> "| `%s` | %s | %s|".formatted(e.text(), version(e.version()), note(e)))
            .toList();
    assertEquals(String.join("\n", expected), String.join("\n", rows));
  }

  private static String note(Extension extension) {
    return extension.note().isEmpty() ? "" : extension.note() + " ";
  }

  private static String version(int version) {
    return (version >>> 22) + "." + (version >>> 12 & 0x3FF) + "." + (version & 0xFFF);
  }

  /** The device says what it has in that order, with the versions. */
  @Test
  void theDeviceNamesThemAll() {
    long device = objects.get("cl_device_id");
    Objects.ok(
        objects.shim.status(
            "clGetDeviceInfo",
            device,
            EXTENSIONS_WITH_VERSION,
            objects.out.byteSize() - 8,
            objects.out.address() + 8,
            objects.out.address()));
    List<String> named = new ArrayList<>();
    for (long at = 8; at < 8 + objects.word(); at += NAME_VERSION_BYTES) {
      int version = objects.out.get(ValueLayout.JAVA_INT, at);
      named.add(objects.out.getString(at + 4) + " " + version(version));
    }
    assertEquals(
        Stream.of(Extension.values()).map(e -> e.text() + " " + version(e.version())).toList(),
        named);
  }

  /** Programs find the entry points of each extension. */
  @Test
  void entryPointsAreFound() {
    ExtensionEntries.BY_EXTENSION.forEach(
        (extension, entries) -> {
          for (Entry entry : entries) {
            long name = objects.arena.allocateFrom(entry.name()).address();
            assertNotEquals(
                0, objects.shim.call("clGetExtensionFunctionAddress", name), entry.name());
          }
        });
  }

  private static int context(long memory) {
    long context =
        objects.shim.call(
            "clCreateContext",
            objects.words(INITIALIZE, memory, 0),
            1,
            objects.words(objects.get("cl_device_id")),
            0,
            0,
            objects.error());
    int error = objects.lastError();
    if (error == 0) {
      Objects.ok(objects.shim.status("clReleaseContext", context));
    }
    return error;
  }

  @Test
  void contextsAreMadeWithMemoryToInitialize() {
    for (long memory = 0; memory < 4; memory++) {
      assertEquals(0, context(memory));
    }
    assertEquals(ErrorCode.CL_INVALID_PROPERTY.value(), context(4));
  }

  private static int ask(long format, long shape, int query) {
    return objects.shim.status(
        "clGetImageRequirementsInfoEXT",
        objects.get("cl_context"),
        0,
        1,
        format,
        shape,
        query,
        8,
        objects.out.address(),
        0);
  }

  @Test
  void imagesHaveRequirements() {
    long format = objects.words(RGBA | (long) FLOAT << 32);
    long shape = objects.words(IMAGE2D, 10, 6, 0, 0, 0, 0, 0, 0);
    Objects.ok(ask(format, shape, REQUIREMENTS_SIZE));
    assertEquals(10 * 6 * 16, objects.word());
    Objects.ok(ask(0, 0, REQUIREMENTS_ROW_PITCH));
    assertEquals(16, objects.word());
    Objects.ok(ask(format, objects.words(0, 10, 6, 0, 0, 0, 0, 0, 0), REQUIREMENTS_MAX_DEPTH));
    assertEquals(2048, objects.number());
    assertEquals(
        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR.value(), ask(format, shape, REQUIREMENTS_MAX_DEPTH));
    assertEquals(
        ErrorCode.CL_INVALID_IMAGE_DESCRIPTOR.value(),
        ask(format, objects.words(0, 10, 6, 0, 0, 0, 0, 0, 0), REQUIREMENTS_SIZE));
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), ask(format, 0, REQUIREMENTS_SIZE));
    assertEquals(ErrorCode.CL_INVALID_VALUE.value(), ask(format, shape, 0x1110));
  }
}
