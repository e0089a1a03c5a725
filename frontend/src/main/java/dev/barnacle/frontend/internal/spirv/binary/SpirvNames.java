package dev.barnacle.frontend.internal.spirv.binary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of SPIR-V's grammar: of instructions, enumerants, and the set {@code OpenCL.std}. */
public final class SpirvNames {
  private static final String FILE = "/dev/barnacle/frontend/spirv/names.txt";

  private static final Map<Integer, Operation> OPERATIONS = new HashMap<>();
  private static final Map<String, Integer> OPCODES = new HashMap<>();
  private static final Map<String, Map<Integer, String>> ENUMERANTS = new HashMap<>();

  /**
   * An instruction of the grammar.
   *
   * @param name such as {@code OpLoad}
   * @param hasType whether its first operand is the type of its result
   * @param hasResult whether it has a result id
   */
  public record Operation(String name, boolean hasType, boolean hasResult) {}

  private SpirvNames() {}

  static {
    for (String line : text().split("\n", -1)) {
      String[] parts = line.split(" ", -1);
      if (line.startsWith("#") || parts.length < 3) {
        continue;
      }
      int number = Integer.parseInt(parts[1]);
      if (parts[0].equals("op")) {
        boolean hasType = parts[3].contains("t");
        OPERATIONS.put(number, new Operation(parts[2].intern(), hasType, parts[3].contains("r")));
        OPCODES.put(parts[2], number);
      } else {
        ENUMERANTS.computeIfAbsent(parts[0], k -> new HashMap<>()).put(number, parts[2].intern());
      }
    }
  }

  private static String text() {
    try (InputStream in = SpirvNames.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("no " + FILE + " among the resources");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the instruction of an opcode; null where the grammar has none. */
  public static @Nullable Operation operation(int opcode) {
    return OPERATIONS.get(opcode);
  }

  /** Returns the opcode of an instruction of the grammar by its name. */
  public static int opcode(String name) {
    Integer opcode = OPCODES.get(name);
    if (opcode == null) {
      throw new IllegalArgumentException("no instruction " + name);
    }
    return opcode;
  }

  /** Returns the number of an enumerant by its name; empty where the grammar has none. */
  public static Optional<Integer> number(String kind, String name) {
    return ENUMERANTS.getOrDefault(kind, Map.of()).entrySet().stream()
        .filter(e -> e.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * Returns the name of an enumerant.
   *
   * @param kind as the grammar has it, such as {@code Capability}; {@code std} for the instructions
   *     of {@code OpenCL.std}
   */
  public static Optional<String> enumerant(String kind, int number) {
    return Optional.ofNullable(ENUMERANTS.getOrDefault(kind, Map.of()).get(number));
  }

  /** Returns the numbers of enumerants that have these names, in order. */
  public static List<Integer> numbers(String kind, Set<String> names) {
    return ENUMERANTS.getOrDefault(kind, Map.of()).entrySet().stream()
        .filter(e -> names.contains(e.getValue()))
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  /** Returns the name of an enumerant for a message: its number where it has no name. */
  public static String describe(String kind, int number) {
    return enumerant(kind, number).orElse(kind + " " + Integer.toUnsignedString(number));
  }
}
