package dev.barnacle.cli.internal.help;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Lays out help: sentences are wrapped as wholes, not line by line of the source, and the usage
 * line has no options, which are listed below it.
 */
public final class HelpLayout {
  private HelpLayout() {}

  /** Lays out the help of a command and of those below it; returns the command. */
  public static CommandLine of(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    spec.usageMessage().description(joined(spec.usageMessage().description()));
    if (spec.usageMessage().customSynopsis().length == 0) {
      spec.usageMessage().abbreviateSynopsis(true);
    }
    options(spec);
    command.getSubcommands().values().forEach(HelpLayout::of);
    return command;
  }

  /** An option's description can't be changed, but the option can be replaced. */
  private static void options(CommandSpec spec) {
    List<OptionSpec> own = spec.options().stream().filter(o -> !o.inherited()).toList();
    List<OptionSpec> lengthy = own.stream().filter(o -> o.description().length > 1).toList();
    if (lengthy.isEmpty()) {
      return;
    }
    own.forEach(spec::remove);
    for (OptionSpec option : own) {
      spec.addOption(OptionSpec.builder(option).description(joined(option.description())).build());
    }
  }

  /** Returns lines as sentences: one that does not end a sentence goes on in the next. */
  static String[] joined(String... lines) {
    List<String> whole = new ArrayList<>();
    for (String line : lines) {
      int last = whole.size() - 1;
      boolean goesOn = last >= 0 && !line.isEmpty() && !whole.get(last).isEmpty();
      if (goesOn && !whole.get(last).endsWith(".") && !line.startsWith(" ")) {
        whole.set(last, whole.get(last) + " " + line);
      } else {
        whole.add(line);
      }
    }
    return whole.toArray(String[]::new);
  }
}
