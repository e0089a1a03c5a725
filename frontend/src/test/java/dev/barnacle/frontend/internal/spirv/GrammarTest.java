package dev.barnacle.frontend.internal.spirv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.spirv.module.Environment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each instruction of SPIR-V's grammar, with operands that fit none: it is refused by its name. */
class GrammarTest {
  private static final int VERSION = 0x00010600;
  private static final int BOUND = 1000;
  private static final int FRESH = 900;

  /** What is said of an instruction that nobody reads. */
  private static final List<String> UNKNOWN =
      List.of(
          "this instruction is not supported",
          "this type is not supported",
          "this constant is not supported",
          "it does not stand in a function");

  /** Instructions that a supported capability has, and that are refused all the same. */
  private static final Set<String> REFUSED =
      Set.of(
          // Matrices: no kernel has them (OpenCL SPIR-V Environment, "Required Capabilities").
          "OpTypeMatrix",
          "OpTranspose",
          "OpMatrixTimesScalar",
          "OpVectorTimesMatrix",
          "OpMatrixTimesVector",
          "OpMatrixTimesMatrix",
          "OpOuterProduct",
          // Of no capability, for shaders' images and storage classes.
          "OpImageTexelPointer",
          // Of extensions that are not offered.
          "OpExtInstWithForwardRefsKHR",
          "OpGroupIAddNonUniformAMD",
          "OpGroupFAddNonUniformAMD",
          "OpGroupFMinNonUniformAMD",
          "OpGroupUMinNonUniformAMD",
          "OpGroupSMinNonUniformAMD",
          "OpGroupFMaxNonUniformAMD",
          "OpGroupUMaxNonUniformAMD",
          "OpGroupSMaxNonUniformAMD");

  /** A line of the grammar. */
  private record Row(int opcode, String name, boolean type, boolean result, List<String> needs) {
    static Row of(String line) {
      String[] parts = line.split(" ", -1);
      return new Row(
          Integer.parseInt(parts[1]),
          parts[2],
          parts[3].contains("t"),
          parts[3].contains("r"),
          parts.length > 4 ? List.of(parts[4].split(",", -1)) : List.of());
    }
  }

  private static List<String> lines(String kind) throws IOException {
    try (InputStream in =
        SpirvCompiler.class.getResourceAsStream("/dev/barnacle/frontend/spirv/names.txt")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> line.startsWith(kind + " "))
          .toList();
    }
  }

  /** A module with an instruction among the declarations or in a function. */
  private static byte[] module(Row row, boolean inFunction) {
    List<Integer> words = new ArrayList<>(List.of(0x07230203, VERSION, 0, BOUND, 0));
    for (int capability : Environment.capabilities()) {
      add(words, 17, capability);
    }
    add(words, 14, 2, 2); // OpMemoryModel Physical64 OpenCL
    add(words, 19, 1); // OpTypeVoid
    add(words, 33, 2, 1); // OpTypeFunction
    if (!inFunction) {
      add(words, row);
    }
    add(words, 54, 1, 3, 0, 2); // OpFunction
    add(words, 248, 4); // OpLabel
    if (inFunction) {
      add(words, row);
    }
    add(words, 253); // OpReturn
    add(words, 56); // OpFunctionEnd
    ByteBuffer bytes = ByteBuffer.allocate(words.size() * 4).order(ByteOrder.LITTLE_ENDIAN);
    words.forEach(bytes::putInt);
    return bytes.array();
  }

  private static void add(List<Integer> words, int opcode, int... operands) {
    words.add((operands.length + 1) << 16 | opcode);
    Arrays.stream(operands).forEach(words::add);
  }

  private static void add(List<Integer> words, Row row) {
    List<Integer> operands = new ArrayList<>();
    if (row.type()) {
      operands.add(1);
    }
    if (row.result()) {
      operands.add(FRESH);
    }
    operands.addAll(List.of(1, 1, 1, 1, 1, 1, 1, 1));
    add(words, row.opcode(), operands.stream().mapToInt(Integer::intValue).toArray());
  }

  /** Returns what is said of the instruction; nothing where it is read. */
  private static String message(Row row, boolean inFunction) {
    try {
      byte[] unused = SpirvCompiler.compile("m.spv", module(row, inFunction), Map.of());
      return "";
    } catch (FrontendException e) {
      String message = String.valueOf(e.getMessage());
      assertTrue(message.startsWith("m.spv:word "), message);
      return message;
    }
  }

  @Test
  void eachInstructionIsReadOrRefusedByItsName() throws IOException {
    List<String> capabilities = new ArrayList<>();
    for (String line : lines("Capability")) {
      String[] parts = line.split(" ", -1);
      if (Environment.capabilities().contains(Integer.parseInt(parts[1]))) {
        capabilities.add(parts[2]);
      }
    }
    Set<String> refused = new TreeSet<>();
    for (String line : lines("op")) {
      Row row = Row.of(line);
      String outside = message(row, false);
      String inside = message(row, true);
      boolean unknown =
          UNKNOWN.stream().anyMatch(outside::contains)
              && UNKNOWN.stream().anyMatch(inside::contains);
      if (unknown) {
        assertTrue(outside.contains(row.name() + ": "), outside);
        assertTrue(inside.contains(row.name() + ": "), inside);
      }
      boolean offered =
          row.needs().isEmpty() || row.needs().stream().anyMatch(capabilities::contains);
      if (offered && unknown) {
        refused.add(row.name());
      }
    }
    assertEquals(new TreeSet<>(REFUSED), refused);
  }

  @Test
  void eachCapabilityIsTakenOrRefusedByItsName() throws IOException {
    for (String line : lines("Capability")) {
      String[] parts = line.split(" ", -1);
      List<Integer> words = new ArrayList<>(List.of(0x07230203, VERSION, 0, BOUND, 0));
      add(words, 17, Integer.parseInt(parts[1]));
      add(words, 14, 2, 2);
      ByteBuffer bytes = ByteBuffer.allocate(words.size() * 4).order(ByteOrder.LITTLE_ENDIAN);
      words.forEach(bytes::putInt);
      try {
        byte[] unused = SpirvCompiler.compile("m.spv", bytes.array(), Map.of());
        assertTrue(Environment.capabilities().contains(Integer.parseInt(parts[1])), parts[2]);
      } catch (FrontendException e) {
        assertEquals(
            "m.spv:word 5: error: OpCapability: the capability " + parts[2] + " is not supported",
            String.valueOf(e.getMessage()).strip());
      }
    }
  }
}
