package dev.barnacle.cli.internal.arguments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads a command's arguments where they are as usual: declared options, each with a value of its
 * own, and at most one other argument. All else — help, mistakes, what has two readings — is left
 * to picocli, which takes longer to start than a kernel takes to be checked. What is read here has
 * the same meaning there; a test compares them.
 */
public final class PlainArguments {
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");

  private final Map<String, DeclaredOption> options = new HashMap<>();

  /** Knows these options. */
  public PlainArguments(List<DeclaredOption> declared) {
    declared.forEach(option -> options.put(option.name(), option));
  }

  /**
   * Reads arguments, and tells the targets if all of them are as usual.
   *
   * @return false if picocli must read them; no target has been told anything then
   */
  public boolean read(List<String> arguments) {
    List<Runnable> actions = new ArrayList<>();
    Set<String> given = new HashSet<>();
    int at = 0;
    while (at < arguments.size()) {
      String argument = arguments.get(at++);
      int equals = argument.startsWith("-") ? argument.indexOf('=') : -1;
      String name = equals > 0 ? argument.substring(0, equals) : argument;
      DeclaredOption option = options.get(name);
      String value;
      if (option == null || name.isEmpty()) {
        option = options.get(DeclaredOption.POSITIONAL);
        value = argument;
        if (option == null || isOdd(argument) || !given.add(DeclaredOption.POSITIONAL)) {
          return false;
        }
      } else if (option.values() == DeclaredOption.Values.FLAG) {
        value = "";
        if (equals > 0 || !given.add(name)) {
          return false;
        }
      } else if (option.values() == DeclaredOption.Values.OPTIONAL) {
        value = equals > 0 ? argument.substring(equals + 1) : "";
        if (!given.add(name) || equals == argument.length() - 1) {
          return false;
        }
      } else {
        if (equals < 0 && (at == arguments.size() || isOdd(arguments.get(at)))) {
          return false;
        }
        value = equals > 0 ? argument.substring(equals + 1) : arguments.get(at++);
        if (!isUsual(option, value) || (!given.add(name) && !option.repeats())) {
          return false;
        }
      }
      DeclaredOption found = option;
      actions.add(() -> found.target().accept(value));
    }
    actions.forEach(Runnable::run);
    return true;
  }

  private static boolean isUsual(DeclaredOption option, String value) {
    return switch (option.values()) {
      case COUNT -> COUNT.matcher(value).matches();
      case NUMBER -> NUMBER.matcher(value).matches();
      default -> !value.isEmpty();
    };
  }

  /** Returns whether an argument may be an option, or a file of arguments. */
  private static boolean isOdd(String argument) {
    return argument.isEmpty() || argument.startsWith("-") || argument.startsWith("@");
  }
}
