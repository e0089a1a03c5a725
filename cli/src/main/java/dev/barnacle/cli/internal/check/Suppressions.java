package dev.barnacle.cli.internal.check;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules for findings that a user does not want to see. A file has a rule a line; what follows a
 * {@code #} is a comment:
 *
 * <pre>{@code
 * # KIND [file=GLOB] [line=N[-M]] [kernel=NAME] [argument=NAME]
 * data-race            file=scan.cl line=40-52 argument=flags   # a benign flag
 * uninitialized-read   kernel=histogram
 * *                    file=third_party/**
 * }</pre>
 *
 * <p>KIND is a finding's {@code kind} in JSON, or {@code *} for all. A rule suppresses a finding
 * where all that it names fits: the kernel, the argument or variable, and the file and line of an
 * access. The accesses are those of all findings of one cause. For one in an inlined function the
 * calls through which it was reached count too. A glob without a slash is compared with the file's
 * name, else with its path as the report shows it.
 */
public final class Suppressions {
  private static final List<String> KEYS = List.of("file", "line", "kernel", "argument");

  private final List<Rule> rules;

  private record Lines(int first, int last) {}

  private record Rule(
      Optional<FindingKind> kind,
      @Nullable PathMatcher file,
      boolean nameOnly,
      Optional<Lines> lines,
      Optional<String> kernel,
      Optional<String> argument) {
    boolean suppresses(String inKernel, Finding finding) {
      return kind.filter(k -> k != finding.kind()).isEmpty()
          && kernel.filter(k -> !k.equals(inKernel)).isEmpty()
          && argument.filter(a -> !isAbout(a, finding)).isEmpty()
          && ((file == null && lines.isEmpty())
              || finding.allAccesses().stream().anyMatch(a -> isAt(a.location())));
    }

    private static boolean isAbout(String object, Finding finding) {
      return object.equals(finding.object())
          || finding.also().stream().anyMatch(other -> object.equals(other.object()));
    }

    private boolean isAt(@Nullable Location location) {
      for (Location at = location; at != null; at = at.inlinedAt()) {
        int line = at.line();
        if (isIn(at.file()) && lines.filter(l -> line < l.first() || line > l.last()).isEmpty()) {
          return true;
        }
      }
      return false;
    }

    private boolean isIn(String name) {
      if (file == null) {
        return true;
      }
      Path path = Path.of(name).normalize();
      return file.matches(nameOnly ? path.getFileName() : path);
    }
  }

  /**
   * Findings, taken apart.
   *
   * @param kept to report
   * @param suppressed the others
   */
  public record Split(List<Finding> kept, List<Finding> suppressed) {}

  private Suppressions(List<Rule> rules) {
    this.rules = rules;
  }

  /** Returns no rules. */
  public static Suppressions none() {
    return new Suppressions(List.of());
  }

  /**
   * Reads a file of rules.
   *
   * @throws InputException with the place of what is no rule
   */
  public static Suppressions read(Path file) {
    List<Rule> rules = new ArrayList<>();
    List<String> lines = InputFiles.readText(file).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String text = lines.get(i).replaceFirst("(^|\\s)#.*", "").strip();
      if (!text.isEmpty()) {
        rules.add(rule(new Place(file.toString(), i + 1, 1), text));
      }
    }
    return new Suppressions(rules);
  }

  /** Parts what is kept from what is suppressed. */
  public Split split(String kernel, List<Finding> findings) {
    Map<Boolean, List<Finding>> parts =
        findings.stream()
            .collect(
                Collectors.partitioningBy(
                    f -> rules.stream().anyMatch(r -> r.suppresses(kernel, f))));
    return new Split(parts.getOrDefault(false, List.of()), parts.getOrDefault(true, List.of()));
  }

  private static Rule rule(Place place, String text) {
    String[] words = text.split("\\s+", -1);
    Map<String, String> values = new HashMap<>();
    for (String word : Arrays.asList(words).subList(1, words.length)) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? word : word.substring(0, equals);
      if (equals < 0 || !KEYS.contains(key) || equals == word.length() - 1) {
        throw new InputException(
            place, "expected file=GLOB, line=N, kernel=NAME or argument=NAME, not '" + word + "'");
      }
      if (values.put(key, word.substring(equals + 1)) != null) {
        throw new InputException(place, key + " is given twice");
      }
    }
    String glob = values.get("file");
    return new Rule(
        kind(place, words[0]),
        glob == null ? null : matcher(place, glob),
        glob != null && !glob.contains("/"),
        Optional.ofNullable(values.get("line")).map(l -> lines(place, l)),
        Optional.ofNullable(values.get("kernel")),
        Optional.ofNullable(values.get("argument")));
  }

  private static Optional<FindingKind> kind(Place place, String word) {
    if (word.equals("*")) {
      return Optional.empty();
    }
    return Optional.of(
        Stream.of(FindingKind.values())
            .filter(k -> k.keyword().equals(word))
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException(
                        place,
                        "no kind of finding '"
                            + word
                            + "': expected * or one of "
                            + Stream.of(FindingKind.values())
                                .map(FindingKind::keyword)
                                .collect(Collectors.joining(", ")))));
  }

  private static PathMatcher matcher(Place place, String glob) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new InputException(place, "file=" + glob + " is no glob: " + e.getDescription());
    }
  }

  private static Lines lines(Place place, String text) {
    String[] ends = text.split("-", -1);
    try {
      int first = Integer.parseInt(ends[0]);
      int last = ends.length == 1 ? first : Integer.parseInt(ends[1]);
      if (ends.length < 3 && first >= 1 && last >= first) {
        return new Lines(first, last);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new InputException(place, "line=" + text + ": expected N or N-M, from 1");
  }
}
