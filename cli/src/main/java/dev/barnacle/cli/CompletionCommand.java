package dev.barnacle.cli;

import dev.barnacle.cl.Platform;
import dev.barnacle.cli.internal.help.Completion;
import dev.barnacle.cli.internal.help.ManPages;
import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import dev.barnacle.command.arguments.ExitStatus;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code barnacle completion}: what shells and man(1) read of the commands. */
final class CompletionCommand extends Command {
  private String shell = "";
  private @Nullable Path manual;

  CompletionCommand() {
    super(
        "barnacle completion",
        "Print a script by which bash, zsh or fish completes barnacle's words.",
        "For one shell: source <(barnacle completion bash).");
  }

  @Override
  public List<DeclaredOption> options() {
    return List.of(
        DeclaredOption.positional("SHELL", word -> shell = word, "bash, zsh or fish.").times(0, 1),
        DeclaredOption.text(
            "--man",
            "DIR",
            folder -> manual = Path.of(folder),
            "Write the commands' pages for man(1) to a folder instead."));
  }

  @Override
  public int run(Invocation invocation) {
    if (manual != null) {
      write(new ManPages(Platform.release()).of(new Barnacle()), manual);
      return ExitStatus.OK;
    }
    if (!Completion.names().contains(shell)) {
      throw new InputException(
          (shell.isEmpty() ? "no shell is named" : "unknown shell '" + shell + "'")
              + ": expected one of "
              + String.join(", ", Completion.names()));
    }
    Completion completion = Completion.valueOf(shell.toUpperCase(Locale.ROOT));
    invocation.out().print(completion.script(new Barnacle()));
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
