package dev.barnacle.command.arguments;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A command of the command line: its name, what help says of it, its options, and what it does. The
 * reader of arguments, help, completion and manual pages all read this description.
 */
public abstract class Command {
  /** The call of a command before it is called: what it writes is lost. */
  protected static final Invocation NOT_CALLED =
      new Invocation(
          List.of(), new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));

  private final String qualifiedName;
  private final List<String> description;

  /**
   * Makes one.
   *
   * @param qualifiedName the words that call it, such as {@code barnacle icd install}
   * @param description sentences; one that goes on in the next string is joined to it
   */
  protected Command(String qualifiedName, String... description) {
    this.qualifiedName = qualifiedName;
    this.description = joined(List.of(description));
  }

  /** A call of a command, when its options have their values. */
  public record Invocation(List<String> arguments, PrintWriter out, PrintWriter err) {
    /** Copies the arguments. */
    public Invocation {
      arguments = List.copyOf(arguments);
    }
  }

  /** Returns the words that call it. */
  public final String qualifiedName() {
    return qualifiedName;
  }

  /** Returns the last of these words. */
  public final String name() {
    return qualifiedName.substring(qualifiedName.lastIndexOf(' ') + 1);
  }

  /** Returns the sentences that help begins with. */
  public final List<String> description() {
    return description;
  }

  /** Returns the first sentence, without its full stop. */
  public final String brief() {
    return description.isEmpty() ? name() : description.getFirst().replaceFirst("\\.$", "");
  }

  /** Returns its options, in the order of the help; each tells its target when it is given. */
  public List<DeclaredOption> options() {
    return List.of();
  }

  /** Returns what makes the commands below it, by their names, in the order of the help. */
  public Map<String, Supplier<Command>> commands() {
    return new LinkedHashMap<>();
  }

  /** Returns the name of a command below, with what makes it. */
  protected static Map.Entry<String, Supplier<Command>> named(String name, Supplier<Command> made) {
    return Map.entry(name, made);
  }

  /** Returns the commands below, in this order. */
  @SafeVarargs
  protected static Map<String, Supplier<Command>> table(
      Map.Entry<String, Supplier<Command>>... commands) {
    Map<String, Supplier<Command>> all = new LinkedHashMap<>();
    for (Map.Entry<String, Supplier<Command>> command : commands) {
      all.put(command.getKey(), command.getValue());
    }
    return all;
  }

  /** Returns the lines that the help ends with. */
  public List<String> footer() {
    return List.of();
  }

  /** Returns what follows its name in the usage line. */
  public String synopsis() {
    StringBuilder text = new StringBuilder("[OPTIONS]");
    for (DeclaredOption option : options()) {
      if (option.isPositional()) {
        String label = option.label() + (option.most() > 1 && option.least() < 2 ? "..." : "");
        text.append(option.least() > 0 ? " " + label : " [" + label + "]");
        text.append((" " + label).repeat(Math.max(0, option.least() - 1)));
      }
    }
    return commands().isEmpty() ? text.toString() : text + " COMMAND";
  }

  /** Returns how its help is asked for. */
  public String helpWords() {
    return qualifiedName + " --help";
  }

  /**
   * Does what is asked for.
   *
   * @return the exit status
   * @throws UsageException if the options do not go together
   * @throws Exception if it fails
   */
  public abstract int run(Invocation invocation) throws Exception;

  /** Returns lines as sentences: one that does not end a sentence goes on in the next. */
  static List<String> joined(List<String> lines) {
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
    return List.copyOf(whole);
  }
}
