package dev.barnacle.cli.internal.compare;

import dev.barnacle.command.input.InputFiles;
import dev.barnacle.explore.Distinction;
import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.explore.Distinction.Operation;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a test as a C program with its kernel, in the form of those of OpenCL-CTS: it runs many
 * instances on a device, and fails where the condition comes that a model forbids.
 */
final class HostProgram {
  private final Difference difference;
  private final Distinction distinction;

  /** Makes that of a test in OpenCL C. */
  HostProgram(Difference difference) {
    this.difference = difference;
    this.distinction = difference.source().distinction();
  }

  /** Returns why there can be no such program; empty where there can. */
  Optional<String> refusal() {
    if (!difference.kind().equals(Difference.STATE)) {
      return Optional.of("the models differ in a fault, and no final state shows one");
    }
    if (!difference.answers().raceFree()) {
      return Optional.of("it has undefined behaviour under both models");
    }
    if (distinction.threads().stream().anyMatch(t -> t.device() > 0)) {
      return Optional.of("it has threads on two devices");
    }
    boolean barriers = operations().stream().anyMatch(o -> o.kind() == Kind.BARRIER);
    return barriers
        ? Optional.of("it has barriers, which all instances would meet at")
        : Optional.empty();
  }

  /** Writes it to a folder. */
  void write(Path folder) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    Path file = folder.resolve(difference.name() + ".c");
    InputFiles.access(file, () -> Files.writeString(file, text()));
  }

  /** Returns the program. */
  String text() {
    KernelText kernel = new KernelText(distinction, difference.source().guarded());
    List<String> registers = new ArrayList<>();
    String source = kernel.of(registers);
    Map<String, String> holes = new TreeMap<>();
    holes.put("NAME", difference.name());
    holes.put("WORDS", difference.words());
    holes.put("TEST", commented(difference.program()));
    holes.put("MODEL", difference.answers().forbiddenBy());
    holes.put("LOCATIONS", String.valueOf(distinction.local().size()));
    holes.put("REGISTERS", String.valueOf(Math.max(1, kernel.registers())));
    holes.put("THREADS", String.valueOf(distinction.threads().size()));
    holes.put("GROUPS", String.valueOf(kernel.groups()));
    holes.put("KERNEL", literal(source));
    holes.put("CONDITION", condition(registers));
    holes.put("CAPABILITIES", String.join(" | ", capabilities()));
    holes.put("SUB_GROUPS", kernel.hasSubGroups() ? "1" : "0");
    holes.put(
        "VERSION", difference.answers().forbiddenBy().equals("opencl-3.1") ? "CL3.1" : "CL3.0");
    String text = template();
    for (Map.Entry<String, String> hole : holes.entrySet()) {
      text = text.replace("@" + hole.getKey() + "@", hole.getValue());
    }
    return text;
  }

  private static String template() {
    try (InputStream in = HostProgram.class.getResourceAsStream("host.c")) {
      if (in == null) {
        throw new IllegalStateException("host.c is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Operation> operations() {
    return distinction.threads().stream().flatMap(t -> t.operations().stream()).toList();
  }

  /** Returns the test as lines of a comment, without its own. */
  private static String commented(String program) {
    return program
        .lines()
        .filter(l -> !l.startsWith("(*"))
        .map(l -> (" * " + l).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private static String literal(String source) {
    return source
        .lines()
        .map(l -> "    \"" + l.replace("\\", "\\\\").replace("\"", "\\\"") + "\\n\"")
        .collect(Collectors.joining("\n"));
  }

  private String condition(List<String> registers) {
    List<String> parts = new ArrayList<>();
    for (int t = 0; t < distinction.threads().size(); t++) {
      int read = 0;
      for (Operation o : distinction.threads().get(t).operations()) {
        if (o.kind() == Kind.LOAD || o.kind() == Kind.EXCHANGE) {
          int index = registers.indexOf(t + ":r" + read++);
          parts.add("registers[" + index + "] == " + o.read());
        }
      }
    }
    for (int l = 0; l < distinction.finalWrites().size(); l++) {
      if (distinction.finalWrites().get(l) >= 0) {
        parts.add("ends[" + l + "] == " + distinction.finalWrites().get(l));
      }
    }
    return parts.isEmpty() ? "1" : String.join(" && ", parts);
  }

  /** Returns the orders and scopes of the test that a device of OpenCL 3.0 may lack. */
  private Set<String> capabilities() {
    Set<String> needed = new LinkedHashSet<>(List.of("CL_DEVICE_ATOMIC_ORDER_RELAXED"));
    needed.add("CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP");
    for (Operation o : operations()) {
      MemoryOrder order = o.order();
      if (order == MemoryOrder.SEQ_CST) {
        needed.add("CL_DEVICE_ATOMIC_ORDER_SEQ_CST");
      } else if (order != MemoryOrder.RELAXED && order != MemoryOrder.NONE) {
        needed.add("CL_DEVICE_ATOMIC_ORDER_ACQ_REL");
      }
      if (o.scope() == MemoryScope.DEVICE) {
        needed.add("CL_DEVICE_ATOMIC_SCOPE_DEVICE");
      } else if (o.scope() == MemoryScope.ALL_SVM_DEVICES) {
        needed.add("CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES");
      }
    }
    return needed;
  }
}
