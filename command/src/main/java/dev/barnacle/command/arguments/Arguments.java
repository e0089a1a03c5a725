package dev.barnacle.command.arguments;

import dev.barnacle.model.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command's arguments: {@code --name value}, {@code --name=value}, {@code -n value}, {@code
 * -nvalue}; {@code --} ends the options. Options may stand before and behind other arguments. All
 * arguments are read before the first target is told of its value.
 */
public final class Arguments {
  /** The options that ask for help. */
  public static final Set<String> HELP = Set.of("-h", "--help");

  private final Map<String, DeclaredOption> options = new LinkedHashMap<>();
  private final @Nullable DeclaredOption positional;
  private final List<String> words;
  private final Set<DeclaredOption> given = new HashSet<>();
  private final List<Runnable> actions = new ArrayList<>();
  private int position;
  private int others;

  private Arguments(List<DeclaredOption> declared, List<String> words) {
    DeclaredOption free = null;
    for (DeclaredOption option : declared) {
      if (option.isPositional()) {
        free = option;
      } else {
        option.names().forEach(name -> options.put(name, option));
      }
    }
    this.positional = free;
    this.words = words;
  }

  /**
   * Reads arguments, and tells each option's target its values.
   *
   * @return false where help is asked for; no target has been told anything then
   * @throws UsageException if they are not what the options take
   */
  public static boolean read(List<DeclaredOption> declared, List<String> words) {
    Arguments arguments = new Arguments(declared, words);
    if (!arguments.readAll()) {
      return false;
    }
    arguments.checkMissing(declared);
    arguments.actions.forEach(Runnable::run);
    return true;
  }

  private boolean readAll() {
    boolean ended = false;
    while (position < words.size()) {
      String word = words.get(position++);
      if (ended || !word.startsWith("-") || word.length() == 1) {
        other(word);
      } else if (word.equals("--")) {
        ended = true;
      } else if (HELP.contains(word)) {
        return false;
      } else {
        option(word);
      }
    }
    return true;
  }

  private void other(String word) {
    others++;
    DeclaredOption option = positional;
    if (option == null || others > option.most()) {
      throw new UsageException("unknown argument '" + word + "'");
    }
    actions.add(() -> option.target().accept(word));
  }

  private void option(String word) {
    int equals = word.indexOf('=');
    String name = equals > 0 ? word.substring(0, equals) : word;
    DeclaredOption option = options.get(name);
    String value = equals > 0 ? word.substring(equals + 1) : null;
    if (option == null && !word.startsWith("--") && word.length() > 2) {
      name = word.substring(0, 2);
      option = options.get(name);
      value = word.substring(2);
    }
    if (option == null) {
      throw new UsageException(
          "unknown option '" + word + "'" + Nearest.question(name, options.keySet()));
    }
    if (!given.add(option) && !option.repeats()) {
      throw new UsageException("option '" + name + "' is given twice");
    }
    DeclaredOption found = option;
    String text = value(option, name, value);
    actions.add(() -> found.target().accept(text));
  }

  /** Returns an option's value, which may be the next word. */
  private String value(DeclaredOption option, String name, @Nullable String attached) {
    switch (option.values()) {
      case FLAG -> {
        if (attached != null) {
          throw new UsageException(name + "=" + attached + ": the option takes no value");
        }
        return "";
      }
      case OPTIONAL -> {
        return attached == null ? "" : attached;
      }
      default -> {
        String text = attached == null ? next(option, name) : attached;
        check(option, name, text);
        return text;
      }
    }
  }

  private String next(DeclaredOption option, String name) {
    if (position == words.size() || isOption(words.get(position))) {
      throw new UsageException("option '" + name + "' lacks its value, " + option.label());
    }
    return words.get(position++);
  }

  private boolean isOption(String word) {
    int equals = word.indexOf('=');
    String name = equals > 0 ? word.substring(0, equals) : word;
    return options.containsKey(name) || HELP.contains(name);
  }

  private static void check(DeclaredOption option, String name, String text) {
    try {
      switch (option.values()) {
        case COUNT -> Integer.parseInt(text);
        case NUMBER -> Double.parseDouble(text);
        default -> {}
      }
    } catch (NumberFormatException e) {
      boolean whole = option.values() == DeclaredOption.Values.COUNT;
      throw new UsageException(
          name + " " + text + ": expected a " + (whole ? "whole number" : "number"));
    }
  }

  private void checkMissing(List<DeclaredOption> declared) {
    Map<DeclaredOption, Integer> counts = new HashMap<>();
    given.forEach(option -> counts.put(option, 1));
    for (DeclaredOption option : declared) {
      int count = option.isPositional() ? others : counts.getOrDefault(option, 0);
      if (count < option.least()) {
        String name = option.isPositional() ? option.label() : option.longestName();
        throw new UsageException(
            option.least() == 1
                ? "no " + name + " is given"
                : option.least() + " " + name + " are expected, not " + count);
      }
    }
  }
}
