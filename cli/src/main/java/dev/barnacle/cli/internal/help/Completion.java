package dev.barnacle.cli.internal.help;

import dev.barnacle.command.arguments.Command;
import dev.barnacle.command.arguments.DeclaredOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Scripts by which shells complete a command's words; they need nothing but the shell. */
public enum Completion {
  BASH,
  ZSH,
  FISH;

  private static final String BASH_SCRIPT =
      """
      # Completion of @NAME@ for bash(1)
      _complete_@NAME@() {
        local place='' known='' i
        for ((i = 1; i < COMP_CWORD; i++)); do
          case "$place ${COMP_WORDS[i]}" in
            @PLACES@) place="$place ${COMP_WORDS[i]}" ;;
          esac
        done
        case "$place" in
      @WORDS@
        esac
        COMPREPLY=($(compgen -W "$known" -- "${COMP_WORDS[COMP_CWORD]}"))
      }
      complete -o default -F _complete_@NAME@ @NAME@
      """;

  private static final String ZSH_SCRIPT =
      """
      #compdef @NAME@
      # Completion of @NAME@ for zsh(1)
      _@NAME@() {
        local place='' known='' i
        for ((i = 2; i < CURRENT; i++)); do
          case "$place ${words[i]}" in
            @PLACES@) place="$place ${words[i]}" ;;
          esac
        done
        case "$place" in
      @WORDS@
        esac
        compadd -- ${=known}
        _files
      }
      (( $+functions[compdef] )) || { autoload -U compinit && compinit; }
      compdef _@NAME@ @NAME@
      """;

  /** Returns the shells' names. */
  public static List<String> names() {
    return Arrays.stream(values()).map(shell -> shell.name().toLowerCase(Locale.ROOT)).toList();
  }

  /** Returns the script for a command. */
  public String script(Command command) {
    return switch (this) {
      case BASH -> filled(BASH_SCRIPT, command);
      case ZSH -> filled(ZSH_SCRIPT, command);
      case FISH -> fish(command);
    };
  }

  private static String filled(String script, Command command) {
    Map<String, List<String>> words = new LinkedHashMap<>();
    collect("", command, words);
    String places =
        words.keySet().stream()
            .filter(place -> !place.isEmpty())
            .map(place -> "'" + place + "'")
            .collect(Collectors.joining(" | "));
    String cases =
        words.entrySet().stream()
            .map(e -> "    '" + e.getKey() + "') known='" + String.join(" ", e.getValue()) + "' ;;")
            .collect(Collectors.joining("\n"));
    return script
        .replace("@NAME@", command.name())
        .replace("@PLACES@", places)
        .replace("@WORDS@", cases);
  }

  private static void collect(String place, Command command, Map<String, List<String>> words) {
    List<String> known = new ArrayList<>(command.commands().keySet());
    command.options().forEach(option -> known.addAll(option.names()));
    known.addAll(List.of("-h", "--help"));
    words.put(place, known);
    command.commands().forEach((name, made) -> collect(place + " " + name, made.get(), words));
  }

  private static String fish(Command command) {
    StringBuilder text = new StringBuilder("# Completion of " + command.name() + " for fish(1)\n");
    fish(text, command.name(), "", command);
    return text.toString();
  }

  /**
   * Adds what may come after the words of a place.
   *
   * @param place the names of commands, each with a blank before it
   */
  private static void fish(StringBuilder text, String name, String place, Command command) {
    Map<String, Command> below = new LinkedHashMap<>();
    command.commands().forEach((word, made) -> below.put(word, made.get()));
    String seen = "__fish_seen_subcommand_from";
    String here = place.strip().replace(" ", "; and " + seen + " ");
    String none = "not " + seen + " " + String.join(" ", below.keySet());
    String condition =
        place.isEmpty() ? none : seen + " " + here + (below.isEmpty() ? "" : "; and " + none);
    String start = "complete -c " + name + " -n '" + condition + "'";
    below.forEach(
        (word, sub) ->
            text.append(start + " -f -a " + word + " -d " + quoted(first(sub.description())))
                .append('\n'));
    for (DeclaredOption option : command.options()) {
      if (!option.isPositional()) {
        text.append(start + option(option) + "\n");
      }
    }
    below.forEach((word, sub) -> fish(text, name, place + " " + word, sub));
  }

  private static String option(DeclaredOption option) {
    StringBuilder text = new StringBuilder();
    for (String name : option.names()) {
      text.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
    }
    if (option.shownValue().startsWith("=")) {
      text.append(" -r");
    }
    return text.append(" -d " + quoted(first(option.description()))).toString();
  }

  private static String first(List<String> sentences) {
    return sentences.isEmpty() ? "" : sentences.getFirst();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
