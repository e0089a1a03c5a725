package dev.barnacle.cli.internal.arguments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command's arguments where they are as usual: options that it knows, each with a value of
 * its own, and at most one other argument. All else — help, mistakes, what has two readings — is
 * left to picocli, which takes longer to start than a kernel takes to be checked. What is read here
 * has the same meaning there; a test compares them.
 */
public final class PlainArguments {
  private static final Pattern COUNT = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})?");
  private static final Pattern ANY = Pattern.compile(".+", Pattern.DOTALL);

  private record Kind(Pattern values, boolean repeats, Consumer<String> target) {}

  private final Map<String, Kind> options = new HashMap<>();
  private final Map<String, Runnable> flags = new HashMap<>();
  private @Nullable Consumer<String> positional;

  /** Knows no option yet. */
  public PlainArguments() {}

  /** Adds an option without a value. */
  public PlainArguments flag(String name, Runnable target) {
    flags.put(name, target);
    return this;
  }

  /** Adds an option that may be given once. */
  public PlainArguments text(String name, Consumer<String> target) {
    options.put(name, new Kind(ANY, false, target));
    return this;
  }

  /** Adds an option that may be given many times. */
  public PlainArguments texts(String name, Consumer<String> target) {
    options.put(name, new Kind(ANY, true, target));
    return this;
  }

  /** Adds an option whose value is a positive {@code int}. */
  public PlainArguments count(String name, Consumer<Integer> target) {
    options.put(name, new Kind(COUNT, false, value -> target.accept(Integer.valueOf(value))));
    return this;
  }

  /** Adds an option whose value is a decimal number. */
  public PlainArguments number(String name, Consumer<Double> target) {
    options.put(name, new Kind(NUMBER, false, value -> target.accept(Double.valueOf(value))));
    return this;
  }

  /** Says where the argument goes that belongs to no option. */
  public PlainArguments positional(Consumer<String> target) {
    positional = target;
    return this;
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
      int equals = argument.indexOf('=');
      String name =
          argument.startsWith("-") && equals > 0 ? argument.substring(0, equals) : argument;
      Kind option = options.get(name);
      if (option != null) {
        String value = equals > 0 ? argument.substring(equals + 1) : null;
        if (value == null) {
          if (at == arguments.size() || isOdd(arguments.get(at))) {
            return false;
          }
          value = arguments.get(at++);
        }
        String text = value;
        if (!option.values().matcher(text).matches() || (!given.add(name) && !option.repeats())) {
          return false;
        }
        actions.add(() -> option.target().accept(text));
      } else if (flags.containsKey(argument)) {
        if (!given.add(argument)) {
          return false;
        }
        actions.add(flags.get(argument));
      } else {
        Consumer<String> target = positional;
        if (target == null || isOdd(argument) || !given.add("")) {
          return false;
        }
        actions.add(() -> target.accept(argument));
      }
    }
    actions.forEach(Runnable::run);
    return true;
  }

  /** Tells whether an argument may be an option, or a file of arguments. */
  private static boolean isOdd(String argument) {
    return argument.isEmpty() || argument.startsWith("-") || argument.startsWith("@");
  }
}
