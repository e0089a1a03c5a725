package dev.barnacle.cli.internal.explore;

import dev.barnacle.cl.DataType;
import dev.barnacle.cli.internal.launch.ArgumentSpec;
import dev.barnacle.cli.internal.launch.Init;
import dev.barnacle.cli.internal.launch.LaunchSpec;
import dev.barnacle.cli.internal.launch.NumberText;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The inputs of a launch that may be any of some numbers: each choice of all of them is a launch of
 * its own.
 */
final class Inputs {
  private static final int MOST = 65_536;

  /** Numbers that are chosen one by one: a value, or the scalars of a buffer. */
  private record Choice(int command, String name, List<String> literals, int count) {}

  private final LaunchSpec spec;
  private final List<Choice> choices = new ArrayList<>();
  private final int combinations;

  Inputs(LaunchSpec spec) {
    this.spec = spec;
    replaced(
        spec,
        choice -> {
          choices.add(choice);
          return Collections.nCopies(choice.count(), choice.literals().getFirst());
        });
    long product = 1;
    for (Choice choice : choices) {
      for (int i = 0; i < choice.count() && product <= MOST; i++) {
        product *= choice.literals().size();
      }
    }
    if (product > MOST) {
      throw new InputException(
          spec.file() == null ? null : Place.file(spec.file()),
          "the inputs can be chosen in more than " + MOST + " ways");
    }
    combinations = (int) product;
  }

  /** Returns in how many ways they can be chosen; 1 where nothing is to be chosen. */
  int combinations() {
    return combinations;
  }

  /** Returns whether there is something to choose. */
  boolean isAny() {
    return !choices.isEmpty();
  }

  /** Returns whether all numbers to choose from are whole. */
  boolean isWhole() {
    return choices.stream()
        .flatMap(choice -> choice.literals().stream())
        .allMatch(literal -> NumberText.parse(literal, DataType.Scalar.LONG).isPresent());
  }

  /** Returns the launch with the inputs of a number. */
  LaunchSpec spec(int combination) {
    List<List<String>> chosen = chosen(combination);
    int[] next = new int[1];
    return replaced(spec, choice -> chosen.get(next[0]++));
  }

  /**
   * Returns the inputs of a number: the scalars of each by its name.
   *
   * @param parameters the names of each launch's parameters
   */
  Map<String, List<String>> values(int combination, List<List<String>> parameters) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    List<List<String>> chosen = chosen(combination);
    for (int c = 0; c < choices.size(); c++) {
      String name = name(choices.get(c), parameters);
      String free = name;
      for (int i = 2; values.containsKey(free); i++) {
        free = name + "#" + i;
      }
      values.put(free, chosen.get(c));
    }
    return values;
  }

  private static String name(Choice choice, List<List<String>> parameters) {
    String name = choice.name();
    return choice.command() >= 0 && name.matches("\\d+")
        ? parameters.get(choice.command()).get(Integer.parseInt(name))
        : name;
  }

  private List<List<String>> chosen(int combination) {
    List<List<String>> all = new ArrayList<>();
    int left = combination;
    for (Choice choice : choices) {
      List<String> chosen = new ArrayList<>();
      for (int i = 0; i < choice.count(); i++) {
        chosen.add(choice.literals().get(left % choice.literals().size()));
        left /= choice.literals().size();
      }
      all.add(chosen);
    }
    return all;
  }

  private static LaunchSpec replaced(LaunchSpec spec, Function<Choice, List<String>> chosen) {
    LaunchSpec.Commands commands = spec.commands();
    if (commands == null) {
      return spec.withArguments(arguments(0, spec, chosen));
    }
    Map<String, ArgumentSpec.BufferSpec> buffers = new LinkedHashMap<>();
    commands
        .buffers()
        .forEach((name, buffer) -> buffers.put(name, buffer(-1, name, buffer, chosen)));
    List<LaunchSpec.Command> list = new ArrayList<>();
    for (LaunchSpec.Command c : commands.list()) {
      LaunchSpec launch = c.launch().withArguments(arguments(list.size(), c.launch(), chosen));
      list.add(new LaunchSpec.Command(launch, c.after(), c.place()));
    }
    return spec.withCommands(new LaunchSpec.Commands(buffers, list));
  }

  private static List<LaunchSpec.Given> arguments(
      int command, LaunchSpec spec, Function<Choice, List<String>> chosen) {
    List<LaunchSpec.Given> given = new ArrayList<>();
    int position = 0;
    for (LaunchSpec.Given argument : spec.arguments()) {
      String name = argument.name().orElse(String.valueOf(position++));
      ArgumentSpec one =
          switch (argument.spec()) {
            case ArgumentSpec.Any any ->
                new ArgumentSpec.Value(
                    Optional.empty(), chosen.apply(new Choice(command, name, any.literals(), 1)));
            case ArgumentSpec.BufferSpec buffer -> buffer(command, name, buffer, chosen);
            default -> argument.spec();
          };
      given.add(new LaunchSpec.Given(argument.name(), one, argument.place()));
    }
    return given;
  }

  private static ArgumentSpec.BufferSpec buffer(
      int command,
      String name,
      ArgumentSpec.BufferSpec buffer,
      Function<Choice, List<String>> chosen) {
    if (!(buffer.init() instanceof Init.Any any)) {
      return buffer;
    }
    long count = buffer.count().orElseThrow(() -> new InputException(name + ": any needs a count"));
    long scalars = count * buffer.type().lanes();
    if (scalars > MOST) {
      throw new InputException(name + ": the inputs can be chosen in more than " + MOST + " ways");
    }
    List<String> literals = chosen.apply(new Choice(command, name, any.literals(), (int) scalars));
    return new ArgumentSpec.BufferSpec(buffer.type(), buffer.count(), new Init.Values(literals));
  }
}
