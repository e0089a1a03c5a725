package dev.barnacle.cli.internal.compare;

import dev.barnacle.explore.Distinction;
import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.explore.Distinction.Operation;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Writes the program of an execution as a litmus test whose condition is the execution's final
 * state.
 */
final class LitmusText {
  /** The names of locations. */
  private static final String[] NAMES = {"x", "y", "z", "w", "v", "u", "t", "s"};

  private final Distinction distinction;
  private final boolean openCl;
  private final boolean guarded;
  private final StringBuilder out = new StringBuilder();
  private final List<String> condition = new ArrayList<>();

  /**
   * Makes one.
   *
   * @param guarded whether what follows a read runs only if it has read the execution's value
   */
  LitmusText(Distinction distinction, boolean openCl, boolean guarded) {
    this.distinction = distinction;
    this.openCl = openCl;
    this.guarded = guarded;
  }

  /** Returns whether a guard would stand before any operation. */
  static boolean hasGuards(Distinction distinction) {
    return distinction.threads().stream()
        .anyMatch(
            t ->
                t.operations().stream()
                    .limit(t.operations().size() - 1)
                    .anyMatch(LitmusText::reads));
  }

  private static boolean reads(Operation o) {
    return o.kind() == Kind.LOAD || o.kind() == Kind.EXCHANGE;
  }

  /**
   * The text.
   *
   * @param name the test's name
   * @param comment what is said of it
   */
  String of(String name, String comment) {
    out.append(openCl ? "OPENCL " : "C ").append(name).append('\n');
    out.append("(* ").append(comment).append(" *)\n");
    List<String> initial = new ArrayList<>();
    for (int l = 0; l < distinction.local().size(); l++) {
      initial.add("[" + NAMES[l] + "] = 0;");
    }
    out.append("{ ").append(String.join(" ", initial)).append(" }\n");
    for (int t = 0; t < distinction.threads().size(); t++) {
      thread(t, distinction.threads().get(t));
    }
    for (int l = 0; l < distinction.finalWrites().size(); l++) {
      if (distinction.finalWrites().get(l) >= 0) {
        condition.add(NAMES[l] + "=" + distinction.finalWrites().get(l));
      }
    }
    String all = condition.isEmpty() ? "true" : String.join(" /\\ ", condition);
    return out.append("\nexists (").append(all).append(")\n").toString();
  }

  private void thread(int number, Distinction.Worker thread) {
    out.append("\nP").append(number);
    if (openCl) {
      boolean subGroups = distinction.threads().stream().anyMatch(t -> t.subGroup() > 0);
      out.append(subGroups ? "@sg " + thread.subGroup() + ", wg " : "@wg ");
      out.append(thread.workGroup()).append(", dev ").append(thread.device());
    }
    out.append(" (").append(String.join(", ", parameters(thread))).append(") {\n");
    new Body(number, thread.operations()).write();
    out.append("}\n");
  }

  private boolean isAtomic(Distinction.Worker thread, int location) {
    return thread.operations().stream().allMatch(o -> o.location() != location || o.atomic());
  }

  private List<String> parameters(Distinction.Worker thread) {
    TreeSet<Integer> locations = new TreeSet<>();
    thread.operations().forEach(o -> locations.add(o.location()));
    List<String> parameters = new ArrayList<>();
    for (int l : locations) {
      if (l >= 0) {
        boolean atomic = isAtomic(thread, l);
        String space = openCl ? (distinction.local().get(l) ? "local " : "global ") : "";
        parameters.add(space + (atomic ? "atomic_int* " : "int* ") + NAMES[l]);
      }
    }
    return parameters;
  }

  /** The operations of a thread. */
  private final class Body {
    private final int thread;
    private final List<Operation> operations;
    private int registers;
    private int barriers;
    private int depth = 1;
    private boolean declared;

    Body(int thread, List<Operation> operations) {
      this.thread = thread;
      this.operations = operations;
    }

    void write() {
      for (int i = 0; i < operations.size(); i++) {
        Operation o = operations.get(i);
        if (!reads(o)) {
          line(statement(o) + ";");
          continue;
        }
        String register = "r" + registers++;
        condition.add(thread + ":" + register + "=" + o.read());
        line((declared ? "" : "int ") + register + " = " + value(o) + ";");
        if (guarded && i + 1 < operations.size()) {
          declare(i + 1);
          line("if (" + register + " == " + o.read() + ") {");
          depth++;
        }
      }
      while (depth > 1) {
        depth--;
        line("}");
      }
    }

    /** Declares the registers of what runs only under a condition. */
    private void declare(int from) {
      if (!declared) {
        int next = registers;
        for (Operation o : operations.subList(from, operations.size())) {
          if (reads(o)) {
            line("int r" + next++ + " = -1;");
          }
        }
      }
      declared = true;
    }

    private void line(String text) {
      out.append("  ".repeat(depth)).append(text).append('\n');
    }

    private String value(Operation o) {
      String name = NAMES[o.location()];
      if (!o.atomic()) {
        return "*" + name;
      }
      return o.kind() == Kind.LOAD
          ? call("atomic_load_explicit", o, name)
          : call("atomic_exchange_explicit", o, name, Long.toString(o.written()));
    }

    private String statement(Operation o) {
      if (o.kind() == Kind.STORE) {
        String name = NAMES[o.location()];
        String value = Long.toString(o.written());
        return o.atomic()
            ? call("atomic_store_explicit", o, name, value)
            : "*" + name + " = " + value;
      }
      if (o.kind() == Kind.BARRIER) {
        return (char) ('A' + barriers++) + ": barrier(" + flags(o) + ")";
      }
      return openCl ? call("atomic_work_item_fence", o, flags(o)) : call("atomic_thread_fence", o);
    }

    private String call(String function, Operation o, String... arguments) {
      List<String> all = new ArrayList<>(List.of(arguments));
      all.add(order(o.order()));
      if (openCl) {
        all.add(scope(o.scope()));
      }
      return function + "(" + String.join(", ", all) + ")";
    }

    private static String flags(Operation o) {
      List<String> flags = new ArrayList<>();
      if (o.global()) {
        flags.add("CLK_GLOBAL_MEM_FENCE");
      }
      if (o.local()) {
        flags.add("CLK_LOCAL_MEM_FENCE");
      }
      return String.join(" | ", flags);
    }

    private static String order(MemoryOrder order) {
      return "memory_order_" + order.name().toLowerCase(Locale.ROOT);
    }

    private static String scope(MemoryScope scope) {
      return "memory_scope_" + scope.name().toLowerCase(Locale.ROOT);
    }
  }
}
