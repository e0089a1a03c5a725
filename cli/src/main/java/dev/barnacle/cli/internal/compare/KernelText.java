package dev.barnacle.cli.internal.compare;

import dev.barnacle.explore.Distinction;
import dev.barnacle.model.MemoryScope;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a test as a kernel that runs many instances of it: the threads of an instance are
 * work-items of the sub-groups and work-groups that the test says.
 */
final class KernelText {
  private final Distinction distinction;
  private final boolean guarded;
  private final boolean subGroups;
  private final StringBuilder out = new StringBuilder();
  private int registers;

  KernelText(Distinction distinction, boolean guarded) {
    this.distinction = distinction;
    this.guarded = guarded;
    this.subGroups =
        distinction.threads().stream()
            .anyMatch(
                t ->
                    t.subGroup() > 0
                        || t.operations().stream()
                            .anyMatch(o -> o.scope() == MemoryScope.SUB_GROUP));
  }

  /** Returns whether the test speaks of sub-groups. */
  boolean hasSubGroups() {
    return subGroups;
  }

  /** Returns the number of work-groups of an instance. */
  int groups() {
    return 1
        + distinction.threads().stream().mapToInt(Distinction.Worker::workGroup).max().orElse(0);
  }

  /** Returns the number of registers of all threads, after {@link #of}. */
  int registers() {
    return registers;
  }

  private int part(Distinction.Worker thread) {
    return subGroups ? thread.subGroup() : 0;
  }

  private int parts() {
    return 1 + distinction.threads().stream().mapToInt(this::part).max().orElse(0);
  }

  /** Returns the number of a thread among those of its sub-group, or work-group. */
  private int slot(int number) {
    Distinction.Worker own = distinction.threads().get(number);
    return (int)
        distinction.threads().subList(0, number).stream()
            .filter(t -> t.workGroup() == own.workGroup() && part(t) == part(own))
            .count();
  }

  private int slots() {
    int most = 0;
    for (int t = 0; t < distinction.threads().size(); t++) {
      most = Math.max(most, slot(t));
    }
    // A power of two, so that no instance lies across two sub-groups.
    return Integer.highestOneBit(2 * most + 1);
  }

  private boolean isAtomic(int location) {
    return distinction.threads().stream()
        .flatMap(t -> t.operations().stream())
        .allMatch(o -> o.location() != location || o.atomic());
  }

  private String type(int location) {
    return isAtomic(location) ? "atomic_int" : "int";
  }

  /**
   * Returns the kernel: SIZE is its work-groups' size.
   *
   * @param condition receives the registers of the threads, in the order of their numbers
   */
  String of(List<String> condition) {
    List<Integer> first = new ArrayList<>();
    for (int t = 0; t < distinction.threads().size(); t++) {
      List<String> names = new ArrayList<>();
      out.append(new LitmusText(distinction, true, guarded).function(t, names)).append('\n');
      first.add(registers);
      registers += names.size();
      int number = t;
      names.forEach(n -> condition.add(number + ":" + n));
    }
    head();
    locals();
    for (int t = 0; t < distinction.threads().size(); t++) {
      call(t, first.get(t));
    }
    ends();
    return out.append("}\n").toString();
  }

  private void head() {
    List<String> parameters = new ArrayList<>();
    for (int l = 0; l < distinction.local().size(); l++) {
      String type = distinction.local().get(l) ? "int" : type(l);
      String name = LitmusText.NAMES[l] + (distinction.local().get(l) ? "_end" : "s");
      parameters.add("global " + type + " *" + name);
    }
    parameters.add("global int *registers");
    parameters.add("global int *ran");
    out.append("kernel void test(").append(String.join(", ", parameters)).append(") {\n");
    line("uint group = get_group_id(0) % " + groups() + ";");
    line("uint unit = " + (subGroups ? "get_sub_group_id()" : "0") + ";");
    line("uint units = " + (subGroups ? "get_num_sub_groups()" : "1") + ";");
    line("uint lane = " + (subGroups ? "get_sub_group_local_id()" : "get_local_id(0)") + ";");
    line("uint lanes = " + (subGroups ? "get_max_sub_group_size()" : "SIZE") + ";");
    line("uint part = unit %% %d, slot = lane %% %d;".formatted(parts(), slots()));
    line("uint own = unit / %d * (lanes / %d) + lane / %d;".formatted(parts(), slots(), slots()));
    line(
        "bool complete = unit / %d < units / %d && lane / %d < lanes / %d && own < SIZE;"
            .formatted(parts(), parts(), slots(), slots()));
    line("uint instance = get_group_id(0) / %d * SIZE + own;".formatted(groups()));
  }

  private void locals() {
    boolean any = false;
    for (int l = 0; l < distinction.local().size(); l++) {
      if (distinction.local().get(l)) {
        any = true;
        String name = LitmusText.NAMES[l] + "s";
        line("local " + type(l) + " " + name + "[SIZE];");
        line(
            isAtomic(l)
                ? "atomic_store_explicit(&%s[get_local_id(0)], 0, memory_order_relaxed,"
                        .formatted(name)
                    + " memory_scope_work_group);"
                : name + "[get_local_id(0)] = 0;");
      }
    }
    if (any) {
      line("barrier(CLK_LOCAL_MEM_FENCE);");
    }
  }

  private void call(int number, int firstRegister) {
    Distinction.Worker thread = distinction.threads().get(number);
    List<String> arguments = new ArrayList<>();
    for (int l = 0; l < distinction.local().size(); l++) {
      int location = l;
      if (thread.operations().stream().anyMatch(o -> o.location() == location)) {
        arguments.add(cast(thread, l) + "&" + LitmusText.NAMES[l] + "s[" + index(l) + "]");
      }
    }
    arguments.add(
        "&registers[instance * %d + %d]".formatted(Math.max(1, registers), firstRegister));
    arguments.add("&ran[instance * %d + %d]".formatted(distinction.threads().size(), number));
    line(
        "if (complete && group == %d && part == %d && slot == %d)"
            .formatted(thread.workGroup(), part(thread), slot(number)));
    line("  P%d(%s);".formatted(number, String.join(", ", arguments)));
  }

  private String index(int location) {
    return distinction.local().get(location) ? "own" : "instance";
  }

  /** Returns the cast for a thread whose accesses of a location are all atomic. */
  private String cast(Distinction.Worker thread, int location) {
    boolean atomic =
        thread.operations().stream().allMatch(o -> o.location() != location || o.atomic());
    if (!atomic || isAtomic(location)) {
      return "";
    }
    return distinction.local().get(location) ? "(local atomic_int *)" : "(global atomic_int *)";
  }

  /** Writes the final values of local memory where the host reads them. */
  private void ends() {
    for (int l = 0; l < distinction.local().size(); l++) {
      if (distinction.local().get(l)) {
        int location = l;
        int group =
            distinction.threads().stream()
                .filter(t -> t.operations().stream().anyMatch(o -> o.location() == location))
                .mapToInt(Distinction.Worker::workGroup)
                .findFirst()
                .orElse(0);
        String name = LitmusText.NAMES[l] + "s";
        line("barrier(CLK_LOCAL_MEM_FENCE);");
        line("if (group == %d)".formatted(group));
        line(
            "  %s_end[get_group_id(0) / %d * SIZE + get_local_id(0)] = %s;"
                .formatted(
                    LitmusText.NAMES[l],
                    groups(),
                    isAtomic(l)
                        ? "atomic_load_explicit(&%s[get_local_id(0)], memory_order_relaxed,"
                                .formatted(name)
                            + " memory_scope_work_group)"
                        : name + "[get_local_id(0)]"));
      }
    }
  }

  private void line(String text) {
    out.append("  ").append(text).append('\n');
  }
}
