package dev.barnacle.frontend.internal.clang;

import dev.barnacle.frontend.BuildOptions;
import dev.barnacle.frontend.InvalidOptionException;
import dev.barnacle.frontend.OpenClVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Takes build options apart, checks them, and says them in clang's words. */
public final class OptionParser {
  /** Options that clang knows by the same name. */
  private static final Set<String> PASSED_ON =
      Set.of(
          "-cl-single-precision-constant",
          "-cl-fp32-correctly-rounded-divide-sqrt",
          "-cl-no-signed-zeros",
          "-cl-finite-math-only",
          "-w",
          "-Werror");

  /**
   * Options that allow, beside what clang knows of them, to put a product and a sum into one
   * operation wherever they stand.
   */
  private static final Set<String> FUSING =
      Set.of("-cl-mad-enable", "-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math");

  /** Options that ask for what is the case anyway, or permit what Barnacle does not do. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "-cl-denorms-are-zero",
          "-cl-kernel-arg-info",
          "-cl-no-subgroup-ifp",
          "-cl-strict-aliasing",
          "-O0",
          "-O1",
          "-O2",
          "-O3",
          "-Os");

  private static final Pattern WARNING_OPTION = Pattern.compile("-W(no-)?[a-z][a-zA-Z0-9=+-]*");
  private static final Pattern MACRO =
      Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*(\\([^)]*\\))?(=.*)?", Pattern.DOTALL);
  private static final Pattern MACRO_NAME = Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*");

  private OpenClVersion version = OpenClVersion.CL1_2;
  private boolean optimize = true;
  private boolean uniform;
  private boolean debug;
  private final List<String> includes = new ArrayList<>();
  private final List<String> arguments = new ArrayList<>();

  private OptionParser() {}

  /**
   * Splits an option string at white space outside of quotes, and takes the quotes and backslashes
   * out.
   */
  public static List<String> split(String text) throws InvalidOptionException {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote == 0 && Character.isWhitespace(c)) {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
        continue;
      }
      word = word == null ? new StringBuilder() : word;
      if (isEscape(text, i, quote)) {
        word.append(text.charAt(++i));
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else {
        word.append(c);
      }
    }
    if (quote != 0) {
      throw new InvalidOptionException("invalid build options: a quote is not closed: " + text);
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  /**
   * A backslash hides a quote, a backslash or a space; before anything else it is itself (as in
   * Windows paths), and in single quotes always.
   */
  private static boolean isEscape(String text, int i, char quote) {
    if (text.charAt(i) != '\\' || quote == '\'' || i + 1 == text.length()) {
      return false;
    }
    char next = text.charAt(i + 1);
    return next == '"'
        || next == '\\'
        || (quote == 0 && (next == '\'' || Character.isWhitespace(next)));
  }

  /** Reads options that are apart. */
  public static BuildOptions parse(List<String> options) throws InvalidOptionException {
    OptionParser parser = new OptionParser();
    Iterator<String> rest = options.iterator();
    while (rest.hasNext()) {
      parser.option(rest.next(), rest);
    }
    return new BuildOptions(
        parser.version,
        parser.optimize,
        parser.uniform,
        parser.debug,
        parser.includes,
        parser.arguments,
        Set.of());
  }

  private void option(String option, Iterator<String> rest) throws InvalidOptionException {
    if (preprocessorOption(option, rest)) {
      return;
    }
    if (PASSED_ON.contains(option)) {
      arguments.add(option);
    } else if (FUSING.contains(option)) {
      arguments.addAll(List.of(option, "-ffp-contract=fast"));
    } else if (WARNING_OPTION.matcher(option).matches()) {
      arguments.add(option);
    } else if (option.startsWith("-cl-std=")) {
      version = versionOf(option);
    } else if (option.equals("-cl-opt-disable")) {
      optimize = false;
    } else if (option.equals("-cl-uniform-work-group-size")) {
      uniform = true;
      arguments.add(option);
    } else if (option.equals("-g")) {
      debug = true;
    } else if (!WITHOUT_EFFECT.contains(option)) {
      throw new InvalidOptionException(
          "invalid build option: " + (option.isEmpty() ? "\"\"" : option));
    }
  }

  private boolean preprocessorOption(String option, Iterator<String> rest)
      throws InvalidOptionException {
    if (option.startsWith("-D")) {
      String macro = value("-D", option, rest);
      require(MACRO.matcher(macro).matches(), "-D" + macro + " does not name a macro");
      arguments.add("-D" + macro);
      return true;
    }
    if (option.startsWith("-U")) {
      String macro = value("-U", option, rest);
      require(MACRO_NAME.matcher(macro).matches(), "-U" + macro + " does not name a macro");
      arguments.add("-U" + macro);
      return true;
    }
    if (option.startsWith("-I")) {
      String folder = value("-I", option, rest);
      includes.add(folder);
      arguments.add("-I" + folder);
      return true;
    }
    return false;
  }

  private static String value(String name, String option, Iterator<String> rest)
      throws InvalidOptionException {
    String value = option.substring(name.length());
    if (value.isEmpty() && rest.hasNext()) {
      value = rest.next();
    }
    require(!value.isEmpty(), name + " needs a value");
    return value;
  }

  private static void require(boolean condition, String message) throws InvalidOptionException {
    if (!condition) {
      throw new InvalidOptionException("invalid build option: " + message);
    }
  }

  private static OpenClVersion versionOf(String option) throws InvalidOptionException {
    String wanted = option.substring("-cl-std=".length());
    Optional<OpenClVersion> found = OpenClVersion.of(wanted);
    if (found.isEmpty()) {
      String known =
          Arrays.stream(OpenClVersion.values())
              .map(OpenClVersion::option)
              .collect(Collectors.joining(", "));
      throw new InvalidOptionException(
          "invalid build option: " + option + " (versions: " + known + ")");
    }
    return found.get();
  }
}
