import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Makes a class with a constant for each instruction of SPIR-V, of {@code names.txt}, which is of
 * the grammar: a wrong name does not compile.
 */
public final class SpirvOpcodes {
  private static final String PACKAGE = "dev.barnacle.frontend.internal.spirv.binary";

  public static void main(String[] args) throws IOException {
    StringBuilder text = new StringBuilder("package " + PACKAGE + ";\n\n");
    text.append("/** The names of all instructions of SPIR-V (\"Instructions\"). */\n");
    text.append("public final class Opcode {\n");
    Set<String> constants = new HashSet<>();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] words = line.split(" ");
      if (words[0].equals("op") && constants.add(constant(words[2]))) {
        text.append("  /** {@code ").append(words[2]).append("}, ").append(words[1]).append(". */\n");
        text.append("  public static final String ").append(constant(words[2])).append(" = \"");
        text.append(words[2]).append("\";\n\n");
      }
    }
    text.append("  private Opcode() {}\n}\n");
    Path file = Path.of(args[1]).resolve(PACKAGE.replace('.', '/')).resolve("Opcode.java");
    Files.createDirectories(file.getParent());
    if (!Files.exists(file) || !Files.readString(file).contentEquals(text)) {
      Files.writeString(file, text);
    }
  }

  /** Returns {@code F_ADD} for {@code OpFAdd}. */
  private static String constant(String name) {
    return name.substring("Op".length())
        .replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_")
        .toUpperCase(java.util.Locale.ROOT);
  }
}
