package dev.barnacle.cli.internal.compare;

import static dev.barnacle.command.arguments.DeclaredOption.count;
import static dev.barnacle.command.arguments.DeclaredOption.text;

import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.UsageException;
import dev.barnacle.explore.ComparisonBounds;
import dev.barnacle.explore.Distinction.Kind;
import dev.barnacle.model.MemoryOrder;
import dev.barnacle.model.MemoryScope;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The options of {@code compare} that narrow the tests. */
public final class BoundsOptions {
  private static final Map<String, Kind> KINDS =
      names(
          List.of(Kind.LOAD, Kind.STORE, Kind.EXCHANGE, Kind.FENCE, Kind.BARRIER),
          BoundsOptions::word);
  private static final Map<String, MemoryOrder> ORDERS =
      names(
          List.of(
              MemoryOrder.NONE,
              MemoryOrder.RELAXED,
              MemoryOrder.ACQUIRE,
              MemoryOrder.RELEASE,
              MemoryOrder.ACQ_REL,
              MemoryOrder.SEQ_CST),
          o -> o == MemoryOrder.NONE ? "plain" : word(o));
  private static final Map<String, MemoryScope> SCOPES =
      names(
          List.of(
              MemoryScope.SUB_GROUP,
              MemoryScope.WORK_GROUP,
              MemoryScope.DEVICE,
              MemoryScope.ALL_SVM_DEVICES),
          BoundsOptions::word);
  private static final Map<String, String> MEMORIES =
      names(List.of("global", "local"), name -> name);

  private int threads = ComparisonBounds.NONE.threads();
  private int devices = ComparisonBounds.NONE.devices();
  private Set<Kind> kinds = ComparisonBounds.NONE.kinds();
  private Set<MemoryOrder> orders = ComparisonBounds.NONE.orders();
  private Set<MemoryScope> scopes = ComparisonBounds.NONE.scopes();
  private Set<String> memories = Set.copyOf(MEMORIES.values());

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static <T> Map<String, T> names(
      List<T> all, java.util.function.Function<T, String> name) {
    Map<String, T> names = new LinkedHashMap<>();
    all.forEach(value -> names.put(name.apply(value), value));
    return names;
  }

  /** Returns the options. */
  public List<DeclaredOption> options() {
    return List.of(
        count("--threads", "N", n -> threads = atLeastOne("--threads", n), "N threads at most."),
        count("--devices", "N", n -> devices = atLeastOne("--devices", n), "N devices at most."),
        list("--operations", "OP,…", KINDS, set -> kinds = set, "These operations only"),
        list("--orders", "ORDER,…", ORDERS, set -> orders = set, "These memory orders only"),
        list("--scopes", "SCOPE,…", SCOPES, set -> scopes = set, "These memory scopes only"),
        list("--memory", "REGION,…", MEMORIES, set -> memories = set, "This memory only"));
  }

  private static int atLeastOne(String option, int n) {
    if (n < 1) {
      throw new UsageException(option + " " + n + ": expected at least 1");
    }
    return n;
  }

  private static <T> DeclaredOption list(
      String option, String argument, Map<String, T> names, Consumer<Set<T>> take, String help) {
    String all = String.join(", ", names.keySet());
    return text(
        option, argument, value -> take.accept(set(option, value, names)), help + ": " + all + ".");
  }

  private static <T> Set<T> set(String option, String value, Map<String, T> names) {
    Set<T> set = new LinkedHashSet<>();
    for (String word : value.split(",", -1)) {
      T named = names.get(word.toLowerCase(Locale.ROOT));
      if (named == null) {
        throw new UsageException(
            option + " " + word + ": expected some of " + String.join(", ", names.keySet()));
      }
      set.add(named);
    }
    return set;
  }

  /** Returns the bounds that were given. */
  public ComparisonBounds bounds() {
    return new ComparisonBounds(
        threads,
        devices,
        kinds,
        orders,
        scopes,
        memories.contains("global"),
        memories.contains("local"));
  }
}
