package dev.barnacle.cli.internal.stress;

import dev.barnacle.cli.internal.litmus.LitmusResult;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.frontend.litmus.LitmusTest;
import dev.barnacle.frontend.litmus.LitmusTest.Quantifier;
import dev.barnacle.frontend.litmus.Proposition;
import dev.barnacle.frontend.litmus.Reference;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes a test as a C program with its kernel, which runs it on any device of OpenCL. */
public final class StressProgram {
  private final StressTest stress;
  private final LitmusResult result;
  private final String name;
  private final String words;

  /**
   * Makes that of a test.
   *
   * @param name the program's name, without its ending
   * @param words the test's text, which becomes a comment
   */
  public StressProgram(StressTest stress, String name, String words) {
    this.stress = stress;
    this.result = stress.result();
    this.name = name;
    this.words = words;
  }

  /** Returns that of a test in a file, whose name is the file's and the model's. */
  static StressProgram ofFile(StressTest stress) {
    LitmusResult result = stress.result();
    Path file = Path.of(result.file());
    String base = String.valueOf(file.getFileName()).replaceFirst("\\.litmus$", "");
    String name = (base + "." + result.model()).replaceAll("[^A-Za-z0-9+._-]", "_");
    return new StressProgram(stress, name, InputFiles.readText(file));
  }

  /** Writes it to a folder, and returns its file. */
  public Path write(Path folder) {
    InputFiles.access(folder, () -> Files.createDirectories(folder));
    Path file = folder.resolve(name + ".c");
    InputFiles.access(file, () -> Files.writeString(file, text()));
    return file;
  }

  /** Returns the program. */
  String text() {
    LitmusTest test = result.test();
    List<Reference> references = stress.references();
    Map<String, String> holes = new TreeMap<>();
    holes.put("NAME", test.name().replaceAll("[^A-Za-z0-9+.,_\\[\\]|-]", "_"));
    holes.put("FILE", name);
    holes.put("MODEL", result.model());
    holes.put("TEST", comment());
    holes.put("THREADS", String.valueOf(test.threads().size()));
    holes.put("GROUPS", String.valueOf(stress.groups()));
    holes.put("OBSERVED", String.valueOf(references.size()));
    holes.put("SHOWN", String.valueOf(test.observed().size()));
    holes.put("GLOBALS", String.valueOf(stress.globals().size()));
    holes.put("ALLOWED", String.valueOf(stress.allowed().size()));
    holes.put("UNDEFINED", stress.undefined() ? "1" : "0");
    holes.put("KERNEL", literal(stress.source()));
    holes.put("NAMES", each(references.stream().map(r -> '"' + Histogram.name(r) + '"').toList()));
    holes.put(
        "BYTES",
        each(
            stress.globals().stream()
                .map(l -> String.valueOf(l.element().bits() / 8 * l.initial().size()))
                .toList()));
    holes.put(
        "STATES",
        stress.allowed().stream()
            .map(s -> "  {" + each(s.stream().map(StressProgram::number).toList()) + "},")
            .collect(Collectors.joining("\n")));
    holes.put("CONDITION", expression(test.condition()));
    holes.put("FILTER", expression(test.filter()));
    holes.put("NOT", test.quantifier() == Quantifier.NOT_EXISTS ? "1" : "0");
    holes.put("CAPABILITIES", String.join(" | ", Layout.capabilities(test)));
    holes.put("STANDARDS", each(stress.standards().stream().map(s -> '"' + s + '"').toList()));
    holes.put("SUB_GROUPS", new Layout(test).hasSubGroups() ? "1" : "0");
    String text = template();
    for (Map.Entry<String, String> hole : holes.entrySet()) {
      text = text.replace("@" + hole.getKey() + "@", hole.getValue());
    }
    return text;
  }

  private static String each(List<String> all) {
    return all.stream().map(s -> s + ",").collect(Collectors.joining(" "));
  }

  private static String number(long value) {
    return value == Long.MIN_VALUE ? "-0x7fffffffffffffffLL - 1" : value + "LL";
  }

  /** Returns the test as lines of a comment. */
  private String comment() {
    return words
        .lines()
        .map(l -> (" * " + l.replace("/*", "(*").replace("*/", "*)")).stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private static String literal(String source) {
    return source
        .lines()
        .map(l -> "    \"" + l.replace("\\", "\\\\").replace("\"", "\\\"") + "\\n\"")
        .collect(Collectors.joining("\n"));
  }

  private static String template() {
    try (InputStream in = StressProgram.class.getResourceAsStream("stress.c")) {
      if (in == null) {
        throw new IllegalStateException("stress.c is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String value(Reference reference) {
    return "v[" + stress.references().indexOf(reference) + "]";
  }

  /** Returns a proposition as an expression of C. */
  private String expression(Proposition p) {
    return switch (p) {
      case Proposition.Constant c -> c.value() ? "1" : "0";
      case Proposition.IsValue v -> value(v.left()) + " == " + number(v.value());
      case Proposition.IsSame s -> value(s.left()) + " == " + value(s.right());
      case Proposition.Not n -> "!(" + expression(n.operand()) + ")";
      case Proposition.And a -> both(a.left(), " && ", a.right());
      case Proposition.Or o -> both(o.left(), " || ", o.right());
      case Proposition.Implies i ->
          "(!(" + expression(i.left()) + ") || " + expression(i.right()) + ")";
      case Proposition.IsAddress _ -> throw new IllegalStateException("an address in " + p);
    };
  }

  private String both(Proposition left, String operator, Proposition right) {
    return "(" + expression(left) + operator + expression(right) + ")";
  }
}
