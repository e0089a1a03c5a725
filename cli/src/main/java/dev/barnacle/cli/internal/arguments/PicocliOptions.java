package dev.barnacle.cli.internal.arguments;

import java.util.List;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** Makes declared options known to picocli, before those that are annotated. */
public final class PicocliOptions implements IModelTransformer {
  private static final int FIRST = -1000;

  /** A command with declared options. */
  public interface Declaring {
    /** Returns its options, in the order of the help. */
    List<DeclaredOption> options();

    /** Returns the lines that the help ends with. */
    List<String> footer();
  }

  /** Is made by picocli. */
  public PicocliOptions() {}

  @Override
  public CommandSpec transform(CommandSpec command) {
    if (!(command.userObject() instanceof Declaring declaring)) {
      throw new IllegalArgumentException(command.name() + " declares no options");
    }
    int order = FIRST;
    for (DeclaredOption option : declaring.options()) {
      if (option.name().equals(DeclaredOption.POSITIONAL)) {
        command.addPositional(positional(option));
      } else {
        command.addOption(option(option, order++));
      }
    }
    command.usageMessage().footer(declaring.footer().toArray(String[]::new));
    return command;
  }

  private static PositionalParamSpec positional(DeclaredOption option) {
    return PositionalParamSpec.builder()
        .paramLabel(option.label())
        .description(description(option))
        .arity("0..*")
        .type(List.class)
        .auxiliaryTypes(String.class)
        .build();
  }

  private static OptionSpec option(DeclaredOption option, int order) {
    OptionSpec.Builder made =
        OptionSpec.builder(option.name())
            .paramLabel(option.label())
            .description(description(option))
            .order(order);
    return switch (option.values()) {
      case OPTIONAL -> made.arity("0..1").fallbackValue("").type(String.class).build();
      case FLAG -> made.arity("0").type(boolean.class).build();
      case COUNT -> made.arity("1").type(Integer.class).build();
      case NUMBER -> made.arity("1").type(Double.class).build();
      case TEXT ->
          option.repeats()
              ? made.arity("1").type(List.class).auxiliaryTypes(String.class).build()
              : made.arity("1").type(String.class).build();
    };
  }

  private static String[] description(DeclaredOption option) {
    return option.description().toArray(String[]::new);
  }

  /** Tells the targets what picocli has read. */
  public static void tell(ParseResult read, List<DeclaredOption> options) {
    for (DeclaredOption option : options) {
      if (option.name().equals(DeclaredOption.POSITIONAL)) {
        read.matchedPositionals().stream()
            .flatMap(given -> given.stringValues().stream())
            .forEach(option.target());
      } else if (option.values() == DeclaredOption.Values.FLAG) {
        if (read.matchedOptionValue(option.name(), false)) {
          option.target().accept("");
        }
      } else if (read.hasMatchedOption(option.name())) {
        read.matchedOption(option.name()).stringValues().forEach(option.target());
      }
    }
  }
}
