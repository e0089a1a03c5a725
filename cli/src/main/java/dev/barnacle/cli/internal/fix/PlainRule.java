package dev.barnacle.cli.internal.fix;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Plain accesses beside atomic ones become atomic too. */
final class PlainRule implements EditRule {
  private static final Pattern VOLATILE =
      Pattern.compile(
          "\\*\\s*\\(\\s*volatile\\s+(?:__)?global\\s+\\w+\\s*\\*\\s*\\)\\s*(&?\\w+(?:\\[[^\\]]*\\])?)");
  private static final Pattern RELAXED = Pattern.compile("memory_order_relaxed");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Integer> lines = Places.lines(finding, code);
    if (finding.kind() != FindingKind.DATA_RACE || lines.isEmpty()) {
      return List.of();
    }
    List<Edit> edits = new ArrayList<>();
    volatiles(code, lines.getFirst(), edits);
    List<Edit> plain = new ArrayList<>();
    for (int i = 0; i < finding.accesses().size() && i < lines.size(); i++) {
      @Nullable Edit edit = plain(finding, i, code, lines.get(i));
      if (edit != null) {
        plain.add(edit);
      }
    }
    edits.addAll(plain);
    if (plain.size() == 2
        && !plain.getFirst().changes().equals(plain.getLast().changes())
        && !Objects.equals(lines.getFirst(), lines.getLast())) {
      edits.add(plain.getFirst().and(plain.getLast()));
    }
    return edits;
  }

  /** All accesses through volatile pointers in a function, with orders that hand data over. */
  private static void volatiles(Code code, int of, List<Edit> edits) {
    @Nullable Edit all = null;
    for (int line : code.linesWith(of, VOLATILE)) {
      String text = code.line(line);
      Matcher found = VOLATILE.matcher(text);
      StringBuilder after = new StringBuilder();
      int done = 0;
      while (found.find()) {
        String rest = text.substring(found.end());
        Matcher store = Pattern.compile("^\\s*=\\s*([^=;][^;]*);").matcher(rest);
        after.append(text, done, found.start());
        if (store.find()) {
          after.append(
              "atomic_store_explicit(%s, %s, memory_order_release, memory_scope_device);"
                  .formatted(found.group(1), store.group(1)));
          done = found.end() + store.end();
        } else {
          after.append(
              "atomic_load_explicit(%s, memory_order_acquire, memory_scope_device)"
                  .formatted(found.group(1)));
          done = found.end();
        }
      }
      after.append(text.substring(done));
      all =
          and(
              all,
              Edit.replace(
                  "make the access in line " + line + " atomic",
                  0,
                  code.file(),
                  line,
                  after.toString()));
    }
    for (int line : code.linesWith(of, RELAXED)) {
      if (all != null && !VOLATILE.matcher(code.line(line)).find()) {
        String text =
            RELAXED
                .matcher(code.line(line))
                .replaceAll(
                    code.line(line).contains("atomic_load")
                        ? "memory_order_acquire"
                        : "memory_order_release");
        all = and(all, Edit.replace("order that of line " + line, 0, code.file(), line, text));
      }
    }
    if (all != null) {
      edits.add(all);
    }
  }

  private static Edit and(@Nullable Edit first, Edit second) {
    return first == null ? second : first.and(second);
  }

  private static @Nullable Edit plain(Finding finding, int index, Code code, int line) {
    Finding.Access access = finding.accesses().get(index);
    String name = finding.object();
    if (!name.matches("\\w+") || access.access().contains("atomic")) {
      return null;
    }
    String place = "(?<![\\w&])(\\*" + name + "\\b|" + name + "\\s*\\[[^\\]]*\\])";
    String text = code.line(line);
    boolean write = access.access().equals("write");
    Pattern pattern =
        write
            ? Pattern.compile("(?m)" + place + "\\s*=\\s*([^=;][^;]*);")
            : Pattern.compile(place + "(?!\\s*=[^=])");
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      return null;
    }
    String target = found.group(1);
    String address = target.startsWith("*") ? target.substring(1) : "&" + target;
    String call =
        write
            ? "atomic_xchg(" + address + ", " + found.group(2).strip() + ");"
            : "atomic_or(" + address + ", 0)";
    return Edit.replace(
        "make the "
            + access.access()
            + " in line "
            + line
            + " atomic; which comes first stays open",
        1,
        code.file(),
        line,
        text.substring(0, found.start()) + call + text.substring(found.end()));
  }
}
