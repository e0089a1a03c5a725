package dev.barnacle.cli.internal.fix;

import dev.barnacle.watch.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Vectors through pointers of their elements, pointers that may be null, built-ins' arguments. */
final class VectorRule implements EditRule {
  private static final String POINTER =
      "\\(\\s*(?:(?:const|restrict|__?global|__?local|global|local|private|constant)\\s+)*"
          + "\\w+?(2|4|8|16)\\s*(?:const\\s*)?\\*\\s*\\)\\s*";
  private static final Pattern INDEXED =
      Pattern.compile("\\(\\s*" + POINTER + "(\\([^()]*\\)|&?\\w+)\\s*\\)\\s*\\[(.*?)\\](?!\\])");
  private static final Pattern DIRECT =
      Pattern.compile("\\*\\s*" + POINTER + "(\\([^()]*\\)|&?\\w+(?:\\[[^\\]]*\\])?)");
  private static final Pattern STORED = Pattern.compile("^\\s*=\\s*([^=;][^;]*);");
  private static final Pattern CLAMP =
      Pattern.compile("\\bclamp\\s*\\(([^,()]*(?:\\([^()]*\\))?[^,()]*),([^,()]*),([^()]*)\\)");

  @Override
  public List<Edit> edits(Finding finding, Code code) {
    List<Edit> edits = new ArrayList<>();
    for (int line : Places.lines(finding, code)) {
      switch (finding.kind()) {
        case MISALIGNED -> {
          vector(code, line, INDEXED.matcher(code.line(line)), true, edits);
          vector(code, line, DIRECT.matcher(code.line(line)), false, edits);
        }
        case NULL_DEREFERENCE -> pointers(code, line, edits);
        case INVALID_ARGUMENT -> {
          Matcher clamp = CLAMP.matcher(code.line(line));
          if (clamp.find()) {
            String call =
                "min(max(%s, %s), %s)"
                    .formatted(
                        clamp.group(1).strip(), clamp.group(2).strip(), clamp.group(3).strip());
            edits.add(
                Edit.replace(
                    "write clamp as min and max, which have no order of bounds",
                    0,
                    code.file(),
                    line,
                    code.line(line).substring(0, clamp.start())
                        + call
                        + code.line(line).substring(clamp.end())));
          }
        }
        default -> {}
      }
    }
    return edits;
  }

  private static void vector(
      Code code, int line, Matcher found, boolean indexed, List<Edit> edits) {
    if (!found.find()) {
      return;
    }
    String text = code.line(line);
    String lanes = found.group(1);
    String pointer = bare(found.group(2));
    String index = indexed ? found.group(3) : "0";
    Matcher store = STORED.matcher(text.substring(found.end()));
    boolean stores = store.find();
    String call =
        stores
            ? "vstore" + lanes + "(" + store.group(1).strip() + ", " + index + ", " + pointer + ");"
            : "vload" + lanes + "(" + index + ", " + pointer + ")";
    int end = stores ? found.end() + store.end() : found.end();
    edits.add(
        Edit.replace(
            (stores ? "store" : "load") + " the vector of line " + line + " element by element",
            0,
            code.file(),
            line,
            text.substring(0, found.start()) + call + text.substring(end)));
  }

  private static String bare(String pointer) {
    return pointer.startsWith("(") ? pointer.substring(1, pointer.length() - 1) : pointer;
  }

  private static void pointers(Code code, int line, List<Edit> edits) {
    String text = code.line(line);
    List<String> names = new ArrayList<>();
    Matcher subscript = Pattern.compile("(\\w+)\\s*\\[|\\*\\s*(\\w+)").matcher(text);
    while (subscript.find()) {
      names.add(subscript.group(1) == null ? subscript.group(2) : subscript.group(1));
    }
    int equals = text.indexOf('=');
    int end = text.lastIndexOf(';');
    for (String name : names) {
      if (equals > 0 && end > equals && text.indexOf(name) > equals) {
        edits.add(
            Edit.replace(
                "take 0 where " + name + " is null",
                0,
                code.file(),
                line,
                text.substring(0, equals + 1)
                    + " "
                    + name
                    + " ?"
                    + text.substring(equals + 1, end)
                    + " : 0;"));
      }
      edits.add(
          Edit.insert(
              "leave out line " + line + " where " + name + " is null",
              0,
              code.file(),
              code.start(line),
              code.indent(code.start(line)) + "if (" + name + ")"));
    }
  }
}
