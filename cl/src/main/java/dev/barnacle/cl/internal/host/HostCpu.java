package dev.barnacle.cl.internal.host;

import dev.barnacle.llvm.machine.Machine;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads the system's description of the processor. */
public final class HostCpu {
  private static final String CPUINFO = "proc/cpuinfo";
  private static final String BOARD = "proc/device-tree/model";
  private static final String MODEL = "model name";
  private static final String IMPLEMENTER = "CPU implementer";
  private static final String PART = "CPU part";

  /** The first processor's lines are shorter. */
  private static final int FIRST_BYTES = 8192;

  /** Of thousands of processors, which may be of several kinds. */
  private static final int MOST_BYTES = 1 << 22;

  private HostCpu() {}

  /** Returns the processor's name as far as the system tells it, else its architecture. */
  public static String name() {
    return name(Path.of("/"));
  }

  /** Returns the same of the system with this root. */
  public static String name(Path root) {
    String first = read(root, CPUINFO, FIRST_BYTES);
    // Some systems call every one of these processors by one model name.
    if (value(first, IMPLEMENTER, 0).isPresent()) {
      return armName(root, read(root, CPUINFO, MOST_BYTES));
    }
    return value(first, MODEL, 0).orElseGet(Machine::hostArchitecture);
  }

  /**
   * Returns the first processor's generation, the most significant number first: of x86-64 its
   * family, model and stepping, of AArch64 the architecture, variant and revision; zeros where the
   * system does not tell.
   */
  public static List<Integer> generation() {
    return generation(Path.of("/"));
  }

  /** Returns the same of the system with this root. */
  public static List<Integer> generation(Path root) {
    String first = read(root, CPUINFO, FIRST_BYTES);
    boolean isArm = value(first, IMPLEMENTER, 0).isPresent();
    List<String> names =
        isArm
            ? List.of("CPU architecture", "CPU variant", "CPU revision")
            : List.of("cpu family", "model\t", "stepping");
    return names.stream().map(n -> number(value(first, n, 0)).orElse(0)).toList();
  }

  /** Returns the names of all kinds of AArch64 processors, in the order that Linux lists them. */
  private static String armName(Path root, String text) {
    Set<String> names = new LinkedHashSet<>();
    boolean known = true;
    int at = line(text, IMPLEMENTER, 0);
    while (at >= 0) {
      OptionalInt implementer = number(value(text, IMPLEMENTER, at));
      OptionalInt part = number(value(text, PART, at));
      if (implementer.isPresent() && part.isPresent()) {
        Optional<String> name = ArmProcessors.name(implementer.getAsInt(), part.getAsInt());
        known &= name.isPresent();
        names.add(name.orElseGet(() -> unknown(implementer.getAsInt(), part.getAsInt())));
      }
      at = line(text, IMPLEMENTER, at + 1);
    }
    String all = names.isEmpty() ? Machine.hostArchitecture() : String.join(" + ", names);
    String board = known && !names.isEmpty() ? "" : read(root, BOARD, FIRST_BYTES);
    int end = board.indexOf('\0');
    String model = board.substring(0, end < 0 ? board.length() : end).strip();
    return model.isEmpty() ? all : all + " of " + model;
  }

  private static String unknown(int implementer, int part) {
    return ArmProcessors.maker(implementer)
        .map(maker -> "%s AArch64 processor 0x%03x".formatted(maker, part))
        .orElseGet(() -> "AArch64 processor 0x%02x 0x%03x".formatted(implementer, part));
  }

  private static OptionalInt number(Optional<String> text) {
    try {
      return text.isPresent() ? OptionalInt.of(Integer.decode(text.get())) : OptionalInt.empty();
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  /** Returns where the next line with a name begins, or -1. */
  private static int line(String text, String name, int from) {
    if (from == 0 && text.startsWith(name)) {
      return 0;
    }
    int at = text.indexOf("\n" + name, Math.max(0, from - 1));
    return at < 0 ? -1 : at + 1;
  }

  private static Optional<String> value(String text, String name, int from) {
    int at = line(text, name, from);
    int colon = at < 0 ? -1 : text.indexOf(':', at);
    int end = colon < 0 ? -1 : text.indexOf('\n', colon);
    return end < 0
        ? Optional.empty()
        : Optional.of(text.substring(colon + 1, end).strip()).filter(v -> !v.isEmpty());
  }

  /** Returns the beginning of a file, or nothing where there is none: it is no Linux. */
  private static String read(Path root, String file, int bytes) {
    // A stream, not a channel with lines: that takes milliseconds in a new process.
    try (FileInputStream in = new FileInputStream(root.resolve(file).toFile())) {
      return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
