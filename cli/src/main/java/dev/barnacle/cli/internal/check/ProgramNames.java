package dev.barnacle.cli.internal.check;

import dev.barnacle.icd.ReportFile;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names by which users know the programs of a report. A name is the file below the working
 * folder that has the text, else the first kernel with the program's number, such as {@code
 * saxpy-8.cl}. Programs of one text have one name.
 */
final class ProgramNames {
  private static final Pattern KERNEL =
      Pattern.compile("\\b(?:__)?kernel\\b[^;{}]*?\\bvoid\\s+(\\w+)\\s*\\(");
  private static final Pattern NUMBER = Pattern.compile("-(\\d+)\\.cl$");
  private static final Pattern LINE = Pattern.compile("\\bin line (\\d++)(?!(?::\\d+)? of )");

  private final ReportFile.Contents report;
  private final Path folder;
  private @Nullable SourceFinder finder;
  private final Map<String, Name> byText = new HashMap<>();
  private final Map<String, String> texts = new LinkedHashMap<>();

  /** A name, with what is before the text in the file of that name. */
  private record Name(String file, int lines, int bytes) {}

  /** Makes them for a report, with the folder below which files are looked for. */
  ProgramNames(ReportFile.Contents report, Path folder) {
    this.report = report;
    this.folder = folder;
  }

  /** Returns the texts by the names that were given so far. */
  Map<String, String> texts() {
    return texts;
  }

  /** Returns a finding whose places have the names. */
  Finding renamed(Finding finding) {
    int lines =
        finding.accesses().stream()
            .map(a -> of(a.location()))
            .flatMap(Optional::stream)
            .mapToInt(Name::lines)
            .findFirst()
            .orElse(0);
    return new Finding(
        finding.kind(),
        new Finding.Words(
            moved(finding.message(), lines),
            moved(finding.explanation(), lines),
            moved(finding.suggestion(), lines),
            moved(finding.note(), lines)),
        finding.accesses().stream().map(this::renamed).toList(),
        finding.memory(),
        finding.count(),
        finding.also().stream()
            .map(
                o ->
                    new Finding.Other(
                        o.message(), o.object(), o.accesses().stream().map(this::renamed).toList()))
            .toList(),
        finding.programs());
  }

  /** Returns the name in the report of the program that a finding is in; empty for an unknown. */
  String program(Finding finding) {
    return finding.accesses().stream()
        .flatMap(a -> chain(a.location()).stream())
        .map(Location::file)
        .filter(report.sources()::containsKey)
        .findFirst()
        .orElse("");
  }

  private static List<Location> chain(@Nullable Location location) {
    List<Location> chain = new ArrayList<>();
    for (Location at = location; at != null; at = at.inlinedAt()) {
      chain.add(at);
    }
    return chain;
  }

  private Finding.Access renamed(Finding.Access access) {
    return new Finding.Access(
        renamed(access.location()),
        access.access(),
        access.globalId(),
        access.localId(),
        access.groupId(),
        access.command());
  }

  private @Nullable Location renamed(@Nullable Location at) {
    if (at == null) {
      return null;
    }
    Location caller = renamed(at.inlinedAt());
    String text = report.sources().get(at.file());
    if (text == null) {
      return new Location(at.file(), at.line(), at.column(), caller);
    }
    Name name = name(at.file(), text);
    boolean first = at.line() == 1 && at.column() > 0;
    return new Location(
        name.file(),
        at.line() == 0 ? 0 : at.line() + name.lines(),
        at.column() + (first ? name.bytes() : 0),
        caller);
  }

  private Optional<Name> of(@Nullable Location location) {
    for (Location at = location; at != null; at = at.inlinedAt()) {
      String text = report.sources().get(at.file());
      if (text != null) {
        return Optional.of(name(at.file(), text));
      }
    }
    return Optional.empty();
  }

  /** Says lines of a text as those of the file that has it. */
  private static String moved(String words, int lines) {
    return lines == 0
        ? words
        : LINE.matcher(words).replaceAll(m -> "in line " + (Long.parseLong(m.group(1)) + lines));
  }

  private Name name(String program, String text) {
    Name known = byText.get(text);
    if (known == null) {
      known = find(program, text);
      byText.put(text, known);
    }
    return known;
  }

  private Name find(String program, String text) {
    SourceFinder files = finder == null ? new SourceFinder(folder) : finder;
    finder = files;
    Optional<SourceFinder.Place> place = files.find(text);
    if (place.isPresent()) {
      SourceFinder.Place at = place.get();
      texts.put(at.file().toString(), at.text());
      return new Name(at.file().toString(), at.lines(), at.bytes());
    }
    Matcher number = NUMBER.matcher(program);
    String name =
        firstKernel(program, text)
            .map(kernel -> kernel + "-" + (number.find() ? number.group(1) : "1") + ".cl")
            .orElse(program);
    texts.put(name, text);
    return new Name(name, 0, 0);
  }

  /** Returns the kernel that comes first in a text, of those that the program is known to have. */
  private Optional<String> firstKernel(String program, String text) {
    Set<String> known = report.kernels().getOrDefault(program, Set.of());
    List<String> named = KERNEL.matcher(text).results().map(m -> m.group(1)).toList();
    return named.stream()
        .filter(k -> known.isEmpty() || known.contains(k))
        .findFirst()
        .or(() -> known.stream().findFirst());
  }
}
