package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.cli.CheckRunner.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The kernels under {@code corpus}: each is judged as the indexes there say. */
class CorpusTest {
  private static final Path CORPUS = CheckRunner.examples().resolveSibling("corpus");

  /**
   * A row of bugs.csv, whose last field alone has commas.
   *
   * @param found whether the launch file is enough to find it
   * @param bare what a check without arguments finds; empty for a program
   * @param result a buffer of the mended kernel and its values; may be empty
   */
  private record Bug(
      String name,
      String kind,
      String line,
      String rule,
      String found,
      String bare,
      String report,
      String year,
      String result,
      String story) {
    static Bug of(String row) {
      String[] f = row.split(",", 11);
      String story = f[10].startsWith("\"") ? f[10].substring(1, f[10].length() - 1) : f[10];
      return new Bug(f[0], f[1], f[2], f[3], f[4], f[5], f[7], f[8], f[9], story);
    }

    boolean isProgram() {
      return bare.isEmpty();
    }

    boolean isIn(List<String> findings) {
      return findings.stream()
          .map(finding -> finding.split(" ", 2))
          .anyMatch(f -> f[0].equals(kind) && List.of(f[1].split("\\+")).contains(line));
    }

    String tableRow() {
      String[] place = report.split("#", 2);
      String file = name + "-faulty." + (isProgram() ? "c" : "cl");
      String link = "[%s](https://github.com/%s/issues/%s)".formatted(report, place[0], place[1]);
      return "| "
          + String.join(
              " | ",
              "[%s](bugs/%s)".formatted(name, file),
              kind,
              line,
              rule,
              link,
              year,
              found,
              bare,
              story)
          + " |";
    }
  }

  /** A row of dataracebench.csv; the lines are those of the race, empty where there is none. */
  private record Pattern(String name, String pattern, String lines) {
    static Pattern of(String row) {
      String[] f = row.split(",", -1);
      return new Pattern(f[0], f[2], f[3]);
    }

    String tableRow() {
      String plain = name.replace("-yes", "");
      return "| [%s](dataracebench/%s.cl) | %s | %s |".formatted(plain, name, pattern, lines);
    }
  }

  private static Stream<String> rows(String index) throws IOException {
    return Files.readAllLines(CORPUS.resolve(index)).stream().skip(1);
  }

  private static List<Bug> bugs() throws IOException {
    return rows("bugs.csv").map(Bug::of).toList();
  }

  private static List<Pattern> patterns() throws IOException {
    return rows("dataracebench.csv").map(Pattern::of).toList();
  }

  private static Map<String, Answer> checkAll(String folder) throws IOException {
    List<String> options = new ArrayList<>();
    try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
      files
          .filter(f -> f.toString().endsWith(".json"))
          .sorted()
          .forEach(f -> options.addAll(List.of("--launch", f.toString())));
    }
    return CheckRunner.check(options).stream().collect(Collectors.toMap(Answer::launch, a -> a));
  }

  private static Answer answer(Map<String, Answer> answers, String name) {
    return Objects.requireNonNull(answers.get(name), name);
  }

  private static String said(Answer answer) {
    return answer.verdict() + answer.findings();
  }

  @Test
  void bugsAreFoundAndTheirMendsAreClean() throws IOException {
    Map<String, Answer> answers = checkAll("bugs");
    StringBuilder expected = new StringBuilder();
    StringBuilder actual = new StringBuilder();
    for (Bug bug : bugs()) {
      if (!bug.isProgram()) {
        Answer faulty = answer(answers, bug.name + "-faulty");
        boolean found = bug.isIn(faulty.findings());
        expected.append("%s %s, clean[]\n".formatted(bug.name, bug.found));
        String what = found ? "yes" : bug.found.equals("no") ? "no" : said(faulty);
        actual.append(
            "%s %s, %s\n".formatted(bug.name, what, said(answer(answers, bug.name + "-mended"))));
      }
    }
    assertEquals(expected.toString(), actual.toString());
  }

  @Test
  void racePatternsAreFoundAndTheirTwinsAreClean() throws IOException {
    Map<String, Answer> answers = checkAll("dataracebench");
    for (Pattern pattern : patterns()) {
      Answer answer = answer(answers, pattern.name);
      boolean right =
          pattern.lines.isEmpty()
              ? answer.verdict().equals("clean")
              : answer.findings().contains("data-race " + pattern.lines);
      assertEquals(true, right, () -> pattern.name + " " + said(answer));
    }
    assertEquals(patterns().size(), answers.size());
  }

  /** The mended kernels compute what they are to compute, where the index says what that is. */
  @Test
  void mendedKernelsAreRight() throws IOException {
    for (Bug bug : bugs()) {
      if (!bug.result.isEmpty()) {
        List<String> words = Arrays.asList(bug.result.split(" "));
        String launch = CORPUS.resolve("bugs").resolve(bug.name + "-mended.json").toString();
        String print = words.getFirst() + ":" + (words.size() - 1);
        CommandRunner.Result result =
            CommandRunner.run("run", "--launch", launch, "--print", print);
        String line =
            words.getFirst() + ": " + String.join(" ", words.subList(1, words.size())) + "\n";
        assertEquals(line, result.out(), () -> bug.name + result.err());
      }
    }
  }

  /** Every tenth, or all with {@code barnacle.test.everything}: clean ones are launched often. */
  private static List<Bug> guessed() throws IOException {
    List<Bug> kernels = bugs().stream().filter(bug -> !bug.isProgram()).toList();
    int step = Boolean.getBoolean("barnacle.test.everything") ? 1 : 10;
    List<Bug> some = new ArrayList<>();
    for (int i = 0; i < kernels.size(); i += step) {
      some.add(kernels.get(i));
    }
    return some;
  }

  @Test
  void whatIsFoundWithoutArguments() throws IOException {
    List<String> programs = new ArrayList<>();
    for (Bug bug : guessed()) {
      programs.add(CORPUS.resolve("bugs").resolve(bug.name + "-faulty.cl").toString());
    }
    Map<String, Answer> answers = new HashMap<>();
    for (Answer answer : CheckRunner.check(programs)) {
      Path source = Path.of(answer.json().require("source").asText());
      answers.put(String.valueOf(source.getFileName()), answer);
    }
    StringBuilder expected = new StringBuilder();
    StringBuilder actual = new StringBuilder();
    for (Bug bug : guessed()) {
      List<String> findings = answer(answers, bug.name + "-faulty.cl").findings();
      expected.append("%s %s\n".formatted(bug.name, bug.bare));
      String what = bug.isIn(findings) ? "yes" : findings.isEmpty() ? "no" : "other";
      actual.append("%s %s\n".formatted(bug.name, what));
    }
    assertEquals(expected.toString(), actual.toString());
  }

  /** The tables of README.md are what tables.py makes of the indexes. */
  @Test
  void theTablesAreUpToDate() throws IOException {
    List<String> tables =
        Files.readAllLines(CORPUS.resolve("README.md")).stream()
            .filter(l -> l.startsWith("| [") && l.contains("]("))
            .toList();
    List<String> expected = new ArrayList<>(bugs().stream().map(Bug::tableRow).toList());
    patterns().stream()
        .filter(p -> !p.lines.isEmpty())
        .map(Pattern::tableRow)
        .forEach(expected::add);
    assertEquals(String.join("\n", expected), String.join("\n", tables));
  }

  /** No file is missing in the indexes. */
  @Test
  void theIndexesAreComplete() throws IOException {
    List<String> names = new ArrayList<>();
    for (String folder : List.of("bugs", "dataracebench")) {
      try (Stream<Path> files = Files.list(CORPUS.resolve(folder))) {
        files
            .map(f -> f.getFileName().toString())
            .filter(f -> f.endsWith(".cl") || f.endsWith(".c"))
            .map(f -> f.substring(0, f.lastIndexOf('.')))
            .forEach(names::add);
      }
    }
    List<String> indexed =
        Stream.concat(
                bugs().stream().flatMap(b -> Stream.of(b.name + "-faulty", b.name + "-mended")),
                patterns().stream().map(Pattern::name))
            .sorted()
            .toList();
    assertEquals(indexed, names.stream().sorted().toList());
  }
}
