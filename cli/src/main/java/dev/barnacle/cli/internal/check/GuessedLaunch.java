package dev.barnacle.cli.internal.check;

import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The launch that an exploration chooses where the user gives nothing. It is what a check chooses
 * first, for few work-items, since all of their executions are looked at. These are four in two
 * work-groups. With a size that is given or required there are two work-groups, one where that is
 * large. Where the kernel asks for several dimensions, there are two work-items in each.
 */
public final class GuessedLaunch {
  private static final long ITEMS = 4;
  private static final long LARGE = 8;

  private final LaunchSpec spec;
  private final Defaults defaults;
  private final List<String> sizes = new ArrayList<>();

  private GuessedLaunch(LaunchSpec given, Kernel kernel, String source) {
    spec = sized(given, kernel);
    ImageChannels channels = new ImageChannels(kernel.name(), source);
    defaults = new Defaults(spec, kernel, Optional.empty(), channels, Guess.FIRST);
  }

  /**
   * Chooses the sizes that a launch leaves out.
   *
   * @param source the program's text; empty where there is none
   */
  public static GuessedLaunch of(LaunchSpec given, Kernel kernel, String source) {
    return new GuessedLaunch(given, kernel, source);
  }

  private LaunchSpec sized(LaunchSpec given, Kernel kernel) {
    DefaultSizes chosen = DefaultSizes.of(given, kernel);
    List<Long> local = given.local();
    List<Long> global = given.global();
    if (global.isEmpty() && items(chosen.global()) == 1) {
      global = chosen.global();
    } else if (global.isEmpty()) {
      boolean isGiven = !local.isEmpty() || !kernel.requiredWorkGroupSize().isEmpty();
      local = isGiven ? chosen.local() : first(chosen.global().size());
      global = isGiven ? groups(local) : all(chosen.global().size());
    }
    add("global", given.global(), global);
    add("local", given.local(), local);
    return new LaunchSpec(
        given.file(),
        given.source(),
        given.options(),
        given.kernel(),
        global,
        local,
        given.offset(),
        given.arguments());
  }

  private void add(String option, List<Long> given, List<Long> chosen) {
    if (given.isEmpty() && !chosen.isEmpty()) {
      sizes.add("--" + option + " " + SpecWords.commas(chosen));
    }
  }

  private static List<Long> groups(List<Long> local) {
    List<Long> global = new ArrayList<>(local);
    if (items(local) <= LARGE) {
      global.set(0, 2 * global.getFirst());
    }
    return global;
  }

  private static List<Long> all(int dimensions) {
    return dimensions == 1 ? List.of(ITEMS) : Collections.nCopies(dimensions, 2L);
  }

  private static List<Long> first(int dimensions) {
    List<Long> local = new ArrayList<>(Collections.nCopies(dimensions, 1L));
    local.set(0, 2L);
    return local;
  }

  private static long items(List<Long> size) {
    return size.stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
  }

  /** Returns the launch with its sizes. */
  public LaunchSpec spec() {
    return spec;
  }

  /** Chooses what a parameter is given. */
  public LaunchSpec.Given argument(KernelParameter parameter) {
    return defaults.argument(parameter);
  }

  /** Returns what was chosen, as options of the command line; empty for nothing. */
  public String text() {
    List<String> words = new ArrayList<>(sizes);
    if (defaults.json().get("args") instanceof Map<?, ?> arguments) {
      arguments.forEach((name, value) -> words.add("--arg " + name + "=" + value));
    }
    return String.join(" ", words);
  }
}
