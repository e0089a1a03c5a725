package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.barnacle.command.arguments.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Help, completion and manual pages, which are made of one description. */
class HelpTest {
  private static final int COLUMNS = 80;

  @TempDir private Path folder;

  private static List<Command> commands() {
    List<Command> all = new ArrayList<>();
    collect(new Barnacle(), all);
    return all;
  }

  private static void collect(Command command, List<Command> all) {
    all.add(command);
    command.commands().values().forEach(sub -> collect(sub.get(), all));
  }

  private static String help(Command command) {
    List<String> words = new ArrayList<>(List.of(command.qualifiedName().split(" ")));
    words.set(0, "help");
    CommandRunner.Result result = CommandRunner.run(words.toArray(String[]::new));
    assertEquals(0, result.status(), result.err());
    return result.out();
  }

  @Test
  void helpFitsItsColumns() {
    for (Command command : commands()) {
      List<String> wide = help(command).lines().filter(l -> l.length() > COLUMNS).toList();
      assertEquals(List.of(), wide, command.qualifiedName());
    }
  }

  /** A line that ends early, amid a sentence, is one that was wrapped twice. */
  @Test
  void noSentenceIsBrokenTwice() {
    List<String> lines = help(commands().getFirst()).lines().toList();
    assertTrue(
        lines.contains(
            "  check       Launch a kernel under detectors of data races, barrier divergence"));
    String check = CommandRunner.run("check", "--help").out();
    assertTrue(check.startsWith("Usage: barnacle check [OPTIONS] [K.cl...]\n"), check);
    assertTrue(check.contains("\n--kernel each kernel of a program is checked.\n"), check);
  }

  @Test
  void helpIsThatOfTheCommand() {
    assertEquals(
        CommandRunner.run("icd", "install", "--help").out(),
        CommandRunner.run("help", "icd", "install").out());
    CommandRunner.Result unknown = CommandRunner.run("help", "chekc");
    assertEquals(2, unknown.status());
    assertEquals(
        "error: unknown command 'chekc'; did you mean 'check'? (see barnacle --help)\n",
        unknown.err());
  }

  @Test
  void aCommandIsCalledByItsName() {
    for (Command command : commands()) {
      command
          .commands()
          .forEach(
              (name, sub) ->
                  assertEquals(command.qualifiedName() + " " + name, sub.get().qualifiedName()));
    }
  }

  @Test
  void bashCompletesCommandsAndOptions() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs bash");
    Path script = folder.resolve("completion");
    Files.writeString(script, CommandRunner.run("completion", "bash").out());
    assertEquals(
        "campaign check compare compile completion", completed(script, "1", "barnacle", "c"));
    assertEquals(
        "--schedules --shrink",
        completed(script, "2", "barnacle", "check", "--s")
            .replace("--same-value-benign ", "")
            .replace(" --suppressions", ""));
    assertEquals("--root", completed(script, "3", "barnacle", "icd", "install", "--r"));
  }

  private String completed(Path script, String at, String... words) throws Exception {
    String program =
        """
        compopt() { :; }
        source '%s'
        COMP_WORDS=(%s)
        COMP_CWORD=%s
        _complete_barnacle
        printf '%%s\\n' ${COMPREPLY[@]} | sort | xargs
        """
            .formatted(script, String.join(" ", words), at);
    Process bash = new ProcessBuilder("/bin/bash", "-c", program).redirectErrorStream(true).start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, bash.waitFor(), out);
    return out.strip();
  }

  @Test
  void fishKnowsEachOption() {
    String script = CommandRunner.run("completion", "fish").out();
    for (String option : List.of("schedules", "weakest", "expect", "man")) {
      assertTrue(script.contains(" -l " + option + " "), option);
    }
    assertEquals(0, script.lines().filter(l -> l.contains("Barnacle's")).count()); // unquoted
    String both = "'__fish_seen_subcommand_from icd; and __fish_seen_subcommand_from install'";
    assertTrue(script.contains(both + " -l root "), script);
  }

  @Test
  void eachCommandHasAManualPage() throws IOException {
    CommandRunner.Result result = CommandRunner.run("completion", "--man", folder.toString());
    assertEquals(0, result.status(), result.err());
    for (Command command : commands()) {
      String name = command.qualifiedName().replace(' ', '-');
      String page = Files.readString(folder.resolve(name + ".1"));
      assertTrue(page.startsWith(".TH \""), page);
      command.options().stream()
          .flatMap(option -> option.names().stream())
          .forEach(o -> assertTrue(page.contains(o.replace("-", "\\-")), name + " " + o));
    }
  }

  @Test
  void aShellThatIsNotKnownIsAnError() {
    for (Map.Entry<String, String> each :
        Map.of("tcsh", "unknown shell 'tcsh'", "", "no shell is named").entrySet()) {
      CommandRunner.Result result =
          each.getKey().isEmpty()
              ? CommandRunner.run("completion")
              : CommandRunner.run("completion", each.getKey());
      assertEquals(2, result.status());
      assertEquals(
          "error: " + each.getValue() + ": expected one of bash, zsh, fish\n", result.err());
    }
  }
}
