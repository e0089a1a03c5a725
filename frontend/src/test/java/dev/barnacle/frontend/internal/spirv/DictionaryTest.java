package dev.barnacle.frontend.internal.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.barnacle.frontend.extension.SpirvExtension;
import dev.barnacle.frontend.internal.spirv.binary.SpirvNames;
import dev.barnacle.frontend.internal.spirv.dictionary.BuiltinFunction;
import dev.barnacle.frontend.internal.spirv.dictionary.GroupReduction;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the code calls SPIR-V's instructions and capabilities, the grammar calls so too. */
class DictionaryTest {
  private static final Path CODE = Path.of("src/main/java/dev/barnacle/frontend/internal/spirv");
  private static final Pattern INSTRUCTION = Pattern.compile("\"(Op[A-Z]\\w*[a-zA-Z])\"");

  /** Names that are only the beginning of others. */
  private static final Set<String> STEMS =
      Set.of(
          "OpCommit",
          "OpGetKernel",
          "OpGroup",
          "OpGroupCommit",
          "OpGroupNonUniform",
          "OpGroupReserve",
          "OpLogical",
          "OpReserve",
          "OpReserved",
          "OpSubgroupShuffle",
          "OpType");

  private static Set<String> instructions() throws IOException {
    try (InputStream in =
        SpirvNames.class.getResourceAsStream("/dev/barnacle/frontend/spirv/names.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith("op "))
          .map(line -> Arrays.asList(line.split(" ", -1)).get(2))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void instructionsThatTheCodeNamesAreThoseOfTheGrammar() throws IOException {
    Set<String> named = new TreeSet<>();
    try (Stream<Path> files = Files.walk(CODE)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        INSTRUCTION
            .matcher(Files.readString(file))
            .results()
            .map(r -> r.group(1))
            .forEach(named::add);
      }
    }
    assertFalse(named.isEmpty());
    named.removeAll(instructions());
    named.removeAll(STEMS);
    assertEquals(Set.of(), named);
  }

  @Test
  void composedNamesAreThoseOfTheGrammar() throws IOException {
    Set<String> known = instructions();
    assertEquals(
        List.of(),
        BuiltinFunction.all().stream()
            .map(BuiltinFunction::op)
            .filter(n -> !known.contains(n))
            .toList());
    assertEquals(
        List.of(),
        BuiltinFunction.all().stream()
            .map(BuiltinFunction::capability)
            .filter(c -> !c.isEmpty() && SpirvNames.number("Capability", c).isEmpty())
            .toList());
    assertEquals(
        List.of(),
        GroupReduction.all().stream()
            .flatMap(r -> Stream.of(r.uniform(), r.nonUniform()))
            .filter(n -> !known.contains(n))
            .toList());
    assertEquals(
        List.of(),
        Stream.of(SpirvExtension.values())
            .flatMap(e -> e.capabilities().stream())
            .filter(c -> SpirvNames.number("Capability", c).isEmpty())
            .toList());
  }
}
