package dev.barnacle.cli.internal.launch;

import dev.barnacle.cli.internal.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A launch, as the user describes it.
 *
 * @param file the launch file's name; null where the command line alone describes it
 * @param source the program; null where none is given
 * @param options build options
 * @param kernel the kernel's name; null where none is given
 * @param global sizes; empty where none are given
 * @param local sizes; empty where the platform chooses
 * @param offset of the global ids; empty for zeros
 * @param arguments in order, for those without a name
 */
public record LaunchSpec(
    @Nullable String file,
    @Nullable Path source,
    String options,
    @Nullable String kernel,
    List<Long> global,
    List<Long> local,
    List<Long> offset,
    List<Given> arguments) {
  public LaunchSpec {
    global = List.copyOf(global);
    local = List.copyOf(local);
    offset = List.copyOf(offset);
    arguments = List.copyOf(arguments);
  }

  /** Returns the same of a kernel. */
  public LaunchSpec withKernel(String name) {
    return new LaunchSpec(file, source, options, name, global, local, offset, arguments);
  }

  /** Returns the same with some of the arguments alone. */
  public LaunchSpec withArguments(Predicate<Given> which) {
    List<Given> some = arguments.stream().filter(which).toList();
    return new LaunchSpec(file, source, options, kernel, global, local, offset, some);
  }

  /**
   * An argument.
   *
   * @param name the parameter's name or position (from 0); empty: the next in order
   * @param place where it stands; null on the command line
   */
  public record Given(Optional<String> name, ArgumentSpec spec, @Nullable Place place) {}
}
