package dev.barnacle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Pages are written for a reader of the OpenCL specification: short sentences, and none of the
 * words that say little or that only this project's authors know.
 */
class DocumentStyleTest {
  private static final Path ROOT = Path.of("..");

  /** A sentence is what ends with a full stop, a colon or a semicolon. */
  private static final int MOST_WORDS = 25;

  /** What somebody reads in two hours. */
  private static final int MOST_IN_DOCS = 30_000;

  private static final Pattern WORD = Pattern.compile("\\S*[\\p{L}\\p{N}]\\S*");
  private static final Pattern QUESTION =
      Pattern.compile(
          "/\\*\\*(?: |\\s*\\n\\s*\\* )(?:What|Who|Whose|Where|Which|How|When|Whether)\\b[^\\n]*");

  private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");
  private static final Pattern QUOTED = Pattern.compile("“[^”]*”|\"[^\"]*\"");
  private static final Pattern ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.) .*");

  /** Words that say nothing, and the dialect that names have left. */
  private static final Pattern BANNED =
      Pattern.compile(
          "(?i)\\b(tells whether|in order to|simply|obviously|of course|utili[sz]e|leverage[sd]?"
              + "|basically|please note|it should be noted|seamless(ly)?|state-of-the-art|manner"
              + "|let go|joints)\\b");

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String name : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")) {
      pages.add(ROOT.resolve(name));
    }
    try (Stream<Path> all = Files.walk(ROOT.resolve("docs"))) {
      all.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    return pages;
  }

  /**
   * Returns the paragraphs and list items, without tables, headings, samples and links' targets.
   */
  private static List<String> prose(String page) {
    List<String> paragraphs = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    for (String line : FENCED.matcher(page).replaceAll("").lines().toList()) {
      boolean item = ITEM.matcher(line).matches();
      if (line.isBlank() || line.startsWith("|") || line.startsWith("#") || item) {
        paragraphs.add(paragraph.toString());
        paragraph.setLength(0);
      }
      if (!line.startsWith("|") && !line.startsWith("#")) {
        paragraph.append(item ? line.strip().replaceFirst("^\\S+ ", "") : line.strip()).append(' ');
      }
    }
    paragraphs.add(paragraph.toString());
    return paragraphs.stream()
        .map(text -> text.replaceAll("`[^`]*`", "code"))
        .map(text -> text.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1"))
        .map(text -> QUOTED.matcher(text).replaceAll("quoted"))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  @Test
  void sentencesAreShort() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      for (String paragraph : prose(Files.readString(page))) {
        for (String sentence : paragraph.split("(?<=[.!?:;])\\s+", -1)) {
          int words = sentence.strip().split("\\s+", -1).length;
          if (words > MOST_WORDS) {
            wrong.add(ROOT.relativize(page) + ": " + words + " words: " + sentence.strip());
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void noWordIsBanned() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path page : pages()) {
      for (String paragraph : prose(Files.readString(page))) {
        BANNED
            .matcher(paragraph)
            .results()
            .forEach(found -> wrong.add(ROOT.relativize(page) + ": " + found.group()));
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** Javadoc begins with a verb or a noun. */
  @Test
  void javadocSaysWhatAThingIsOrDoes() throws IOException {
    List<String> wrong = new ArrayList<>();
    int read = 0;
    try (Stream<Path> all = Files.walk(ROOT)) {
      for (Path file : all.filter(DocumentStyleTest::isMain).sorted().toList()) {
        read++;
        QUESTION
            .matcher(Files.readString(file))
            .results()
            .forEach(found -> wrong.add(ROOT.relativize(file) + ": " + found.group()));
      }
    }
    assertTrue(read > 1000, read + " files");
    assertEquals(List.of(), wrong);
  }

  private static boolean isMain(Path file) {
    return file.toString().endsWith(".java") && file.toString().contains("/src/main/java/");
  }

  /** Words are what has a letter or a digit; bars of tables are none. */
  @Test
  void documentsStayShort() throws IOException {
    long words = 0;
    for (Path page : pages()) {
      if (page.startsWith(ROOT.resolve("docs"))) {
        words += WORD.matcher(Files.readString(page)).results().count();
      }
    }
    assertTrue(words > 10_000 && words <= MOST_IN_DOCS, words + " words in docs");
  }

  /** A checker that reads nothing would find nothing. */
  @Test
  void whatIsWrongIsSeen() {
    String text =
        "# Simply\n\nOne two\nthree: `a b`.\n\n- [four](x y z) “simply”\n```\nsimply\n```\n";
    assertEquals(List.of("One two three: code.", "four quoted"), prose(text));
    assertEquals(true, BANNED.matcher("It is simply so.").find());
  }
}
