package dev.barnacle.cli.internal.fix;

import dev.barnacle.cli.internal.report.SourceFix;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Initialisers, waits for copies, unaligned vectors, and fences of image memory. */
final class MemoryRule implements EditRule {
  private static final Pattern EVENT = Pattern.compile("\\bevent_t\\s+(\\w+)\\b");
  private static final Pattern UNNAMED =
      Pattern.compile("^\\s*async_work_group_(?:strided_)?copy\\b");
  private static final Pattern COUNT = Pattern.compile("wait_group_events\\s*\\(\\s*\\d+");
  private static final Pattern COPY = Pattern.compile("\\b(\\w+)\\s*=\\s*async_work_group");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Integer> lines = Places.lines(finding, code);
    if (lines.isEmpty()) {
      return List.of();
    }
    List<Edit> edits = new ArrayList<>();
    switch (finding.kind()) {
      case UNINITIALIZED_READ -> {
        waits(code, lines.getFirst(), edits);
        initialisers(finding, code, lines.getFirst(), edits);
      }
      case DATA_RACE -> waits(code, lines.getFirst(), edits);
      case OUT_OF_BOUNDS -> {
        for (int at : code.linesWith(lines.getFirst(), COUNT)) {
          String text = COUNT.matcher(code.line(at)).replaceFirst("wait_group_events(1");
          edits.add(Edit.replace("wait for one event in line " + at, 0, code.file(), at, text));
        }
      }
      case MISSING_FENCE ->
          edits.add(
              Edit.insert(
                  "put a fence of image memory before the read",
                  1,
                  code.file(),
                  code.start(lines.getFirst()),
                  code.indent(lines.getFirst())
                      + "atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,"
                      + " memory_scope_work_item);"));
      default -> {}
    }
    return edits;
  }

  /** Waits for each event of the function, before the read. */
  private static void waits(Code code, int line, List<Edit> edits) {
    for (int at : code.linesWith(line, UNNAMED)) {
      String text = code.line(at);
      if (code.end(at) == at) {
        edits.add(
            new Edit(
                "wait for the copy of line " + at,
                1,
                List.of(
                    new SourceFix.Change(
                        code.file(),
                        at,
                        1,
                        List.of(
                            code.indent(at) + "event_t copied = " + text.strip(),
                            code.indent(at) + "wait_group_events(1, &copied);")))));
      }
    }
    for (Pattern pattern : List.of(EVENT, COPY)) {
      for (int at : code.linesWith(line, pattern)) {
        String event = code.first(at, pattern).orElse("");
        for (int place : new int[] {code.start(line), code.end(at) + 1}) {
          edits.add(
              Edit.insert(
                  "wait for the copy of event " + event,
                  1,
                  code.file(),
                  place,
                  code.indent(place) + "wait_group_events(1, &" + event + ");"));
        }
      }
    }
  }

  private static void initialisers(Finding finding, Code code, int line, List<Edit> edits) {
    String name = finding.object();
    if (!name.matches("\\w+")) {
      return;
    }
    Pattern counter = Pattern.compile("(\\bfor\\s*\\(\\s*\\w+\\s+" + name + ")\\s*;");
    for (int at : code.linesWith(line, counter)) {
      edits.add(
          Edit.replace(
              "begin the loop of line " + at + " at 0",
              0,
              code.file(),
              at,
              counter.matcher(code.line(at)).replaceFirst("$1 = 0;")));
    }
    Pattern declaration =
        Pattern.compile("^(\\s*(?:\\w+\\s+)+\\*?" + name + "\\s*((?:\\[[^\\]]*\\])*))\\s*;(.*)$");
    for (int at : code.linesWith(line, declaration)) {
      Matcher found = declaration.matcher(code.line(at));
      if (found.matches() && !code.bare(at).contains("local ")) {
        String zero = found.group(2).isEmpty() ? " = 0;" : " = {0};";
        edits.add(
            Edit.replace(
                "give '" + name + "' a value where it is declared",
                0,
                code.file(),
                at,
                found.group(1) + zero + found.group(3)));
      }
    }
    cleared(finding, code, name, line, edits);
  }

  /** Local memory that is set to 0 by its work-items before a barrier. */
  private static void cleared(Finding finding, Code code, String name, int line, List<Edit> edits) {
    Code.Block function = code.function(line).orElse(null);
    if (function == null || finding.space() == null) {
      return;
    }
    long elements = finding.names().elements();
    boolean local = finding.space() == AddressSpace.LOCAL;
    if (!local) {
      return;
    }
    int place = function.open() + 1;
    while (place < function.close() && code.bare(place).contains(name)) {
      place = code.end(place) + 1;
    }
    Pattern declared = Pattern.compile("\\blocal\\b[^;]*\\b" + name + "\\b[^;]*;");
    for (int at : code.linesWith(line, declared)) {
      place = Math.max(place, code.end(at) + 1);
    }
    String indent = code.indent(place);
    String bound = elements > 0 ? String.valueOf(elements) : "get_local_size(0)";
    List<String> text =
        List.of(
            indent + "for (size_t k = get_local_id(0); k < " + bound + "; k += get_local_size(0))",
            indent + "  " + name + "[k] = 0;",
            indent + "barrier(CLK_LOCAL_MEM_FENCE);");
    edits.add(
        new Edit(
            "set '" + name + "' to 0 first",
            1,
            List.of(new SourceFix.Change(code.file(), place, 0, text))));
  }
}
