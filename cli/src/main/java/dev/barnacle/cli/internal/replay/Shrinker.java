package dev.barnacle.cli.internal.replay;

import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a launch smaller as long as it shows a finding: fewer work-items, smaller buffers, plainer
 * contents and numbers, an order nearer to the natural one. Greedy, as property-based testing does
 * it (Hughes and Claessen, QuickCheck, 2000): each part is tried from the smallest up, until
 * nothing changes any more.
 */
public final class Shrinker {
  /** Sizes that are tried before those between. */
  private static final List<Long> SMALL = List.of(1L, 2L, 3L, 4L, 8L, 16L, 32L);

  private static final int MOST_ORDERS = 64;

  private final Goal goal;

  /** Makes one. */
  public Shrinker(Goal goal) {
    this.goal = goal;
  }

  /** Returns the smallest reproducer that was found. */
  public Reproducer shrink(Reproducer first) {
    Reproducer best = first;
    Reproducer before;
    do {
      before = best;
      best = order(best);
      best = sizes(best);
      best = arguments(best);
    } while (!best.equals(before) && !goal.isOver());
    return best;
  }

  private Reproducer order(Reproducer best) {
    for (int order = 0; order < Math.min(best.order(), MOST_ORDERS); order++) {
      if (goal.isMet(best.inOrder(order))) {
        return best.inOrder(order);
      }
    }
    return best;
  }

  /** Tries local sizes from 1 up, each with one, two or three groups, in each dimension. */
  private Reproducer sizes(Reproducer first) {
    Reproducer best = first;
    for (int d = 0; d < best.launch().global().size(); d++) {
      best = dimension(best, d);
    }
    return best;
  }

  private Reproducer dimension(Reproducer best, int d) {
    LaunchSpec launch = best.launch();
    long global = launch.global().get(d);
    boolean hasLocal = d < launch.local().size();
    long local = hasLocal ? launch.local().get(d) : 1;
    Set<List<Long>> tried = new LinkedHashSet<>();
    for (long group : hasLocal ? SMALL : List.of(1L)) {
      for (long groups : hasLocal ? List.of(1L, 2L, 3L) : SMALL) {
        if (group <= local && group * groups < global) {
          tried.add(List.of(group * groups, group));
        }
      }
    }
    for (long groups = 1; groups < global / Math.max(1, local); groups *= 2) {
      tried.add(List.of(groups * local, local)); // for kernels of a required size
    }
    List<List<Long>> ascending = new ArrayList<>(tried);
    ascending.sort((a, b) -> Long.compare(a.getFirst(), b.getFirst()));
    for (List<Long> size : ascending) {
      List<Long> globals = replaced(launch.global(), d, size.getFirst());
      List<Long> locals = hasLocal ? replaced(launch.local(), d, size.get(1)) : launch.local();
      Reproducer candidate = best.with(sized(launch, globals, locals));
      if (goal.isMet(candidate)) {
        return candidate;
      }
    }
    return best;
  }

  private static LaunchSpec sized(LaunchSpec launch, List<Long> global, List<Long> local) {
    return new LaunchSpec(
        launch.file(),
        launch.source(),
        launch.options(),
        launch.kernel(),
        global,
        local,
        launch.offset(),
        launch.arguments());
  }

  private static List<Long> replaced(List<Long> list, int index, long value) {
    List<Long> copy = new ArrayList<>(list);
    copy.set(index, value);
    return copy;
  }

  private Reproducer arguments(Reproducer first) {
    Reproducer best = first;
    for (int i = 0; i < best.launch().arguments().size(); i++) {
      for (ArgumentSpec smaller : smaller(best.launch().arguments().get(i).spec())) {
        Reproducer candidate = best.with(withArgument(best.launch(), i, smaller));
        if (goal.isMet(candidate)) {
          best = candidate;
          break;
        }
      }
    }
    return best;
  }

  private static LaunchSpec withArgument(LaunchSpec launch, int index, ArgumentSpec spec) {
    List<LaunchSpec.Given> arguments = new ArrayList<>(launch.arguments());
    LaunchSpec.Given given = arguments.get(index);
    arguments.set(index, new LaunchSpec.Given(given.name(), spec, given.place()));
    return launch.withArguments(arguments);
  }

  /** Returns what an argument may be instead, the smallest first. */
  private static List<ArgumentSpec> smaller(ArgumentSpec spec) {
    List<ArgumentSpec> all = new ArrayList<>();
    switch (spec) {
      case ArgumentSpec.BufferSpec buffer -> buffers(buffer, all);
      case ArgumentSpec.Local local -> {
        for (long bytes = 4; bytes < local.byteSize(); bytes *= 2) {
          all.add(new ArgumentSpec.Local(bytes));
        }
      }
      case ArgumentSpec.Value value when value.literals().size() == 1 ->
          integer(value.literals().getFirst())
              .ifPresent(
                  number -> {
                    for (long plain : SMALL) {
                      if (BigInteger.valueOf(plain).compareTo(number.abs()) < 0) {
                        all.add(
                            new ArgumentSpec.Value(value.type(), List.of(String.valueOf(plain))));
                      }
                    }
                  });
      default -> {}
    }
    return all;
  }

  private static void buffers(ArgumentSpec.BufferSpec buffer, List<ArgumentSpec> all) {
    boolean zero = buffer.init() instanceof Init.Zero || buffer.init() instanceof Init.None;
    long count = buffer.count().orElse(0L);
    boolean sized =
        count > 0
            && !(buffer.init() instanceof Init.RawFile)
            && !(buffer.init() instanceof Init.ImageFile)
            && !(buffer.init() instanceof Init.Values);
    List<Long> counts = new ArrayList<>();
    if (sized || buffer.count().isPresent()) {
      SMALL.stream().filter(n -> n < count).forEach(counts::add);
      for (long n = 64; n < count; n *= 2) {
        counts.add(n);
      }
    }
    if (!zero) {
      for (long n : counts) {
        all.add(new ArgumentSpec.BufferSpec(buffer.type(), Optional.of(n), new Init.Zero()));
      }
      buffer
          .count()
          .ifPresent(
              n ->
                  all.add(
                      new ArgumentSpec.BufferSpec(buffer.type(), Optional.of(n), new Init.Zero())));
    }
    if (sized) {
      for (long n : counts) {
        all.add(new ArgumentSpec.BufferSpec(buffer.type(), Optional.of(n), buffer.init()));
      }
    }
    if (buffer.init() instanceof Init.Values values) {
      int lanes = buffer.type().lanes();
      for (int n = lanes; n < values.literals().size(); n *= 2) {
        List<String> some = values.literals().subList(0, n);
        all.add(
            new ArgumentSpec.BufferSpec(buffer.type(), Optional.empty(), new Init.Values(some)));
      }
    }
  }

  private static Optional<BigInteger> integer(String literal) {
    try {
      return Optional.of(new BigInteger(literal));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
