package dev.barnacle.simd.internal.emit;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.GlobalVariable;
import dev.barnacle.ir.GlobalVariable.Initializer;
import dev.barnacle.ir.GlobalVariable.Relocation;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The module's constant and program-scope variables as LLVM globals. Constants are defined in each
 * LLVM module, so that their values can be used by the optimiser; program-scope variables are
 * external symbols that {@code ProgramVariables} defines once for a program.
 */
public final class GlobalText {
  private final Map<GlobalVariable, String> names = new LinkedHashMap<>();
  private final Deque<GlobalVariable> unwritten = new ArrayDeque<>();
  private final Map<GlobalVariable, String> symbols;
  private final StringBuilder text = new StringBuilder();

  /**
   * Makes an empty text.
   *
   * @param symbols the symbol of each program-scope variable
   */
  public GlobalText(Map<GlobalVariable, String> symbols) {
    this.symbols = new HashMap<>(symbols);
  }

  /** Returns the operand that stands for the variable's address. */
  String reference(GlobalVariable variable) {
    return names.computeIfAbsent(variable, this::name);
  }

  private String name(GlobalVariable variable) {
    unwritten.add(variable);
    String symbol = symbols.get(variable);
    return symbol == null ? "@barnacle.constant." + names.size() : "@" + symbol;
  }

  /** Returns the definitions and declarations of all variables that were referred to. */
  public String text() {
    while (!unwritten.isEmpty()) {
      write(unwritten.removeFirst());
    }
    return text.toString();
  }

  private void write(GlobalVariable variable) {
    String name = reference(variable);
    Initializer initializer = variable.initializer();
    if (variable.space() != AddressSpace.CONSTANT || initializer == null) {
      text.append(name).append(" = external global [").append(variable.byteSize()).append(" x i8]");
    } else {
      text.append(name)
          .append(" = internal unnamed_addr constant ")
          .append(content(variable, initializer));
    }
    text.append(", align ").append(Math.max(1, variable.alignment())).append('\n');
  }

  /** Returns a packed struct of byte strings and pointers, with its type. */
  private String content(GlobalVariable variable, Initializer initializer) {
    TreeMap<Long, Relocation> relocations = new TreeMap<>(Comparator.naturalOrder());
    initializer.relocations().forEach(r -> relocations.put(r.offset(), r));
    StringBuilder types = new StringBuilder();
    StringBuilder values = new StringBuilder();
    long at = 0;
    for (Relocation relocation : relocations.values()) {
      bytes(initializer.bytes(), at, relocation.offset(), types, values);
      types.append(types.isEmpty() ? "" : ", ").append("ptr");
      values
          .append(values.isEmpty() ? "" : ", ")
          .append("ptr getelementptr (i8, ptr ")
          .append(reference(relocation.target()))
          .append(", i64 ")
          .append(relocation.addend())
          .append(')');
      at = relocation.offset() + 8;
    }
    bytes(initializer.bytes(), at, variable.byteSize(), types, values);
    return "<{ " + types + " }> <{ " + values + " }>";
  }

  private static void bytes(
      byte[] bytes, long from, long to, StringBuilder types, StringBuilder values) {
    long known = Math.clamp(bytes.length, from, to);
    if (from < known) {
      element(known - from, types, values).append("c\"");
      for (long i = from; i < known; i++) {
        values.append(String.format("\\%02X", bytes[(int) i]));
      }
      values.append('"');
    }
    if (known < to) {
      element(to - known, types, values).append("zeroinitializer");
    }
  }

  private static StringBuilder element(long size, StringBuilder types, StringBuilder values) {
    String type = "[" + size + " x i8]";
    types.append(types.isEmpty() ? "" : ", ").append(type);
    return values.append(values.isEmpty() ? "" : ", ").append(type).append(' ');
  }
}
