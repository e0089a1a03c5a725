package dev.barnacle.cli.internal.stress;

import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.LitmusThread;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import dev.barnacle.frontend.litmus.Reference;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Barrier;
import dev.barnacle.ir.FenceFlag;
import dev.barnacle.ir.MemoryScope;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes a litmus test as kernels that run many instances of it in a launch. A work-item runs every
 * thread, each of another instance, so that all of them are at work at once: "parallel testing" of
 * Levine and others, "MC Mutants", ASPLOS 2023. Which work-item runs a thread of an instance is a
 * bijection that the launch chooses; instances lie apart by a stride; and work-groups beside them
 * stress a scratchpad (Alglave and others, ASPLOS 2015; Sorensen and Donaldson, PLDI 2016).
 */
final class KernelText {
  private final LitmusTest test;
  private final List<Reference> observed;
  private final Layout layout;
  private final List<ThreadText> threads = new ArrayList<>();
  private final StringBuilder out = new StringBuilder();

  KernelText(LitmusTest test, List<Reference> observed, Layout layout) throws RefusedException {
    this.test = test;
    this.observed = observed;
    this.layout = layout;
    for (LitmusThread thread : test.threads()) {
      threads.add(new ThreadText(thread, test.locations(), test.dialect() == LitmusTest.Dialect.C));
    }
    for (int t = 0; t < threads.size(); t++) {
      for (int u = 0; u < t; u++) {
        if (layout.group(t) == layout.group(u)
            && !barriers(threads.get(t)).equals(barriers(threads.get(u)))) {
          throw new RefusedException("threads of a work-group do not meet at the same barriers");
        }
      }
    }
    for (SharedLocation location : locals()) {
      groupOf(location);
    }
  }

  /** Returns the names of the barriers of a thread. */
  private List<String> barriers(ThreadText thread) {
    return thread.barriers().stream().map(b -> test.barriers().getOrDefault(b, "")).toList();
  }

  /** Returns the program. */
  String text() {
    Set<String> extensions = new TreeSet<>();
    threads.forEach(t -> extensions.addAll(t.extensions()));
    extensions.forEach(
        e -> out.append("#pragma OPENCL EXTENSION ").append(e).append(" : enable\n"));
    out.append(
        "#define THREADS %d%n#define GROUPS %d%n".formatted(threads.size(), layout.groups()));
    out.append("#define OBSERVED %d%n".formatted(observed.size()));
    out.append("// The block of instances whose n-th work-group this one is.\n");
    out.append("#define BLOCK(n) (cluster * GROUPS + (position + GROUPS - (n)) % GROUPS)\n\n");
    prepare();
    test();
    collect();
    return out.toString();
  }

  private List<SharedLocation> globals() {
    return test.locations().stream().filter(l -> l.space() != AddressSpace.LOCAL).toList();
  }

  private List<SharedLocation> locals() {
    return test.locations().stream().filter(l -> l.space() == AddressSpace.LOCAL).toList();
  }

  /** Returns the work-group, within an instance, that has a location in its local memory. */
  private int groupOf(SharedLocation location) throws RefusedException {
    int number = test.locations().indexOf(location);
    Set<Integer> groups = new TreeSet<>();
    for (int t = 0; t < threads.size(); t++) {
      if (test.threads().get(t).arguments().contains(number)) {
        groups.add(layout.group(t));
      }
    }
    if (groups.size() > 1) {
      throw new RefusedException(
          "work-groups share " + location.name() + ", which is in local memory");
    }
    return groups.isEmpty() ? 0 : groups.iterator().next();
  }

  private static String type(SharedLocation location) {
    return (location.atomic() ? "atomic_" : "") + Operations.type(location.element().bits());
  }

  private String parameters() {
    return globals().stream()
        .map(l -> "global " + type(l) + " *all_" + l.name() + ", ")
        .collect(Collectors.joining());
  }

  private void line(String text) {
    out.append("  ").append(text).append('\n');
  }

  /** Returns an element of an instance's location, as a place of plain accesses. */
  private static String plain(SharedLocation l, String instance, int element) {
    String index = "%s * %d + %d".formatted(instance, l.initial().size(), element);
    String type = Operations.space(l) + " " + Operations.type(l.element().bits());
    return "((%s *)all_%s)[%s]".formatted(type, l.name(), index);
  }

  private static void initial(List<SharedLocation> locations, String instance, StringBuilder out) {
    for (SharedLocation l : locations) {
      for (int e = 0; e < l.initial().size(); e++) {
        String value = l.initial().get(e).value() + (l.element().bits() == 64 ? "L" : "");
        out.append("  %s = %s;%n".formatted(plain(l, instance, e), value));
      }
    }
  }

  private void prepare() {
    out.append("kernel void prepare(uint stride, ").append(parameters());
    out.append("global int *ran) {\n");
    line("size_t i = get_global_id(0);");
    initial(globals(), "i * stride", out);
    line("for (int t = 0; t < THREADS; t++)");
    line("  ran[i * THREADS + t] = 0;");
    out.append("}\n\n");
  }

  private void collect() {
    out.append("\nkernel void collect(uint stride, ").append(parameters());
    out.append("global long *seen) {\n");
    line("size_t i = get_global_id(0);");
    for (int k = 0; k < observed.size(); k++) {
      if (observed.get(k) instanceof Reference.Memory m) {
        SharedLocation l = test.locations().get(m.location());
        if (l.space() != AddressSpace.LOCAL) {
          String value = plain(l, "i * stride", m.element());
          line("seen[i * OBSERVED + %d] = %s;".formatted(k, value));
        }
      }
    }
    out.append("}\n");
  }

  private void test() {
    head();
    test.threads().forEach(this::numbers);
    int parts = threads.stream().mapToInt(t -> t.parts().size()).max().orElse(1);
    for (int p = 0; p < parts; p++) {
      if (p > 0) {
        barrier(p - 1);
      }
      part(p);
    }
    localEnds();
    out.append("}\n");
  }

  /** Writes the variables of a thread, and which instance of it a work-item runs. */
  private void numbers(LitmusThread t) {
    Map<String, String> variables = threads.get(number(t)).variables();
    variables.forEach((name, type) -> line("%s %s = 0;".formatted(type, name)));
    int n = number(t);
    String lane = "(multiplier * lane + " + layout.rank(n) + ") % lanes;";
    String own = "const uint own_" + t.name() + " = ";
    if (layout.hasSubGroups()) {
      line(
          own
              + "(unit / %1$d * %1$d + (unit + %1$d - %2$d) %% %1$d) * lanes"
                  .formatted(layout.parts(), layout.part(n)));
      line("    + " + lane);
    } else {
      line(own + lane);
    }
    line("const uint i_%1$s = BLOCK(%2$d) * SIZE + own_%1$s;".formatted(t.name(), layout.group(n)));
  }

  private int number(LitmusThread thread) {
    return test.threads().indexOf(thread);
  }

  private void head() {
    out.append(
        """
        // Runs SIZE instances a work-group of the first `testing` ones; the others are bystanders.
        kernel void test(uint testing, uint stride, uint multiplier, uint phase, uint waits,
                         uint stress, global const uint *shuffled, global atomic_uint *arrived,
        """);
    out.append("                 ").append(parameters());
    out.append("global atomic_uint *scratchpad, global long *seen, global int *ran) {\n");
    for (SharedLocation l : locals()) {
      line("local %s all_%s[SIZE * %d];".formatted(type(l), l.name(), l.initial().size()));
    }
    out.append(
        """
          const uint group = shuffled[get_group_id(0)];
          if (group >= testing) {
            global atomic_uint *at = scratchpad + group % 16 * 64;
            for (uint k = 0; k < stress; k++) {
              uint old =
                  atomic_load_explicit(at + k % 64, memory_order_relaxed, memory_scope_device);
              atomic_store_explicit(at + (k + phase) % 64, old + k, memory_order_relaxed,
                                    memory_scope_device);
            }
            return;
          }
          const uint cluster = group / GROUPS, position = group % GROUPS;
        """);
    lanes();
    initial(locals(), "get_local_id(0)", out);
    out.append(
        """
          // The work-groups of an instance wait for each other, but not for long.
          if (GROUPS > 1 && get_local_id(0) == 0) {
            global atomic_uint *here = arrived + cluster;
            atomic_fetch_add_explicit(here, 1, memory_order_relaxed, memory_scope_device);
            for (uint n = 0; n < waits; n++)
              if (atomic_load_explicit(here, memory_order_relaxed, memory_scope_device) >= GROUPS)
                break;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        """);
  }

  /** Writes of which work-items the threads of an instance are. */
  private void lanes() {
    if (!layout.hasSubGroups()) {
      line("const uint lane = get_local_id(0), lanes = SIZE;");
      line("const bool whole = lanes >= " + layout.ranks() + ";");
      return;
    }
    line("const uint unit = get_sub_group_id(), units = get_num_sub_groups();");
    line("const uint lane = get_sub_group_local_id(), lanes = get_max_sub_group_size();");
    line("// Sub-groups of another size, or too few, run no instance.");
    line(
        "const bool whole = lanes * units == SIZE && (lanes & (lanes - 1)) == 0 && lanes >= %d"
            .formatted(layout.ranks()));
    line("    && unit / %1$d * %1$d + %1$d <= units;".formatted(layout.parts()));
  }

  private void barrier(int number) {
    Set<FenceFlag> flags = EnumSet.noneOf(FenceFlag.class);
    MemoryScope scope = MemoryScope.WORK_GROUP;
    for (ThreadText t : threads) {
      if (number < t.barriers().size()) {
        Barrier barrier = t.barriers().get(number);
        flags.addAll(barrier.flags());
        scope = barrier.scope().compareTo(scope) > 0 ? barrier.scope() : scope;
      }
    }
    line(
        "work_group_barrier(%s, memory_scope_%s);"
            .formatted(Operations.flags(flags), scope.keyword()));
  }

  private void part(int part) {
    line("for (uint turn = 0; turn < THREADS; turn++)");
    line("  switch ((turn + position + phase) % THREADS) {");
    for (LitmusThread thread : test.threads()) {
      ThreadText text = threads.get(number(thread));
      if (part < text.parts().size()) {
        line("  case " + number(thread) + ":");
        line("    if (whole) {");
        places(thread);
        text.parts().get(part).lines().forEach(l -> line("    " + l));
        if (part == text.parts().size() - 1) {
          results(thread, text);
        }
        line("    }");
        line("    break;");
      }
    }
    line("  }");
  }

  private void places(LitmusThread thread) {
    Set<Integer> used = new TreeSet<>(thread.arguments());
    for (int number : used) {
      SharedLocation l = test.locations().get(number);
      boolean local = l.space() == AddressSpace.LOCAL;
      line(
          "      %s %s *%s = all_%s + %s * %d;"
              .formatted(
                  Operations.space(l),
                  type(l),
                  Operations.place(thread, l),
                  l.name(),
                  local ? "own_" + thread.name() : "i_" + thread.name() + " * stride",
                  l.initial().size()));
    }
  }

  private void results(LitmusThread thread, ThreadText text) {
    String name = thread.name();
    for (int k = 0; k < observed.size(); k++) {
      if (observed.get(k) instanceof Reference.Register r && r.thread() == number(thread)) {
        line("      seen[i_%s * OBSERVED + %d] = %s;".formatted(name, k, text.register(r.name())));
      }
    }
    line("      ran[i_%s * THREADS + %d] = 1;".formatted(name, number(thread)));
    if (text.mayGiveUp()) {
      line("    gone_" + name + ":;");
    }
  }

  /** Writes final values of local memory. */
  private void localEnds() {
    boolean first = true;
    for (int k = 0; k < observed.size(); k++) {
      if (observed.get(k) instanceof Reference.Memory m) {
        SharedLocation l = test.locations().get(m.location());
        if (l.space() == AddressSpace.LOCAL) {
          if (first) {
            line("barrier(CLK_LOCAL_MEM_FENCE);");
          }
          first = false;
          line("seen[(BLOCK(%d) * SIZE + get_local_id(0)) * OBSERVED + %d]".formatted(owner(l), k));
          line("    = %s;".formatted(plain(l, "get_local_id(0)", m.element())));
        }
      }
    }
  }

  private int owner(SharedLocation location) {
    try {
      return groupOf(location);
    } catch (RefusedException e) {
      throw new IllegalStateException(e);
    }
  }
}
