package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.InputException;
import dev.barnacle.cli.internal.InputFiles;
import dev.barnacle.cli.internal.help.Completion;
import dev.barnacle.cli.internal.help.HelpLayout;
import dev.barnacle.cli.internal.help.ManPages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code barnacle completion}: what shells and man(1) read of the commands. */
@Command(
    name = "completion",
    description = {
      "Print a script by which bash, zsh or fish completes barnacle's words.",
      "For one shell: source <(barnacle completion bash)."
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash, zsh or fish.")
  private String shell = "";

  @Option(
      names = "--man",
      paramLabel = "DIR",
      description = "Write the commands' pages for man(1) to a folder instead.")
  private String man = "";

  @Override
  public Integer call() {
    CommandLine barnacle = HelpLayout.of(new CommandLine(new Barnacle()));
    if (!man.isEmpty()) {
      write(new ManPages(Platform.release()).of(barnacle), Path.of(man));
      return ExitStatus.OK;
    }
    if (!Completion.names().contains(shell)) {
      throw new InputException(
          (shell.isEmpty() ? "no shell is named" : "unknown shell '" + shell + "'")
              + ": expected one of "
              + String.join(", ", Completion.names()));
    }
    Completion completion = Completion.valueOf(shell.toUpperCase(Locale.ROOT));
    spec.commandLine().getOut().print(completion.script(barnacle));
    return ExitStatus.OK;
  }

  private static void write(Map<String, String> pages, Path folder) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    pages.forEach(
        (name, text) -> {
          Path page = folder.resolve(name);
          InputFiles.access(page, () -> Files.writeString(page, text));
        });
  }
}
