package dev.barnacle.cli.internal.launch;

import dev.barnacle.command.input.Place;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * @param commands several launches that are explored together, which take the place of kernel,
 *     sizes and arguments; null where there is one
 */
public record LaunchSpec(
    @Nullable String file,
    @Nullable Path source,
    String options,
    @Nullable String kernel,
    List<Long> global,
    List<Long> local,
    List<Long> offset,
    List<Given> arguments,
    @Nullable Commands commands) {
  public LaunchSpec {
    global = List.copyOf(global);
    local = List.copyOf(local);
    offset = List.copyOf(offset);
    arguments = List.copyOf(arguments);
  }

  /** Makes one launch. */
  public LaunchSpec(
      @Nullable String file,
      @Nullable Path source,
      String options,
      @Nullable String kernel,
      List<Long> global,
      List<Long> local,
      List<Long> offset,
      List<Given> arguments) {
    this(file, source, options, kernel, global, local, offset, arguments, null);
  }

  /** Returns the same with other arguments. */
  public LaunchSpec withArguments(List<Given> others) {
    return new LaunchSpec(file, source, options, kernel, global, local, offset, others, commands);
  }

  /** Returns the same with other commands. */
  public LaunchSpec withCommands(Commands others) {
    return new LaunchSpec(file, source, options, kernel, global, local, offset, arguments, others);
  }

  /** Returns the same of a kernel. */
  public LaunchSpec withKernel(String name) {
    return new LaunchSpec(file, source, options, name, global, local, offset, arguments, commands);
  }

  /** Returns the same with some of the arguments alone. */
  public LaunchSpec withArguments(Predicate<Given> which) {
    List<Given> some = arguments.stream().filter(which).toList();
    return withArguments(some);
  }

  /**
   * An argument.
   *
   * @param name the parameter's name or position (from 0); empty: the next in order
   * @param place where it stands; null on the command line
   */
  public record Given(Optional<String> name, ArgumentSpec spec, @Nullable Place place) {}

  /**
   * Launches that are explored together.
   *
   * @param buffers those that they share, by name
   */
  public record Commands(Map<String, ArgumentSpec.BufferSpec> buffers, List<Command> list) {}

  /**
   * One of them.
   *
   * @param after the numbers, from 0, of the launches before it that it waits for
   * @param place where it stands
   */
  public record Command(LaunchSpec launch, Set<Integer> after, @Nullable Place place) {}
}
