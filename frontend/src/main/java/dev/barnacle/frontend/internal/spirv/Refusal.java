package dev.barnacle.frontend.internal.spirv;

import dev.barnacle.frontend.Diagnostic;
import dev.barnacle.frontend.FrontendException;
import dev.barnacle.frontend.internal.spirv.binary.InvalidModuleException;
import dev.barnacle.frontend.internal.spirv.binary.Opcode;
import dev.barnacle.frontend.internal.spirv.binary.SpirvBinary;
import dev.barnacle.frontend.internal.spirv.binary.SpirvInstruction;
import dev.barnacle.frontend.internal.spirv.lower.DebugLines;
import dev.barnacle.frontend.internal.spirv.module.SpirvModule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a module that is refused: with the number of the instruction's word, the names that
 * its ids have in the source, and the source's line.
 */
final class Refusal {
  private static final Pattern ID = Pattern.compile("%(\\d+)\\b");

  private final String file;
  private final List<SpirvInstruction> instructions;
  private final Map<Integer, String> names = new HashMap<>();

  /**
   * Prepares the messages.
   *
   * @param file what messages call the module
   */
  Refusal(String file, SpirvBinary binary) {
    this.file = file;
    this.instructions = binary.instructions();
  }

  /**
   * Returns an error.
   *
   * @param module null where it could not be read so far
   */
  FrontendException of(InvalidModuleException e, @Nullable SpirvModule module) {
    readNames();
    String text =
        ID.matcher(String.valueOf(e.getMessage()))
            .replaceAll(id -> Matcher.quoteReplacement(id.group() + named(id.group(1))));
    List<String> more = new ArrayList<>();
    for (SpirvInstruction i : instructions) {
      if (i.word() == e.word() && i.hasResult() && names.containsKey(i.result())) {
        more.add("%" + i.result() + named(Integer.toString(i.result())));
      }
    }
    if (module != null) {
      line(e, module).ifPresent(more::add);
    }
    String suffix = more.isEmpty() ? "" : " (" + String.join(", ", more) + ")";
    return failure(file, e.word(), text + suffix);
  }

  /** Lines that are not valid themselves say nothing. */
  private Optional<String> line(InvalidModuleException e, SpirvModule module) {
    try {
      return DebugLines.sourceLine(module, file, e.word());
    } catch (InvalidModuleException other) {
      return Optional.empty();
    }
  }

  private void readNames() {
    for (SpirvInstruction i : instructions) {
      if (i.name().equals(Opcode.NAME) && i.operands() > 1 && i.isString(1)) {
        names.put(i.operand(0), i.string(1).replaceAll("\\p{Cntrl}", "?"));
      }
    }
  }

  /** Returns the name of an id in quotes with a blank before it; nothing where it has none. */
  private String named(String id) {
    String name = id.length() < 10 ? names.getOrDefault(Integer.parseInt(id), "") : "";
    return name.isEmpty() ? "" : " '" + name + "'";
  }

  /** Returns an error at a word. */
  static FrontendException failure(String file, int word, String message) {
    return new FrontendException(
        List.of(new Diagnostic(Diagnostic.Severity.ERROR, file + ":word " + word, 0, 0, message)));
  }
}
