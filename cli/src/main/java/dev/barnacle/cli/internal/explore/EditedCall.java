package dev.barnacle.cli.internal.explore;

import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.MemoryStrength;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A call of an atomic function, a fence or a barrier in the source, with other orders, scopes and
 * flags. Where the call's words are not those that an edit needs (a macro, a function that names no
 * order), there is no edited call.
 */
final class EditedCall {
  private final String name;
  private final List<String> arguments;

  private EditedCall(String name, List<String> arguments) {
    this.name = name;
    this.arguments = arguments;
  }

  /**
   * Returns a line with an edited call.
   *
   * @param start where the call begins in the line, from 0
   */
  static Optional<String> in(String line, int start, KernelEdit edit) {
    int open = line.indexOf('(', Math.max(0, start));
    int close = open < 0 ? -1 : closing(line, open);
    if (start < 0 || close < 0 || !line.substring(start, open).strip().matches("\\w+")) {
      return Optional.empty();
    }
    EditedCall call =
        new EditedCall(line.substring(start, open).strip(), split(line.substring(open + 1, close)));
    return call.edited(edit)
        .map(text -> line.substring(0, start) + text + line.substring(close + 1));
  }

  private static int closing(String line, int open) {
    int depth = 0;
    for (int i = open; i < line.length(); i++) {
      depth += line.charAt(i) == '(' ? 1 : line.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      if (c == ',' && depth == 0) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.add(text.substring(from).strip());
    return parts;
  }

  private Optional<String> edited(KernelEdit edit) {
    MemoryStrength before = edit.before();
    MemoryStrength after = edit.after();
    if (before == null) {
      return Optional.empty();
    }
    boolean fits =
        switch (edit.site().kind()) {
          case BARRIER -> barrier(before, after);
          case FENCE -> fence(after);
          case COMPARE_EXCHANGE -> orders(before, after, 2, 4);
          case STORE, UPDATE -> orders(before, after, 1, name.contains("flag") ? 1 : 2);
          default -> orders(before, after, 1, 1);
        };
    return fits ? Optional.of(text()) : Optional.empty();
  }

  private String text() {
    boolean implicit = name.startsWith("atomic_") && !name.endsWith("_explicit");
    boolean fence = name.equals("atomic_work_item_fence");
    return name
        + (implicit && !fence ? "_explicit" : "")
        + "("
        + String.join(", ", arguments)
        + ")";
  }

  private boolean barrier(MemoryStrength before, MemoryStrength after) {
    if (!name.endsWith("barrier") || !isFlags(arguments.getFirst())) {
      return false;
    }
    arguments.set(0, StrengthWords.flags(after.flags()));
    if (before.scope() == after.scope()) {
      return true;
    }
    if (name.equals("barrier")) {
      return false;
    }
    while (arguments.size() > 1) {
      arguments.removeLast();
    }
    return arguments.add(StrengthWords.scope(after.scope()));
  }

  private boolean fence(MemoryStrength after) {
    if (!name.equals("atomic_work_item_fence") || arguments.size() != 3) {
      return false;
    }
    arguments.set(0, StrengthWords.flags(after.flags()));
    arguments.set(1, StrengthWords.order(after.order()));
    arguments.set(2, StrengthWords.scope(after.scope()));
    return true;
  }

  private static boolean isFlags(String argument) {
    return argument.contains("CLK_") || argument.equals("0");
  }

  /**
   * Gives an atomic function its orders and its scope.
   *
   * @param orders how many orders it has
   * @param operands how many arguments come before them
   */
  private boolean orders(MemoryStrength before, MemoryStrength after, int orders, int operands) {
    boolean explicit = name.endsWith("_explicit");
    if (!name.matches(
            "atomic_(load|store|exchange|fetch_|compare_exchange_|flag_)\\w*|"
                + "atomic_(load|store|exchange)")
        || (explicit ? arguments.size() < operands + orders : arguments.size() != operands)) {
      return false;
    }
    List<String> edited = new ArrayList<>(arguments.subList(0, operands));
    edited.add(StrengthWords.order(after.order()));
    if (orders == 2) {
      edited.add(StrengthWords.order(after.failureOrder()));
    }
    if (before.scope() != after.scope()) {
      edited.add(StrengthWords.scope(after.scope()));
    } else if (explicit && arguments.size() > operands + orders) {
      edited.add(arguments.getLast());
    }
    arguments.clear();
    arguments.addAll(edited);
    return true;
  }
}
