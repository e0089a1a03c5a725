package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.CommandExploration;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.DataType;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.KernelParameter;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.cl.bytes.SourceEncoding;
import dev.barnacle.cli.internal.check.GuessedLaunch;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.run.ArgumentTypes;
import dev.barnacle.cli.internal.run.Arguments;
import dev.barnacle.cli.internal.run.Launches;
import dev.barnacle.cli.internal.run.NamedBuffers;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A launch, or several at once, with their arguments. */
final class LaunchedCommands implements AutoCloseable {
  private final Context context;
  private final Program program;
  private final CommandExploration commands = new CommandExploration();
  private final List<Arguments> arguments = new ArrayList<>();
  private final Map<String, DataType> types = new HashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> kernels = new ArrayList<>();
  private final List<List<String>> parameters = new ArrayList<>();
  private NamedBuffers named = NamedBuffers.NONE;
  private boolean scopesMayDiffer = true;

  private LaunchedCommands(Context context, Program program) {
    this.context = context;
    this.program = program;
  }

  /** Makes the arguments; those made before an error are freed. */
  static LaunchedCommands make(Context context, Program program, LaunchSpec spec) {
    LaunchedCommands made = new LaunchedCommands(context, program);
    try {
      made.addAll(spec);
      return made;
    } catch (RuntimeException e) {
      made.close();
      throw e;
    }
  }

  /** Returns what is odd about the launches. */
  List<String> notes() {
    return notes;
  }

  private void addAll(LaunchSpec spec) {
    Place file = spec.file() == null ? null : Place.file(spec.file());
    LaunchSpec.Commands several = spec.commands();
    if (several == null) {
      addGuessed(spec, file);
      return;
    }
    named = Launches.placed(file, () -> NamedBuffers.make(context, several.buffers()));
    types.putAll(named.types());
    for (LaunchSpec.Command command : several.list()) {
      add(spec, command.launch(), command.after(), command.place());
    }
  }

  /** Adds the only launch, for which is chosen what it leaves out. */
  private void addGuessed(LaunchSpec given, @Nullable Place place) {
    Path source = Objects.requireNonNull(given.source());
    Kernel kernel = kernel(given, given);
    String text = InputFiles.access(source, () -> SourceEncoding.read(source));
    GuessedLaunch guess = GuessedLaunch.of(given, kernel, text);
    Arguments made =
        Launches.placed(
            place, () -> Arguments.make(context, kernel, given.arguments(), guess::argument));
    if (!guess.text().isEmpty()) {
      notes.add("kernel " + kernel.name() + " is given " + guess.text());
    }
    add(kernel, guess.spec(), made, Set.of(), place);
  }

  private void add(LaunchSpec whole, LaunchSpec spec, Set<Integer> after, @Nullable Place place) {
    if (spec.global().isEmpty()) {
      throw new InputException(place, "no global size is given");
    }
    Kernel kernel = kernel(whole, spec);
    add(
        kernel,
        spec,
        Arguments.make(context, kernel, spec.arguments(), place, named),
        after,
        place);
  }

  private Kernel kernel(LaunchSpec whole, LaunchSpec spec) {
    Place source = Place.file(String.valueOf(whole.source()));
    return Launches.placed(source, () -> Launches.kernel(program, spec));
  }

  private void add(
      Kernel kernel, LaunchSpec spec, Arguments made, Set<Integer> after, @Nullable Place place) {
    arguments.add(made);
    NDRange range = Launches.placed(place, () -> Launches.range(spec));
    kernels.add(kernel.name());
    parameters.add(kernel.parameters().stream().map(KernelParameter::name).toList());
    notes.addAll(ArgumentTypes.differing(kernel, spec.arguments()));
    made.types().forEach((parameter, type) -> types.putIfAbsent(parameter.name(), type));
    BoundKernel bound = Launches.placed(place, () -> kernel.with(made.values()));
    scopesMayDiffer &= bound.scopesMayDiffer();
    commands.launch(bound, range, after, names(kernel, spec));
  }

  /** The names of the arguments; a shared buffer has the one that the launch file gives it. */
  private static List<String> names(Kernel kernel, LaunchSpec spec) {
    List<String> names = new ArrayList<>();
    kernel.parameters().forEach(p -> names.add(p.name()));
    int position = 0;
    for (LaunchSpec.Given given : spec.arguments()) {
      int index =
          given.name().isEmpty()
              ? position++
              : kernel.parameters().stream()
                  .filter(p -> Arguments.isNamed(p, given.name().get()))
                  .mapToInt(KernelParameter::index)
                  .findFirst()
                  .orElse(-1);
      if (given.spec() instanceof ArgumentSpec.Shared shared && index >= 0) {
        names.set(index, shared.buffer());
      }
    }
    return names;
  }

  CommandExploration commands() {
    return commands;
  }

  /** Returns the types of the elements of memory, by name. */
  Map<String, DataType> types() {
    return types;
  }

  /** Returns the kernels' names. */
  String kernels() {
    return String.join(", ", kernels);
  }

  /** Returns the names of each launch's parameters. */
  List<List<String>> parameters() {
    return parameters;
  }

  /** Returns whether inclusive scopes may differ in the version that the program is built for. */
  boolean scopesMayDiffer() {
    return scopesMayDiffer;
  }

  @Override
  public void close() {
    arguments.forEach(Arguments::close);
    named.close();
  }
}
