package dev.barnacle.cli.internal.explore;

import dev.barnacle.cli.internal.report.Sources;
import dev.barnacle.explore.KernelEdit;
import dev.barnacle.explore.KernelTuner.Tuning;
import dev.barnacle.ir.Location;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Edits of a kernel as a unified diff without context, and in words. */
final class SourceDiff {
  private final PrintWriter out;
  private final Sources sources;

  SourceDiff(PrintWriter out, Sources sources) {
    this.out = out;
    this.sources = sources;
  }

  /** The change of a line, which becomes nothing, one line, or several. */
  private record Change(String before, List<String> after, boolean inserted) {}

  /** Writes the edits in words, and as a diff those that can be made in the source. */
  void print(Tuning tuning) {
    Map<String, TreeMap<Integer, Change>> files = new TreeMap<>();
    for (KernelEdit edit : tuning.edits()) {
      Location at = edit.site().location();
      String place = at.column() == 0 ? at.file() + ":" + at.line() : at.place();
      out.println(place + ": note: " + StrengthWords.of(edit));
      change(edit, files.computeIfAbsent(at.file(), f -> new TreeMap<>()));
    }
    files.forEach(this::print);
  }

  private void change(KernelEdit edit, Map<Integer, Change> lines) {
    Location at = edit.site().location();
    Optional<String> line = sources.line(at.file(), at.line());
    if (line.isEmpty() || at.isWord()) {
      return;
    }
    String original = line.get();
    Change before = lines.getOrDefault(at.line(), new Change(original, List.of(original), false));
    String last = before.after().getLast();
    List<String> after = new ArrayList<>(before.after());
    if (edit.site().kind().isNew()) {
      String indent = original.substring(0, original.length() - original.stripLeading().length());
      after.add(after.size() - 1, indent + StrengthWords.added(edit));
      lines.put(at.line(), new Change(original, after, true));
    } else if (StrengthWords.removes(edit) && original.strip().matches("\\w+\\(.*\\);")) {
      lines.put(at.line(), new Change(original, List.of(), before.inserted()));
    } else if (last.equals(original)) {
      int start = at.column() - 1;
      EditedCall.in(original, start, edit)
          .ifPresent(
              text -> {
                after.set(after.size() - 1, text);
                lines.put(at.line(), new Change(original, after, before.inserted()));
              });
    }
  }

  private void print(String file, Map<Integer, Change> lines) {
    if (lines.isEmpty()) {
      return;
    }
    out.println("--- " + file);
    out.println("+++ " + file);
    int moved = 0;
    for (Map.Entry<Integer, Change> entry : lines.entrySet()) {
      Change change = entry.getValue();
      int line = entry.getKey();
      int size = change.after().size();
      out.println(
          "@@ -%d +%d%s @@"
              .formatted(line, size == 0 ? line + moved - 1 : line + moved, count(size)));
      out.println("-" + change.before());
      change.after().forEach(text -> out.println("+" + text));
      moved += size - 1;
    }
  }

  private static String count(int lines) {
    return lines == 1 ? "" : "," + lines;
  }
}
